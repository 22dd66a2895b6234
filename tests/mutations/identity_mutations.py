# SPDX-License-Identifier: GPL-3.0-or-later
"""What keeps ids alive, fields as good as they were, and exports whole. Random histories must notice each loss."""

IDENTITY, CRAWL, STORE = "indexer/identity/", "indexer/crawl/", "indexer/store/"
NAMING, DEDUPLICATOR, CANDIDATE = IDENTITY + "article_naming.cpp", IDENTITY + "deduplicator.cpp", IDENTITY + "candidate.cpp"
PROCESSOR, EXPORT, IMPORTER = CRAWL + "pages/page_processor.cpp", CRAWL + "pipeline/export_row.cpp", CRAWL + "importer.cpp"
RECHECKER, STATE = CRAWL + "pages/rechecker.cpp", CRAWL + "pages/page_state.cpp"
FACTS, FOLD, NAMES = "indexer/enrich/facts.cpp", "indexer/enrich/fold_copies.cpp", STORE + "name_store.cpp"
PLACES = IDENTITY + "places.cpp"
ENRICH_TEST, STORE_TEST = "test_indexer_enrich", "test_indexer_store"
FIELDS = "shared/index/document/stored_fields.cpp"


def history(name, file, *changes):
    return f"identity: {name}", "test_indexer_crawl", "identity: in any*", file, list(changes)


def example(name, file, *changes):
    """What only the examples notice."""
    return f"identity: {name}", "test_indexer_crawl", "[crawl]~identity: in any*", file, list(changes)


def unit(name, target, file, *changes):
    """What the tests of a part notice."""
    return f"identity: {name}", target, "", file, list(changes)


def not_exported(field):
    """An export without the field."""
    return history(f"exported: {field}", EXPORT, ('return member.name != "site"', f'return member.name != "{field}" && member.name != "site"'))


IDENTITY_MUTATIONS = [
    # Names.
    history("names are settled after a crawl", "indexer/crawl/crawl_loop.cpp", ("  TRAWL_CHECK(context_.names.end_run(context_.now()));\n", "")),
    unit("names are settled in the order of arrival", STORE_TEST, NAMES, ("ORDER BY member\"", "ORDER BY member DESC\"")),
    history("an article keeps its id", NAMING, ("if (own == 0) {", "if (names.size() < 999) {")),
    history("of several ids the earliest stays", NAMING, ("names.front().id;", "names.back().id;")),
    example("names are in order", NAMING, ("  std::ranges::sort(names);\n", "")),
    history("former ids are aliases", NAMING, ("if (name.id != article.id) aliases", "if (name.id.empty()) aliases")),
    history("other addresses are aliases", NAMING, ("if (!is_renamed(*candidate)) addresses", "if (is_renamed(*candidate) && false) addresses")),
    history("an address that leads elsewhere is no alias", NAMING, ("if (!is_renamed(*candidate)) addresses", "if (!is_renamed(*candidate) || true) addresses")),
    history("a stated address is an alias", NAMING, ("    addresses.emplace(own_claim(candidate->member));\n", "")),
    history("a redirected address is an alias", NAMING, ("    addresses.insert(leading.begin(), leading.end());\n", "")),
    history("imported aliases stay", NAMING, ("    addresses.insert(candidate->article.aliases.begin(), candidate->article.aliases.end());\n", "")),
    history("no id is given twice", NAMING, ("if (!holder) return id;", "if (!holder || number > 0) return id;")),
    history("an alias belongs to one article", NAMING, ("if (ours) aliases", "if (ours || !ours) aliases")),
    history("who is at an address has its id", NAMING, ("if (there != sharers->end())", "if (false)")),
    example("who is redirected to has the id", NAMING, ("  if (end != address) {", "  if (false && end != address) {")),
    history("who was exported with an alias has it", NAMING, ("exporters && !exporters->empty() ? *exporters : *sharers", "*sharers")),
    example("of several who state an address the first has it", NAMING, ("std::ranges::min_element(rest", "std::ranges::max_element(rest")),
    history("an exported id is not computed anew", NAMING, ("if (ours) aliases.push_back(is_present ? article_id(address) : address);", "if (ours && !is_present) aliases.push_back(address);")),
    history("a stated address that others share is not shown", NAMING, ("return is_ours ? claim : found_at;", "return is_ours || !is_ours ? claim : found_at;")),
    example("a withdrawn page leaves its names to its copy", DEDUPLICATOR, ("  TRAWL_CHECK(names_.hand_over(former.input, others.front().input));\n", "")),
    example("who comes to an address inherits its names", DEDUPLICATOR, ("  TRAWL_CHECK(names_.inherit(member.address, member.input));\n", "")),
    example("who is redirected to inherits names", DEDUPLICATOR, ("  for (const auto& address : leading) TRAWL_CHECK(inherit_from(address, member.input, article.source));\n", "")),
    example("a new redirect passes names on", DEDUPLICATOR, ("if (!targets.empty()) TRAWL_CHECK(inherit_from", "if (false) TRAWL_CHECK(inherit_from")),
    history("an exported article brings its id", DEDUPLICATOR, ("  TRAWL_CHECK(bring(article.id)); // first, so that it stays the article's id\n", "")),
    history("an exported article brings its former ids", DEDUPLICATOR, ("if (is_article_id(alias)) TRAWL_CHECK", "if (false) TRAWL_CHECK")),
    history("an article that is gone is retracted", DEDUPLICATOR, ("if (!after.contains(id)) TRAWL_CHECK", "if (false) TRAWL_CHECK")),
    history("a moved article is found at its new place", DEDUPLICATOR, ("  if (end != input.url) member.moved_to = std::move(end);\n", "")),
    example("a URL that is stated no longer stays a name", DEDUPLICATOR, ("  return is_ours ? names_.give(", "  if (is_ours) return {};\n  return is_ours ? names_.give(")),
    example("an article takes the id of its URL from one that once stated it", DEDUPLICATOR, ("  TRAWL_CHECK(take_claimed(input.url, member, clusters));\n", "")),
    example("an article whose id another one takes is published again", DEDUPLICATOR, ("if (other) clusters.insert(other->cluster);", "if (other && false) clusters.insert(other->cluster);")),
    example("the heir of an id keeps the time since which it is searchable", DEDUPLICATOR, ("  return keep_first_seen(former, std::move(others.front()));\n", "  return {};\n")),
    unit("an id under which an article was shown is not taken", STORE_TEST, NAMES, ("TRAWL_CHECK(db_->run(keep.c_str()));", "static_cast<void>(keep);")),
    example("a stated URL that redirects to another article is not shown", NAMING, ("    is_ours = is_ours && there &&", "    is_ours = is_ours || (there &&"), ("return other == cluster; });\n  }", "return other == cluster; }));\n  }")),
    example("a redirect that ended is known", STATE, (" || row.state == UrlState::Redirect;", ";")),
    example("a URL that redirects to another article is not kept by who stated it", DEDUPLICATOR, ("if (end != claim) {", "if (false && end != claim) {")),
    example("an address whose target redirects back is asked again", PROCESSOR, ("target.target == row.id) {", "false) {")),
    example("a source that names a page which fails is noted", PROCESSOR, ("has_stand_in_text(row.url, inlinks) : row.stale;", "has_stand_in_text(row.url, inlinks) : false;")),
    history("a moved article is kept as it was", PROCESSOR, ("if (!job.is_stored && !has_moved)", "if (!job.is_stored || (has_moved && !job.is_stored))")),
    # Nothing goes from one source to another.
    example("a feed speaks at its own place alone", PLACES, ("return place != nullptr && place->second == source;", "return true;")),
    unit("a place that several name is the first one's", "test_indexer_identity", PLACES, ("owners_.emplace(area, source);", "owners_[area] = source;")),
    unit("on a host of many a folder is a voice", "test_indexer_identity", PLACES, ('"//" + folder_of(address)', '"//" + url::site(address)')),
    example("an address stays with who found it first", PLACES, ("ranked.emplace_back(Rank(distance, since,", "ranked.emplace_back(Rank(distance, -since,")),
    example("an entry elsewhere stands for no page", PLACES, ("return place == nullptr || link->source != place->second;", "return false;")),
    example("a copy tells another source's article nothing", CANDIDATE, ("if (other.may_speak_for(shown)) take_facts", "if (true) take_facts")),
    example("a copy elsewhere takes no id of a page that is gone", CANDIDATE, ("  if (!has_voice_of(other) && gone_since.has_value() != other.gone_since.has_value()) return false;\n", "")),
    example("who had the text first is shown", DEDUPLICATOR, ("Rank rank(!is_present, is_copy, since,", "Rank rank(!is_present, is_copy, -since,")),
    example("a page edited into a copy does not come first", CANDIDATE, ("first == former.begin() ? Moment{} :", "first != former.end() ? Moment{} :")),
    example("who states an original is the copy", DEDUPLICATOR, ("Rank rank(!is_present, is_copy,", "Rank rank(!is_present, false,")),
    example("nobody writes at another's address", CANDIDATE, ("return are_on_one_host(member.claim, member.address) ?", "return true ?")),
    example("the id of a copy leads to the article, and is not its id", DEDUPLICATOR, ("naming_.name(article, candidates, names, own, cluster)", "naming_.name(article, candidates, names, names.size(), cluster)")),
    # Facts.
    history("what was known is kept", DEDUPLICATOR, ("    enrich::improve(known, kept, enrich::Relation::Former);\n", "")),
    history("what was known is stored", DEDUPLICATOR, ("return inputs_.set_kept(input.id, input.kept);", "return {};")),
    unit("what was known outlives the next page", STORE_TEST, STORE + "input_store.cpp", ("  TRAWL_TRY(input.kept, std::move(kept));\n", "")),
    unit("no date is lost", ENRICH_TEST, FACTS, ("if (!date || !other) return !date && other;", "if (!date || !other) return false;")),
    history("no time of day is lost", FACTS, ("return is_more_precise ||", "return (is_more_precise && false) ||")),
    unit("no date moves by a time zone", ENRICH_TEST, FACTS, ("(relation == Relation::Former && other->precision == date->precision)", "(relation == Relation::Former && false)")),
    history("the date of a change replaces no date", FACTS, ("  return is_dated_by_change(article);\n}", "  return false;\n}")),
    example("a corrected date counts", FACTS, ("if (*date == *other || !may_be_same(*date, *other)) return false;", "if (*date == *other) return false;")),
    history("no author is lost", FACTS, ("return a.authors.empty() && !b.authors.empty();", "return a.authors.empty() && b.authors.empty();")),
    unit("no picture is lost", ENRICH_TEST, FACTS, ("return a.image.empty() && !b.image.empty();", "return a.image.empty() && b.image.empty();")),
    history("no tag is lost", FACTS, ("return a.tags.empty() && !b.tags.empty();", "return a.tags.empty() && b.tags.empty();")),
    history("where a fact came from comes with it", FACTS, ("if (row.field == fact.field) to.provenance.push_back(row);", "if (row.field.empty()) to.provenance.push_back(row);")),
    history("copies tell what an article lacks", CANDIDATE, ("    if (other.may_speak_for(shown)) take_facts(article, other.article);\n", "")),
    history("the first time counts", CANDIDATE, ("    article.indexed = std::min(article.indexed, other.article.indexed);\n", "")),
    unit("a page fetched again is not new", STORE_TEST, "indexer/store/input_store.cpp", ("noindex = excluded.noindex, ", "noindex = excluded.noindex, first_seen = excluded.first_seen, ")),
    example("a date after the first visit is no date in the future", "indexer/crawl/pipeline/article_pipeline.cpp", ("signal, input.fetched_at, rules, false, site}", "signal, input.first_seen, rules, false, site}")),
    history("a copy keeps its title", FOLD, ("add({copy.url, copy.source, copy.title});", "add({copy.url, copy.source, \"\"});")),
    unit("copies of copies stay", ENRICH_TEST, FOLD, ("  for (const Copy& one : copy.copies) add(one);\n", "")),
    example("the known address is shown", CANDIDATE, ("one->member.input != first_named", "one->member.input == -first_named")),
    example("two articles of a source are not folded", CANDIDATE, ("return are_current && article.source", "return false && are_current && article.source")),
    history("a redirect to another article folds nothing", CANDIDATE, ("return was_known || enrich::is_later_version(a.article, b.article);", "return was_known || !was_known;")),
    # Export and import.
    *[not_exported(field) for field in ("authors", "published", "updated", "indexed", "category", "tags", "language",
                                        "image", "words", "reading_minutes", "aliases", "copies", "provenance")],
    not_exported("captions"),
    history("exported: labels", EXPORT, ('if (member.name == "source") row', "if (false) row")),
    example("exported: affiliations", EXPORT, ('return member.name != "site"', 'return member.name != "affiliations" && member.name != "site"')),
    history("exported: structure", EXPORT, ("if (!article.structure.empty()) row", "if (false) row")),
    example("exported: image texts", EXPORT, ("!texts.empty())", "false)")),
    history("exported: time of day", EXPORT, ("RowJson(to_text(*date))", "RowJson(to_text(*date).substr(0, 10))")),
    history("exported: titles of copies", EXPORT, ("{\"title\", to_row(copy.title)}", "{\"title\", RowJson()}")),
    history("exported: confidence", EXPORT, ("if (row.confidence_percent > 0) one", "if (false) one")),
    history("imported: white space", EXPORT, ("article.text = row.text(\"text\", true)", "article.text = row.text(\"text\")")),
    history("imported: when it was indexed", EXPORT, ("article.indexed = std::min(article.indexed, now);", "article.indexed = now;")),
    history("imported: labels", IMPORTER, ("TRAWL_CHECK(source_store_.save_label(source, label));", "(void)label;")),
    example("imported: names are settled", IMPORTER, ("  TRAWL_CHECK(store::NameStore(*database_).end_run(clock_()));\n", "")),
    # Stored and indexed.
    history("indexed: aliases", "shared/index/article_document.cpp", ("terms.add_boolean(schema::alias_term(id));", "(void)id;")),
    history("indexed: former ids", "shared/article/article_names.cpp", ("is_article_id(alias) ? alias : article_id(alias)", "article_id(alias)")),
    history("indexed: lists", FIELDS, ("put_number(out, list.size());\n  for (const Item& item : list) put(out, item);", "put_number(out, 0 * list.size());")),
    history("stored: precision of dates", "shared/article/article_record.cpp", ("return date ? Json(to_text(*date)) : Json();", "return date ? Json(to_rfc3339(date->time)) : Json();")),
    history("stored: confidence", "shared/article/article_record.cpp", ("if (row.confidence_percent != 0) fields", "if (false) fields")),
    # What rechecks conclude.
    example("a page that is missing once is not withdrawn", STATE, ("kMissesIfUp = 2", "kMissesIfUp = 1")),
    example("a page that stays missing is withdrawn", STATE, ("is_announced ? 1 : kMissesIfUp", "is_announced ? 1 : 99")),
    example("a site that is down takes nothing away", STATE, ("!is_site_up ? kMissesIfDown : ", "")),
    example("two looks on a day count as one", STATE, ("plan.misses == 0 || now - plan.missed_at >= kNextLook", "true")),
    example("looks become rarer with age", STATE, ("std::clamp<Seconds>(half, ", "std::clamp<Seconds>(Seconds{}, ")),
    example("410 is final", RECHECKER, ("absence != Absence::Missing && ", "false && ")),
    example("a redirect to another article is looked at twice", RECHECKER, ("  TRAWL_CHECK(note(recheck, {.sign = Sign::Missing}));\n  ++context_.report.of(source).missing;\n  return end_absence", "  recheck.misses = 9;\n  TRAWL_CHECK(context_.rechecks.save(recheck));\n  return end_absence")),
    example("a site that moves is followed", RECHECKER, ("  looks.has_site_moved = true;\n", "  return {};\n")),
    example("the budget of a day is kept", RECHECKER, ("looks += scheduler_.fetch(row) ? 1 : 0;", "scheduler_.fetch(row);")),
    example("an error page is no edit", PROCESSOR, ("    return !is_edit;\n", "    return false;\n")),
    example("an error page is no new article", PROCESSOR, (" && target->state == store::UrlState::New && !is_genuine)", " && false)")),
    example("a page that is no error page is stored", PROCESSOR, ("is_error(row.url, one) ? convict(one) : acquit(std::move(one))", "is_error(row.url, one) ? convict(one) : convict(one)")),
    example("what many addresses show is an error page", "indexer/crawl/pages/error_pages.cpp", ("  add_repeated(suspects);", "")),
    example("what was read behind a redirect may be an error page", DEDUPLICATOR, ("    if (page) pages.push_back(std::move(*page));", "")),
    example("the page that several articles redirect to is none", "indexer/crawl/pages/error_pages.cpp", ("suspect.clusters.size() > 1 ||", "")),
    example("new articles come before what is missing", STORE + "recheck_store.cpp", ("checked_at > 0, misses = 0", "misses = 0")),
    example("a sitemap may list the host to which its site has moved", CRAWL + "seeds/seed_result.cpp", (" || site == articles_at", "")),
    example("a lone suspect is compared with another page", PROCESSOR, ("if (suspect.page) TRAWL_CHECK(rechecker_.ask_neighbour", "if (false) TRAWL_CHECK(rechecker_.ask_neighbour")),
    example("an article is not replaced by another one", PROCESSOR, ("  if (is_another) {", "  if (false) {")),
    example("a quiet site is asked for another page", RECHECKER, ("  context_.missing.insert(source);\n  TRAWL_CHECK(ask_witness(source));", "  context_.missing.insert(source);")),
    example("what its copy stands beside is looked at", RECHECKER, ("  TRAWL_TRY(const auto beside, deduplicator_.pages_beside(row.url));\n  for", "  const std::vector<std::string> beside;\n  for")),
    example("what moves beside it is a sign for the rest", RECHECKER, ("return beside.empty() ? Result<void>{} : note_move(source);", "return {};")),
    example("a silent host is left in the end", STATE, ("kLongestSilence{30}", "kLongestSilence{9999}")),
    example("a silent host is an answer for all its pages", PROCESSOR, ("is_recheck(row) && error.code == ErrorCode::Timeout;", "false && error.code == ErrorCode::Timeout;")),
    example("a date of the page is newer than that of a former feed", PROCESSOR, ("return has_outdated ? forget_feed_dates(job.row) : Result<void>{};", "return {};")),
]
