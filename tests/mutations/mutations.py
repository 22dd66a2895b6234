# SPDX-License-Identifier: GPL-3.0-or-later
"""The protections whose loss would cost articles, ids, the machine or its network, each taken away: (what is lost, test program, its
cases, file, [(text, replacement)]). A program NAME.py is a script of tests/, and its cases are its arguments.
"""

FETCH, SEARCHD, BASE = "test_indexer_fetch", "test_searchd", "test_shared_base"
POLICY, TRANSFER = "indexer/fetch/address_policy.cpp", "indexer/fetch/curl_transfer.cpp"
HEAD, ROUTER, FRONT = "searchd/http/request_head.cpp", "searchd/router.cpp", "searchd/http/http_front.cpp"
CONNECTION, LIMITS, QUEUE = "searchd/http/connection.cpp", "searchd/http/http_limits.h", "searchd/http/request_queue.cpp"
BODY, FETCH_LIMITS = "indexer/fetch/body_collector.cpp", "indexer/fetch/fetch_limits.h"
INDEX, SEARCH, STORE_TEST = "test_shared_index", "test_shared_search", "test_indexer_store"
CHECK, WRITER = "shared/index/index_check.cpp", "shared/index/index_writer.cpp"
POWER, POINTS = "faults/power_test.py", "--points 8 --operation rebuild --operation import"

IDENTITY, CRAWL, STORE = "indexer/identity/", "indexer/crawl/", "indexer/store/"
NAMING, DEDUPLICATOR, CANDIDATE = IDENTITY + "article_naming.cpp", IDENTITY + "deduplicator.cpp", IDENTITY + "candidate.cpp"
DERIVE, ACCEPTANCE = CRAWL + "pages/derive.cpp", CRAWL + "pages/acceptance.cpp"
RECORDER, BELIEFS, EXPORT, IMPORTER = CRAWL + "pages/page_recorder.cpp", CRAWL + "pages/page_beliefs.cpp", CRAWL + "pipeline/export_row.cpp", CRAWL + "importer.cpp"
STATE, PLACES = CRAWL + "pages/page_state.cpp", IDENTITY + "places.cpp"
FACTS, FOLD, NAMES = "indexer/enrich/facts.cpp", "indexer/enrich/fold_copies.cpp", STORE + "name_store.cpp"


def history(name, file, *changes):
    return name, "test_indexer_crawl", "identity: in any*", file, list(changes)


def example(name, file, *changes):
    """What only the examples notice."""
    return name, "test_indexer_crawl", "[crawl]~identity: in any*", file, list(changes)


def unit(name, target, file, *changes):
    """What the tests of a part notice."""
    return name, target, "", file, list(changes)


def not_exported(field):
    """An export without the field."""
    return history(f"exported: {field}", EXPORT, ('return member.name != "site"', f'return member.name != "{field}" && member.name != "site"'))


MUTATIONS = [
    # A kill, or a power failure, at any moment.
    ("crawl.db is synced at each commit", POWER, POINTS, "shared/store/sqlite.cpp", [("synchronous = FULL", "synchronous = OFF")]),
    ("a new database is synced before its name", POWER, POINTS, WRITER, [("      TRAWL_CHECK(sync_files(path_of(name)));\n", "")]),
    ("nothing is stored after SQLite has rolled back", STORE_TEST, "sqlite*", "shared/store/sqlite.cpp", [("  if (loss_) return std::unexpected(*loss_);\n", "")]),
    # Nobody writes for another.
    example("a feed speaks at its own place alone", PLACES, ("return place != nullptr && place->second == source;", "return true;")),
    unit("a place that several name is the first one's", "test_indexer_identity", PLACES, ("owners_.emplace(area, source);", "owners_[area] = source;")),
    unit("on a host of many a folder is a tenant", "test_indexer_identity", PLACES, ('"//" + folder_of(address)', '"//" + url::site(address)')),
    example("an address stays with who found it first", PLACES, ("ranked.emplace_back(Rank(distance, since,", "ranked.emplace_back(Rank(distance, -since,")),
    example("an entry elsewhere stands for no page", PLACES, ("return place == nullptr || link->source != place->second;", "return false;")),
    example("a copy elsewhere takes no id of a page that is gone", CANDIDATE, ("if (!other.is_present() || are_of_one_owner(candidate, other)) return false;", "if (are_of_one_owner(candidate, other)) return false;")),
    unit("two sources never share an article", "test_indexer_identity", CANDIDATE, ("owner_of(a.member) == owner_of(b.member) ||", "true ||")),
    unit("who states an original is the copy", "test_indexer_identity", CANDIDATE, ("is_at(candidate.stated, other.place) && have_same_text(candidate, other)", "false")),
    unit("who states an original that tells something else is no copy", "test_indexer_identity", CANDIDATE, ("is_at(candidate.stated, other.place) && have_same_text(candidate, other)", "is_at(candidate.stated, other.place)")),
    example("nobody writes at another's address", CANDIDATE, ("return are_on_one_host(member.claim, member.address) ?", "return true ?")),
    # What the crawler must not call.
    ("private addresses are refused", FETCH, "", POLICY, [("    v4(10, 0, 0, 0, 8),       // private\n", "")]),
    ("metadata addresses are refused", FETCH, "", POLICY, [("    v4(169, 254, 0, 0, 16),   // link-local, and the usual metadata service\n", "")]),
    ("only global IPv6 is public", FETCH, "", POLICY, [("address.scope == 0 && contains(kGlobalV6, address) &&", "address.scope == 0 &&")]),
    ("6to4 is refused", FETCH, "", POLICY, [("    v6(0x2002, 0, 0, 16),           // 6to4\n", "")]),
    ("an address with a scope is refused", FETCH, "", POLICY, [("address.scope == 0 && ", "")]),
    ("odd ports are refused", FETCH, "", POLICY, [("  return std::ranges::find(ports_, endpoint.port) != ports_.end() && is_public(endpoint.address);", "  return is_public(endpoint.address);")]),
    ("the socket's address is checked", FETCH, "", TRANSFER, [("  set(handle(), CURLOPT_OPENSOCKETFUNCTION, &CurlTransfer::on_open_socket);\n", ""), ("  set(handle(), CURLOPT_PREREQFUNCTION, &CurlTransfer::on_request);\n", "")]),
    ("the proxy of the environment is ignored", FETCH, "", TRANSFER, [("  set(handle(), CURLOPT_PROXY, options_.proxy.c_str()); // \"\" overrides the environment\n", "")]),
    ("libcurl follows no redirect", FETCH, "", TRANSFER, [("CURLOPT_FOLLOWLOCATION, 0L", "CURLOPT_FOLLOWLOCATION, 1L")]),
    ("no redirect leaves TLS", FETCH, "", "indexer/fetch/redirect.cpp", [("&& !rules_.allow_downgrade", "&& false")]),
    # Its limits.
    ("decoded bytes are limited", FETCH, "", BODY, [("if (decoded > kind_limits_->decoded_bytes)", "if (false)")]),
    ("bytes on the wire are limited", FETCH, "", BODY, [("if (wire_bytes > kind_limits_->wire_bytes)", "if (false)")]),
    ("the ratio of compression is limited", FETCH, "", BODY, [("if (decoded > limits_.ratio_from_bytes && decoded / limits_.max_ratio > wire_bytes)", "if (false)")]),
    ("redirects are counted", FETCH, "", "indexer/fetch/redirect.cpp", [("if (urls_.size() > rules_.max_hops)", "if (false)")]),
    ("a circle of redirects ends", FETCH, "", "indexer/fetch/redirect.cpp", [("if (std::ranges::find(urls_, target) != urls_.end())", "if (false)")]),
    ("header bytes are limited", FETCH, "", "indexer/fetch/response_head.cpp", [("if (bytes_ > limits_.header_bytes)", "if (false)")]),
    ("header lines are limited", FETCH, "", "indexer/fetch/response_head.cpp", [("if (lines_ > limits_.header_lines + 1)", "if (false)")]),
    ("a request may take so long", FETCH, "", TRANSFER, [("  set(handle(), CURLOPT_TIMEOUT_MS, milliseconds_of(limits.of(request_.kind).total));\n", "")]),
    ("connecting may take so long", FETCH, "", TRANSFER, [("  set(handle(), CURLOPT_CONNECTTIMEOUT_MS, milliseconds_of(limits.connect));\n", "")]),
    ("a slow answer ends", FETCH, "", TRANSFER, [("  set(handle(), CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(limits.low_speed_bytes));\n", "")]),
    ("long addresses are not asked for", FETCH, "", TRANSFER, [("if (text.size() > options.limits.url_bytes)", "if (false)")]),
    ("a long Location leads nowhere", FETCH, "", "indexer/fetch/response_head.cpp", [("if (response.location.size() > limits_.url_bytes)", "if (false)")]),
    ("connections of the crawler are limited", FETCH, "", "indexer/fetch/curl_fetcher.cpp", [("running.size() < static_cast<std::size_t>(options.limits.connections)", "running.size() < 1'000'000"), ("    curl_multi_setopt(multi.get(), CURLMOPT_MAX_TOTAL_CONNECTIONS, static_cast<long>(options.limits.connections));\n", "")]),
    ("connections to a host are limited", FETCH, "", "indexer/fetch/curl_fetcher.cpp", [("    curl_multi_setopt(multi.get(), CURLMOPT_MAX_HOST_CONNECTIONS, static_cast<long>(per_host));\n", "    (void)per_host;\n")]),
    ("a feed and a page have limits of their own", FETCH, "", FETCH_LIMITS, [("return kind == ResourceKind::Feed      ? feed\n           : kind", "return kind")]),
    ("the default of a limit: page on the wire", FETCH, "", FETCH_LIMITS, [("page{5'000'000, 10'000'000}", "page{50'000'000, 10'000'000}")]),
    ("the default of a limit: page decoded", FETCH, "", FETCH_LIMITS, [("page{5'000'000, 10'000'000}", "page{5'000'000, 100'000'000}")]),
    ("the default of a limit: time", FETCH, "", FETCH_LIMITS, [("milliseconds total{30'000}", "milliseconds total{300'000}")]),
    ("the default of a limit: ratio", FETCH, "", FETCH_LIMITS, [("ratio_from_bytes = 1'000'000", "ratio_from_bytes = 100'000'000")]),
    ("free space is checked", BASE, "", "shared/base/free_space.cpp", [("if (free >= least)", "if (free >= least || free > 0)")]),
    # Those of the daemon.
    ("headers are counted", SEARCHD, "", HEAD, [("if (headers.size() == limits.header_count)", "if (false)")]),
    ("a long header is refused", SEARCHD, "", HEAD, [("if (line.size() > limits.header_bytes)", "if (false)")]),
    ("a large head is refused", SEARCHD, "", HEAD, [("if (bytes.size() > limits.head_bytes)", "if (false)")]),
    ("a large body is refused", SEARCHD, "", HEAD, [("result.ec != std::errc{} || length > limits.body_bytes", "result.ec != std::errc{}")]),
    ("chunk framing is limited", SEARCHD, "", "searchd/http/chunked_body.cpp", [("++framing_bytes_ > max_bytes_ + kFramingSlack || ", "")]),
    ("a large answer is refused", SEARCHD, "", ROUTER, [("if (answer->body.size() > settings_.answer_bytes)", "if (false)")]),
    ("code takes time by its length", "test_shared_content", "code colours*", "shared/content/code_colours.cpp", [("if (length == 0) unclosed = end;", "")]),
    ("coloured code is bounded", "test_shared_content", "content as HTML*", "shared/content/html.cpp", [("coloured_ > kMostRuns", "false")]),
    ("nobody is let in who would wait for long", SEARCHD, "", QUEUE, [("longest > limits_.long_wait", "false")]),
    ("waiting requests are limited", SEARCHD, "", QUEUE, [("longest > limits_.short_wait", "false")]),
    ("waiting requests of a client are limited", SEARCHD, "", QUEUE, [("of_client >= ", "false && of_client >= ")]),
    ("dear requests wait", SEARCHD, "", "searchd/http/request_queue.h", [("request.weight > limits_.dear_weight", "request.weight > SIZE_MAX - 1")]),
    ("light ones of dear requests go first", SEARCHD, "", QUEUE, [("std::pair(std::bit_width(one.weight), one.since)", "std::pair(0, one.since)")]),
    ("of a long article some words are compared", SEARCH, "related*", "shared/search/explore/related.cpp", [("if (stems.size() > kMostTerms)", "if (false && stems.size() > kMostTerms)")]),
    ("of a long article the beginning is compared", SEARCH, "related*", "shared/search/explore/related.cpp", [("kMostText = 256'000", "kMostText = 256'000'000")]),
    ("connections are limited", SEARCHD, "", FRONT, [("while (clients.size() >= limits.connections) {", "while (false) {")]),
    ("connections of a client are limited", SEARCHD, "", FRONT, [("if (is_client_over(name))", "if (false && is_client_over(name))")]),
    ("a request must come in time", SEARCHD, "", CONNECTION, [("waited >= limits_.request_time", "false")]),
    ("an answer must be read in time", SEARCHD, "", CONNECTION, [("now - *answer_since_ >= limits_.answer_time", "false")]),
    ("an idle connection ends", SEARCHD, "", CONNECTION, [("waited >= idle_time", "false && waited >= idle_time")]),
    ("a connection has a last request", SEARCHD, "", CONNECTION, [("++requests_ >= limits_.requests_per_connection", "++requests_ == 0")]),
    ("a long request line is refused", SEARCHD, "", HEAD, [("if (bytes.size() >= longest_line && !bytes.substr(0, longest_line).contains(\"\\r\\n\"))", "if (false)"), ("if (first.size() + kLineEnd > limits.request_line_bytes)", "if (false)")]),
    ("the default of a limit: body", SEARCHD, "", LIMITS, [("body_bytes = 64 * 1024", "body_bytes = 640 * 1024")]),
    ("the default of a limit: head", SEARCHD, "", LIMITS, [("head_bytes = 32 * 1024", "head_bytes = 320 * 1024")]),
    ("the default of a limit: connections", SEARCHD, "", LIMITS, [("connections = 512", "connections = 5120")]),
    ("the default of a limit: connections of a client", SEARCHD, "", LIMITS, [("connections_per_client = 64", "connections_per_client = 640")]),
    ("the default of a limit: time of a request", SEARCHD, "", LIMITS, [("request_time{5'000}", "request_time{50'000}")]),
    # What the index lacks is found, and what it has stays.
    ("an index without its positions is refused", SEARCH, "damage: a file that is missing*", "shared/index/index_reader.cpp", [("(columns.average_words == 0 || database.has_positions())", "columns.average_words >= 0")]),
    ("a document that no posting list has any more is found", INDEX, "index check*", CHECK, [("if (columns.is_live(document) && !left_out_.contains(document) && ", "if (document > 99'999 && ")]),
    ("an id leads to its own article", INDEX, "index check*", CHECK, [("document != 0 && reader_->columns().ids()[document] == article_number(id) ?", "document != 0 ?")]),
    ("frequencies are compared", INDEX, "index check*", CHECK, [(" || there.get_wdf() != term.get_wdf()", "")]),
    ("positions are compared", INDEX, "index check*", CHECK, [(" || *there != *at", "")]),
    ("values are compared", INDEX, "index check*", CHECK, [(" || *value != *own", "")]),
    ("data is compared", INDEX, "index check*", CHECK, [(" &&\n                       there.get_data() == made.document.get_data()", "")]),
    ("withdrawn articles are compared", INDEX, "index check*", CHECK, [("return all ? std::move(all) : std::move(reader);", "return all && false ? std::move(all) : std::move(reader);")]),
    ("what is aside replaces what was there", INDEX, "index*", WRITER, [("        remove_superseded(made);\n", "")]),
    ("of an article put aside twice the last is there", INDEX, "index*", WRITER, [("    remove_aside(id, term);\n    supersede", "    supersede")]),
    ("what is removed while many are put aside stays removed", INDEX, "index*", WRITER, [("        remove_aside(article_number(id), term);\n", "")]),
    ("a removed article leaves a tombstone", INDEX, "index*", WRITER, [("      known_removed().emplace(id);\n", "")]),
    ("a stub names a database beside it alone", INDEX, "index folder*", "shared/index/index_folder.cpp", [("if (!parse_name(name)) return damaged", "if (!parse_name(name) && line.size() > 99) return damaged")]),
    ("databases that nobody names go", INDEX, "index folder*", "shared/index/index_folder.cpp", [("name != kept) || ", "name != kept && name.empty()) || ")]),
    ("a stub that names what is not there is damage", INDEX, "index folder*", "shared/index/index_folder.cpp", [("if (folder != fs::file_type::directory)", "if (folder == fs::file_type::symlink)")]),
    ("no point in time lacks a shard", "test_shared_opensearch", "opensearch session*", "shared/opensearch/session.cpp", [("allow_partial_pit_creation=false&", "")]),
    ("a position counts when all before it was taken", "test_indexer_crawl", "cluster update*", "indexer/crawl/cluster_update.cpp", [("return away(std::move(trouble));\n    const", "return {};\n    const")]),
    ("no crawl.db is made beside an index", "test_indexer_commands", "store: without its crawl.db*", "indexer/store/open_store.cpp", [("if (!has_index) return {};", "if (!has_index || true) return {};")]),
    # What is counted is listed.
    ("withdrawn articles are hidden", SEARCH, "*", "shared/index/columns/column_state.cpp", [("    if (hides_any_) live[i] &= ~gone[i];\n", "")]),
    ("a query does not remember a former commit", SEARCH, "*", "shared/search/answer/search_engine.cpp", [(" || snapshot->index->is_stale()", "")]),
    ("a window behind a cut one follows its last hit", SEARCH, "cut answers*", "shared/search/answer/result_window.cpp", [("matched.is_exact ? revision_of(matched) : 0", "revision_of(matched)")]),
    ("a page behind a commit says so", SEARCH, "engine*", "shared/search/answer/result_order.cpp", [("  order.has_changed = is_other && cursor->revision != 0;\n", "")]),
    ("the documents of a phrase that time cut are not kept", SEARCH, "cut answers*", "shared/search/match/matcher.cpp", [("if (positional_.warnings().empty() && !budget_.was_spent()) {", "if (view_.columns.last_document > 0) {")]),
    # An article keeps its id, and every former one leads to it.
    history("names are settled after a crawl", "indexer/crawl/crawl_loop.cpp", ("  TRAWL_CHECK(context_.names.end_run(context_.now()));\n", "")),
    history("an article keeps its id", NAMING, ("if (names.empty()) {", "if (names.size() < 999) {")),
    history("of several ids the earliest stays", NAMING, ("names.front().id;", "names.back().id;")),
    history("former ids are aliases", NAMING, ("aliases.insert(name.id);", "if (name.id.empty()) aliases.insert(name.id);")),
    history("other addresses are aliases", NAMING, ("if (!is_renamed(*one)) addresses", "if (is_renamed(*one) && false) addresses")),
    history("no id is given twice", NAMING, ("if (!holder) return id;", "if (!holder || number > 0) return id;")),
    history("an alias belongs to one article", NAMING, ("if (there == cluster) aliases", "if (there >= 0) aliases")),
    history("an article that is gone is retracted", DEDUPLICATOR, ("if (!after.contains(id)) TRAWL_CHECK", "if (false) TRAWL_CHECK")),
    unit("what an article lacks is taken along", "test_indexer_identity", CANDIDATE, ("    take_facts(article, one->article);", "    if (group.own.empty()) take_facts(article, one->article);")),
    example("the ids of a blog that has moved go along with its list", CRAWL + "pages/rechecker.cpp", ("if (!successor.empty()) {", "if (false) {")),
    example("a withdrawn page leaves its names to its copy", DEDUPLICATOR, ("  TRAWL_CHECK(names_.hand_over(former.input, heir->input));\n", "")),
    example("who comes to an address inherits its names", DEDUPLICATOR, ("  TRAWL_CHECK(names_.inherit(member.address, member.input));\n", "")),
    history("an exported article brings its id", DEDUPLICATOR, ("  TRAWL_CHECK(bring(article.id)); // first, so that it stays the article's id\n", "")),
    history("an exported article brings its former ids", DEDUPLICATOR, ("if (is_article_id(alias)) TRAWL_CHECK", "if (false) TRAWL_CHECK")),
    history("a moved article is found at its new place", DEDUPLICATOR, ("  if (end != input.url) member.moved_to = std::move(end);\n", "")),
    unit("the heir of an id keeps the time since which it is searchable", "test_indexer_identity", DEDUPLICATOR, ("  return keep_first_seen(former, std::move(*heir));\n", "  return {};\n")),
    history("a moved article is kept as it was", RECORDER, ("if (has_moved) return {};", "")),
    # What has another key is read again, also after a kill.
    example("what links say otherwise is read again", DERIVE, ("return !is_refused && links_part(stored) == key;", "return !is_refused && (!stored.empty() || links_part(stored) == key);")),
    example("a site with new pages is learnt again", DERIVE, ("      sites_.forget(source);\n", "")),
    example("a source has news until all its inputs were compared", DERIVE, ("  TRAWL_TRY(const auto unread, unread_of(source, news));\n", "  TRAWL_TRY(const auto unread, unread_of(source, news));\n  TRAWL_CHECK(readings_.end(news, source));\n")),
    example("another catalogue is news of all sources", DERIVE, ("    TRAWL_CHECK(readings.note_all());\n", "")),
    # What one address lacks is taken from another.
    unit("no date is lost", "test_indexer_enrich", FACTS, ("if (!date || !other) return !date && other;", "if (!date || !other) return false;")),
    unit("no author is lost", "test_indexer_enrich", FACTS, ("return a.authors.empty() && !b.authors.empty();", "return a.authors.empty() && b.authors.empty();")),
    unit("no picture is lost", "test_indexer_enrich", FACTS, ("return a.image.empty() && !b.image.empty();", "return a.image.empty() && b.image.empty();")),
    unit("no tag is lost", "test_indexer_enrich", FACTS, ("return a.tags.empty() && !b.tags.empty();", "return a.tags.empty() && b.tags.empty();")),
    history("a copy keeps its title", FOLD, ("add({copy.url, copy.source, copy.title});", "add({copy.url, copy.source, \"\"});")),
    example("an article is not replaced by another one", BELIEFS, ("  if (is_another) {", "  if (false) {")),
    example("a page that is missing once is not withdrawn", STATE, ("kMissesIfUp = 2", "kMissesIfUp = 1")),
    example("a site that is down takes nothing away", STATE, ("!is_site_up ? kMissesIfDown : ", "")),
    example("something else waits for another day", ACCEPTANCE, ("!one.is_new && !was_seen_twice(one)", "false")),
    example("what several addresses show is no article", ACCEPTANCE, ("  return addresses >= kManyAddresses;", "  return false;")),
    example("much of a source at once waits", ACCEPTANCE, ("changes * kHeldShare > articles", "false")),
    example("a wall replaces no article", ACCEPTANCE, ("if (is_beginning(before, now)) return", "if (false) return")),
    example("a check that has passed elsewhere hides nothing", BELIEFS, ("if (!may_be_missing || is_check)", "if (!may_be_missing)")),
    example("a made-up address is asked", BELIEFS, ("  return ask_beside(row);", "  return {};")),
    example("another text under an article's title waits", ACCEPTANCE, ("return change == Change::Unlike || change == Change::Rewrite; }", "return change == Change::Unlike; }")),
    example("a wall under the titles of articles replaces none", ACCEPTANCE, ("if (is_rewritten && one.has_text_of(*other)) return true;", "")),
    example("what is there again is no failure", BELIEFS, ("return holds_article ? context_.source_store.clear_failure(source, row.url)", "return false ? context_.source_store.clear_failure(source, row.url)")),
    example("an edit of what is missing is not believed", BELIEFS, ("showing.change == Change::Edit && recheck.misses == 0;", "showing.change == Change::Edit;")),
    example("pages that lead to logins are not missing", BELIEFS, ("  if (others.empty()) return doubt(", "  if (false) return doubt(")),
    example("a new page that leads to a login is held", BELIEFS, ("  if (!holds_article) return hold_led_away(std::move(row));", "  if (!holds_article) return {};")),
    example("a new page that leads to a login is held when that is known", BELIEFS, ("  for (auto& from : first) TRAWL_CHECK(hold_led_away(std::move(from)));", "")),
    example("where a new page leads is asked again", RECORDER, ("holds_article || hops > 1 ? Moment{}", "true ? Moment{}")),
    example("what is held is not read", DERIVE, ("if (!is_page_current && !waits)", "if (!is_page_current)")),
    example("a check's noindex hides nothing", BELIEFS, ("is_closed && showing.change != Change::Unlike", "is_closed")),
    example("a new page like a check's is taken back", BELIEFS, ("if (showing.change == Change::First) return take_back(showing);", "")),
    example("a silent host is left in the end", STATE, ("kLongestSilence{30}", "kLongestSilence{9999}")),
    *[not_exported(field) for field in ("authors", "published", "updated", "indexed", "category", "tags", "language",
                                        "image", "words", "reading_minutes", "aliases", "copies", "provenance")],
    not_exported("captions"),
    history("exported: labels", EXPORT, ('if (member.name == "source") row', "if (false) row")),
    history("imported: white space", EXPORT, ("article.text = row.text(\"text\", true)", "article.text = row.text(\"text\")")),
    history("imported: when it was indexed", EXPORT, ("article.indexed = std::min(article.indexed, now);", "article.indexed = now;")),
    history("imported: labels", IMPORTER, ("TRAWL_CHECK(source_store_.save_label(source, label));", "(void)label;")),
    example("imported: names are settled", IMPORTER, ("  TRAWL_CHECK(store::NameStore(*database_).end_run(clock_()));\n", "")),
    history("indexed: aliases", "shared/index/article_document.cpp", ("terms.add_boolean(schema::alias_term(id));", "(void)id;")),
    history("indexed: former ids", "shared/article/article_names.cpp", ("is_article_id(alias) ? alias : article_id(alias)", "article_id(alias)")),
    history("stored: precision of dates", "shared/article/article_record.cpp", ("return date ? Json(to_text(*date)) : Json();", "return date ? Json(to_rfc3339(date->time)) : Json();")),
]
