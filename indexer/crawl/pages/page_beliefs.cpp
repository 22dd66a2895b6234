// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_beliefs.h"

#include "indexer/crawl/pages/page_state.h"
#include "indexer/enrich/facts.h"
#include "indexer/store/compress.h"
#include "shared/article/speaker.h"
#include "shared/base/sha256.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <string_view>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr std::string_view kHeld = "held";     // the code of a page that is not believed
constexpr std::string_view kBeside = "beside"; // the code of an address that was made up (ask_beside)
constexpr std::chrono::days kProvisional{3};   // so long a first reading may turn out to be what others show, too

/// Whether the title or the text is what a list says.
bool has_words_of_list(const Extraction& extraction) {
  const Article& article = extraction.article;
  return std::ranges::any_of(article.provenance, [&](const Provenance& row) {
    return (row.field == "text" || row.field == "title") && is_of_feed(saying_of(row, article).from);
  });
}

/// Whether a page that still has the title and text of `before` has lost a date, authors or tags, and states the same
/// address as its own.
bool says_less(const Extraction& now, const identity::Version& before) {
  Article article = now.article;
  return now.claim == before.claim && !enrich::improve(article, before.article).empty();
}

/// Why a page is not believed.
std::string sentence_of(const Showing& showing, Belief belief) {
  if (belief == Belief::Beginning) return "it shows only the beginning of its article, which keeps its text";
  const std::string title = showing.title.empty() ? "" : " (\"" + showing.title + "\")";
  if (belief == Belief::Shared) return "it shows what other addresses of its source show, too" + title;
  return "it shows something else than its article" + title + "; it is looked at again";
}

/// In the same folder, with the ending of the same kind: servers answer by these.
std::string address_beside(const std::string& url) {
  const auto path = url.substr(0, url.find_first_of("?#"));
  const auto end = path.ends_with('/') ? path.size() - 1 : path.size();
  const auto root = url.find('/', url.find("://") + 3) + 1;
  const auto name = std::max(root, path.rfind('/', end - 1) + 1);
  const auto folder = url.substr(0, name);
  return folder + sha256_hex(folder, 6) + path.substr(std::min(path.find_first_of("./", name), path.size()));
}

/// Whether nothing is named but a host: that is where many sites lead from what is missing.
bool is_home(std::string_view url) {
  const auto path = url.find('/', url.find("://") + 3);
  return path == std::string_view::npos || path + 1 == url.size();
}

} // namespace

bool is_made_up(const store::UrlRow& row) { return row.code == kBeside; }

Result<void> PageBeliefs::receive(Job& job) {
  TRAWL_TRY(auto row, context_.urls.url(job.row));
  if (is_made_up(row)) return pending_.save(Showing::of(row.id, Change::None, job.extraction, context_.now()));
  if (job.extraction.kind == ExtractionKind::Redirect) return receive_redirect(job, std::move(row));
  const auto own = has_words_of_list(job.extraction) ? alone(job.input, job) : job.extraction;
  TRAWL_TRY(const auto versions, deduplicator_.versions_at(row.url));
  auto change = versions.empty() ? Change::First : Change::Unlike;
  bool is_less = false;
  for (const auto& version : versions) {
    TRAWL_TRY(const auto one, change_from(version, job, own));
    change = less_of(change, one);
    is_less |= one == Change::None && version.address == row.url && says_less(job.extraction, version);
  }
  if (change == Change::Rewrite) { // what had left its address need not wait to be back there
    TRAWL_TRY(const auto recheck, context_.rechecks.of(row.id));
    if (recheck.gone_since) change = Change::Edit;
  }
  auto showing = Showing::of(row.id, change, own, context_.now());
  const bool has_moved = !versions.empty() && versions.front().address != row.url;
  if (has_moved && change == Change::Unlike && !job.extraction.is_failure)
    return refuse_target(std::move(row), std::move(showing));
  if (job.extraction.kind == ExtractionKind::NotArticle)
    return receive_no_article(job, std::move(row), std::move(showing));
  if (is_less) return confirm(std::move(row)); // such as a page that a new build of its site dates today
  TRAWL_TRY(const bool is_held, is_still_held(showing));
  const bool is_changed = change != Change::None && change != Change::First && !has_moved;
  if (is_held || is_changed) return doubt(std::move(row), std::move(showing), &job);
  return accept(job, std::move(row), std::move(showing));
}

Result<void> PageBeliefs::confirm(store::UrlRow row) {
  TRAWL_TRY(const auto input, context_.inputs.find(row.url, store::InputKind::Page, false));
  if (input) TRAWL_CHECK(context_.inputs.confirm(input->id, context_.now()));
  TRAWL_CHECK(settle(row.id));
  TRAWL_CHECK(recorder_.apply(row, {.what = Seen::NotModified}));
  TRAWL_CHECK(rechecker_.found(row));
  TRAWL_TRY(const auto source, context_.owner_of(row));
  if (source.empty()) return {};
  if (input) recorder_.counts().add_unchanged(input->id, source);
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  return holds_article ? context_.source_store.clear_failure(source, row.url) : Result<void>{};
}

/// What the page shows without what lists say of it, whose words may hide that it shows something else.
Extraction PageBeliefs::alone(const store::Input& input, const Job& job) const {
  auto links = job.inlinks;
  for (auto& link : links) link.signal.clear();
  return extract_article(input, links, context_.knowledge, job.site.get());
}

/// How what was fetched differs from the article that was there. `own`: what the page shows alone.
Result<Change> PageBeliefs::change_from(const identity::Version& before, const Job& job, const Extraction& own) {
  const auto change = change_of(before.article, job.extraction.article);
  if (change == Change::Unlike || !has_words_of_list(job.extraction)) return change;
  TRAWL_TRY(const auto input, context_.inputs.find(before.address, store::InputKind::Page));
  if (!input) return change;
  const auto former = alone(*input, job).article;
  const auto& now = own.article;
  if (former.text.empty() && now.text.empty()) return former.title == now.title ? change : Change::Unlike;
  const auto alone_change = change_of(former, now);
  return is_another_text(alone_change) ? alone_change : change;
}

/// Whether a new page shows what it was held for.
Result<bool> PageBeliefs::is_still_held(const Showing& showing) {
  if (showing.change != Change::First) return false;
  TRAWL_TRY(const auto before, pending_.of(showing.url));
  return before && (before->change != Change::First || before->is_held()) && before->is_alike(showing);
}

/// A page that is new, or that shows its article. A first reading is provisional.
Result<void> PageBeliefs::accept(Job& job, store::UrlRow row, Showing showing) {
  TRAWL_CHECK(recorder_.store(job, row));
  TRAWL_TRY(const auto leading, context_.urls.leading_to(row.url));
  for (const auto& address : leading) {
    TRAWL_TRY(const auto from, context_.urls.url(address));
    TRAWL_TRY([[maybe_unused]] const bool is_here, note_moved(from.id));
  }
  TRAWL_CHECK(settle(showing.url));
  TRAWL_TRY(const auto known, pending_.of(showing.url));
  if (showing.change != Change::First || known) return {};
  showing.is_new = true;
  TRAWL_CHECK(pending_.save(showing));
  return is_named_otherwise(job, context_.knowledge.places) ? rechecker_.ask_neighbour(job.input.url, job.row)
                                                            : Result<void>{};
}

Result<void> PageBeliefs::receive_redirect(Job& job, store::UrlRow row) {
  TRAWL_CHECK(recorder_.keep(job, row));
  return follow(std::move(row), job.extraction.target, job.hops + 1);
}

Result<void> PageBeliefs::follow(store::UrlRow row, const std::string& location, int hops) {
  auto shown = Showing::leading_to(row.id, location, context_.now());
  if (is_made_up(row)) {
    shown.change = Change::None;
    return pending_.save(shown);
  }
  TRAWL_TRY(const bool is_followed, recorder_.redirect(row, location, hops));
  TRAWL_TRY(const auto recheck, context_.rechecks.of(row.id));
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  const bool is_between = hops > 1 && !holds_article; // an intermediate hop
  if (is_followed && (recheck.gone_since || is_between)) return {};
  if (is_followed) {
    led_.insert(row.id);
    TRAWL_TRY([[maybe_unused]] const bool is_there, note_moved(row.id));
    return {};
  }
  if (holds_article && !recheck.gone_since && !is_home(location)) return doubt_led(std::move(row), std::move(shown));
  const Error error{ErrorCode::Malformed, "it redirects to a page that is not an article", location, ""};
  return recorder_.fail(std::move(row), error, 404);
}

/// An article's address redirects here, and something else is here: that is no article because of it.
Result<void> PageBeliefs::refuse_target(store::UrlRow row, Showing showing) {
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_CHECK(context_.source_store.save_failure({source, row.url, "led_here",
                                                  "the address of an article redirects here, and shows something else",
                                                  1, context_.now()}));
  refused_.insert_or_assign(row.id, std::move(showing));
  return recorder_.apply(row, {.what = Seen::NotArticle});
}

/// Records that the article of a redirecting address has moved, if it lives where that leads. Whether it does.
Result<bool> PageBeliefs::note_moved(std::int64_t url) {
  if (!led_.contains(url)) return false;
  TRAWL_TRY(const auto row, context_.urls.url(url));
  TRAWL_TRY(const bool is_elsewhere, deduplicator_.lives_elsewhere(row.url));
  if (!is_elsewhere) return false;
  led_.erase(row.id);
  TRAWL_CHECK(pending_.drop(row.id));
  TRAWL_CHECK(rechecker_.moved(row));
  return true;
}

/// Decides about the addresses that redirect: either the article is where they lead, which may be known only now, or
/// what is there is doubted. True if an article has moved.
Result<bool> PageBeliefs::end_redirects() {
  bool is_one_there = false;
  for (const auto id : std::set(led_)) {
    TRAWL_TRY(auto row, context_.urls.url(id));
    if (row.state != store::UrlState::Redirect) continue;
    TRAWL_TRY(const bool is_there, note_moved(row.id));
    is_one_there = is_one_there || is_there;
    if (!is_there) TRAWL_CHECK(end_redirect(std::move(row)));
  }
  return is_one_there;
}

/// The article is not where its address leads.
Result<void> PageBeliefs::end_redirect(store::UrlRow row) {
  TRAWL_TRY(const auto end, context_.urls.end_of(row.url));
  TRAWL_TRY(const auto target, context_.urls.url(end));
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  if (!holds_article && target.state == store::UrlState::New) return {};
  if (!holds_article && target.state == store::UrlState::Stored)
    return recorder_.apply(row, {.what = Seen::Remembered});
  if (!holds_article) return hold_led_away(std::move(row));
  const bool is_unknown =
      target.state == store::UrlState::New || (target.state == store::UrlState::Failed && target.due_at);
  if (is_unknown) return rechecker_.unsettled(row, context_.now());
  const auto refused = refused_.find(target.id);
  auto shown = refused != refused_.end() ? refused->second : Showing::leading_to(0, target.url, context_.now());
  shown.url = row.id;
  shown.change = Change::Unlike;
  return doubt_led(std::move(row), std::move(shown));
}

/// The article may be at an address to which this one does not lead.
Result<void> PageBeliefs::doubt_led(store::UrlRow row, Showing showing) {
  TRAWL_TRY(const auto others, deduplicator_.other_pages(row.url));
  led_away_.insert(row.id);
  if (others.empty()) return doubt(std::move(row), std::move(showing), nullptr);
  TRAWL_CHECK(pending_.drop(row.id));
  const Error error{ErrorCode::Malformed, "it redirects to something else", row.url, ""};
  return recorder_.miss(std::move(row), error, Absence::Missing);
}

/// A new page leads to one that is no article or cannot be read: what a feed says of it stands in, and it is asked
/// again.
Result<void> PageBeliefs::hold_led_away(store::UrlRow row) {
  TRAWL_TRY(const auto links, context_.urls.bare_inlinks(row.id));
  auto since = context_.now();
  for (const auto& link : links) {
    if (link.since != store::DiscoveredLink::kNew) since = std::min(since, Moment(std::chrono::seconds(link.since)));
  }
  return recorder_.apply(row, {.what = Seen::TakenBack, .again = next_look(since, context_.now())});
}

/// What is there now is no article. If what was there was one, its text is kept.
Result<void> PageBeliefs::receive_no_article(Job& job, store::UrlRow row, Showing showing) {
  const Error error{ErrorCode::Malformed, job.extraction.why, row.url, ""};
  const bool is_closed = job.extraction.code == "noindex";
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  if (!holds_article && (job.extraction.is_failure || !is_closed)) return recorder_.store(job, std::move(row));
  if (!holds_article) {
    TRAWL_TRY(const bool is_held, is_still_held(showing));
    if (is_held) return doubt(std::move(row), std::move(showing), &job);
    TRAWL_CHECK(accept(job, row, std::move(showing)));
    return rechecker_.closed(row, job.input.first_seen);
  }
  if (job.extraction.is_failure) return recorder_.fail(std::move(row), error, 0);
  if (showing.change == Change::First) // of an article that was imported
    return recorder_.miss(std::move(row), error, is_closed ? Absence::Withdrawn : Absence::Missing);
  if (is_closed && showing.change != Change::Unlike) return recorder_.miss(std::move(row), error, Absence::Withdrawn);
  showing.change = Change::Unlike;
  return doubt(std::move(row), std::move(showing), &job);
}

/// An address shows its article. What it has shown meanwhile was none, and is none at other addresses for some days.
Result<void> PageBeliefs::settle(std::int64_t url) {
  TRAWL_TRY(auto showing, pending_.of(url));
  if (!showing || showing->change == Change::None || showing->is_provisional()) return {}; // see `judge`
  const bool was_held = showing->change == Change::Unlike || showing->is_held();
  if (!was_held) return pending_.drop(url);
  showing->change = Change::None;
  showing->since = context_.now();
  return pending_.save(*showing);
}

/// Keeps what an address shows until it is decided whether to believe it. `job`: its page; null: it redirects.
Result<void> PageBeliefs::doubt(store::UrlRow row, Showing showing, const Job* job) {
  TRAWL_TRY(const auto before, pending_.of(row.id));
  showing.is_new = before && job && before->is_new;
  if (before && before->change == showing.change && before->is_alike(showing)) showing.since = before->since;
  TRAWL_CHECK(pending_.save(showing, job ? job->input : store::Input{}, job ? job->frame : std::string()));
  if (showing.change == Change::Beginning) { // it is there
    TRAWL_CHECK(recorder_.apply(row, {.what = Seen::NotModified}));
    return rechecker_.found(row);
  }
  const auto again = next_look(showing.since, showing.seen);
  if (showing.change == Change::First) return hold_new(row, again, row.state == store::UrlState::NotArticle);
  TRAWL_CHECK(recorder_.apply(row, {.what = Seen::Held, .again = again}));
  if (showing.change == Change::Edit) return {};
  if (showing.change == Change::Unlike) TRAWL_CHECK(note_dropped(row));
  TRAWL_CHECK(rechecker_.ask_neighbour(row.url, row.id));
  return ask_beside(row);
}

/// A new page is asked again, or the addresses that lead to it are. `was_led_to`: it was held as such before.
Result<void> PageBeliefs::hold_new(store::UrlRow row, Moment again, bool was_led_to) {
  TRAWL_TRY(const auto leading, context_.urls.leading_to(row.url));
  const bool is_led_to = was_led_to || !leading.empty();
  TRAWL_CHECK(recorder_.apply(row, {.what = is_led_to ? Seen::NotArticle : Seen::TakenBack, .again = again}));
  std::vector<store::UrlRow> first; // without intermediate hops
  for (const auto& address : leading) {
    TRAWL_TRY(const auto before, context_.urls.leading_to(address));
    TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(address));
    TRAWL_TRY(auto from, context_.urls.url(address));
    if (before.empty() && !holds_article) first.push_back(std::move(from));
  }
  for (auto& from : first) TRAWL_CHECK(hold_led_away(std::move(from)));
  return {};
}

/// Whether lists have just ceased to name the article.
Result<void> PageBeliefs::note_dropped(const store::UrlRow& row) {
  TRAWL_TRY(const auto recheck, context_.rechecks.of(row.id));
  TRAWL_TRY(const bool is_listed, context_.rechecks.is_listed(row.id, context_.now() - kListTrust));
  if (recheck.due_at == store::kNow && !is_listed) dropped_.insert(row.id);
  return {};
}

/// Asks for a page beside it that nobody can have named: some sites show an apology, with status 200, where there is
/// nothing.
Result<void> PageBeliefs::ask_beside(const store::UrlRow& row) {
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_TRY(auto beside, context_.urls.url(address_beside(row.url)));
  if (beside.state == store::UrlState::New) {
    beside = next(std::move(beside), {.what = Seen::NotArticle});
    beside.code = kBeside;
    TRAWL_CHECK(context_.urls.save_url(beside));
    TRAWL_CHECK(context_.urls.save_link(beside.id, {source, row.url, ""}));
  }
  if (is_made_up(beside)) scheduler_.fetch(beside);
  return {};
}

Result<bool> PageBeliefs::judge(const std::function<Result<void>()>& batch) {
  TRAWL_TRY(bool has_changed, end_redirects());
  std::map<std::string, std::vector<Showing>> by_source;
  TRAWL_TRY(const auto pending, pending_.all());
  for (const auto& showing : pending) {
    const bool is_short = showing.change == Change::None || showing.is_provisional();
    if (is_short && showing.since + kProvisional < context_.now()) {
      TRAWL_CHECK(pending_.drop(showing.url));
      continue;
    }
    TRAWL_TRY(const auto source, context_.owner_of(showing.url));
    by_source[source].push_back(showing);
  }
  for (const auto& [source, showings] : by_source) {
    TRAWL_TRY(const bool changed, judge_source(source, showings, batch));
    has_changed = has_changed || changed;
  }
  return has_changed;
}

/// Decides about what the addresses of one source show. Whether that changes an article.
Result<bool> PageBeliefs::judge_source(const std::string& source, const std::vector<Showing>& showings,
                                       const std::function<Result<void>()>& batch) {
  TRAWL_TRY(const auto articles, deduplicator_.articles_of(source));
  const auto beliefs = believe(showings, articles);
  bool has_changed = false;
  for (std::size_t i = 0; i < showings.size(); ++i) {
    const auto& showing = showings[i];
    const bool is_believed = beliefs[i] == Belief::Believed && !dropped_.contains(showing.url);
    if (showing.change == Change::None || (is_believed && showing.is_provisional())) continue; // nothing is to do
    TRAWL_TRY(const bool is_told, was_told(source, showing));
    // What was doubted waits for its next look; only edits are confirmed by others.
    if (is_told && (showing.change != Change::Edit || !is_believed)) continue;
    bool has_one_changed = false;
    if (is_believed) {
      TRAWL_TRY(has_one_changed, believe_one(showing));
    } else if (was_seen_today(showing) || showing.is_provisional()) {
      TRAWL_TRY(has_one_changed, disbelieve(source, showing, beliefs[i], showings));
    }
    if (has_one_changed) TRAWL_CHECK(batch());
    has_changed = has_changed || has_one_changed;
  }
  return has_changed;
}

/// What an address shows is not its article, for now at least: that is said, a new page is taken back, and a known one
/// is missing or looked at again. `showings`: of its source. Whether that changes an article.
Result<bool> PageBeliefs::disbelieve(const std::string& source, const Showing& showing, Belief belief,
                                     const std::vector<Showing>& showings) {
  TRAWL_TRY(const auto row, context_.urls.url(showing.url));
  TRAWL_CHECK(note_doubt(source, row, showing, belief));
  if (showing.change == Change::First) return take_back(showing);
  TRAWL_TRY(const auto absence, absence_of(row, showing, belief, showings));
  if (absence) {
    TRAWL_CHECK(rechecker_.missed(row, *absence));
    TRAWL_CHECK(settle_if_moved(row.id));
  } else if (showing.change == Change::Rewrite) {
    TRAWL_CHECK(rechecker_.unsettled(row, showing.since));
  } else if (belief != Belief::Beginning) {
    TRAWL_CHECK(rechecker_.doubted(row, showing.since));
  }
  return false;
}

/// How the article is missing because of what its address shows; nullopt: it may still be there.
Result<std::optional<Absence>> PageBeliefs::absence_of(const store::UrlRow& row, const Showing& showing, Belief belief,
                                                       const std::vector<Showing>& showings) {
  const bool is_dropped = dropped_.contains(row.id);
  if (showing.change != Change::Unlike || belief == Belief::OnSecondDay)
    return is_dropped ? std::optional(Absence::Replaced) : std::nullopt;
  TRAWL_TRY(const bool is_shown_for_nothing, is_shown_beside(row, showing));
  TRAWL_TRY(const bool may_be_missing,
            rechecker_.stands_for_missing(row, {showing.since, is_shown_for_nothing, is_dropped}));
  TRAWL_TRY(const bool is_check, may_be_missing ? has_passed_elsewhere(showing, showings) : Result<bool>(false));
  if (!may_be_missing || is_check) return std::nullopt;
  return led_away_.contains(row.id) && is_shown_for_nothing ? Absence::LedAway : Absence::Replaced;
}

/// Whether another address has shown the same lately, and shows its article again: so does a check for robots.
Result<bool> PageBeliefs::has_passed_elsewhere(const Showing& showing, const std::vector<Showing>& showings) {
  for (const auto& other : showings) {
    if (other.change != Change::None || !other.is_alike(showing)) continue;
    TRAWL_TRY(const auto row, context_.urls.url(other.url));
    if (row.state == store::UrlState::Stored) return true;
  }
  return false;
}

/// Whether the made-up address beside the page shows the same today.
Result<bool> PageBeliefs::is_shown_beside(const store::UrlRow& row, const Showing& showing) {
  TRAWL_TRY(const auto beside, context_.urls.url(address_beside(row.url)));
  TRAWL_TRY(const auto known, pending_.of(beside.id));
  return known && was_seen_today(*known) && known->is_alike(showing);
}

bool PageBeliefs::was_seen_today(const Showing& showing) const { return showing.seen + kNextLook > context_.now(); }

/// If the article of an address that was missing has been found at another one, what it shows is doubted no longer.
Result<void> PageBeliefs::settle_if_moved(std::int64_t url) {
  TRAWL_TRY(const auto recheck, context_.rechecks.of(url));
  return recheck.misses == 0 ? settle(url) : Result<void>{};
}

/// An article's address leads to something else, and its article is nowhere.
Result<bool> PageBeliefs::leave(store::UrlRow row) {
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_CHECK(recorder_.apply(row, {.what = Seen::Missing}));
  TRAWL_CHECK(context_.source_store.save_failure(
      {source, row.url, std::string(kHeld), "it redirects to something else", 1, context_.now()}));
  TRAWL_CHECK(rechecker_.missed(row, Absence::LedAway));
  TRAWL_CHECK(settle_if_moved(row.id));
  return true;
}

Result<void> PageBeliefs::end() {
  for (const auto url : led_away_) {
    TRAWL_TRY(const auto recheck, context_.rechecks.of(url));
    if (recheck.gone_since) TRAWL_CHECK(pending_.drop(url));
  }
  return {};
}

/// What an address shows is its article from now on. Whether that changes anything.
Result<bool> PageBeliefs::believe_one(const Showing& showing) {
  TRAWL_TRY(const auto recheck, context_.rechecks.of(showing.url));
  const bool may_be_there = showing.change == Change::Edit && recheck.misses == 0;
  if (!was_seen_today(showing) && !may_be_there) return false;
  TRAWL_TRY(auto page, pending_.page(showing.url));
  TRAWL_TRY(auto row, context_.urls.url(showing.url));
  if (!page) return showing.change == Change::Unlike ? leave(std::move(row)) : Result<bool>(false);
  Job job;
  job.input = std::move(*page);
  job.row = showing.url;
  TRAWL_CHECK(recorder_.read(job));
  const bool is_article = job.extraction.kind == ExtractionKind::Article;
  const bool is_rewritten = is_article && is_another_text(showing.change);
  TRAWL_TRY(const bool is_another,
            is_rewritten ? deduplicator_.is_of_another(row.url, job.extraction) : Result<bool>(false));
  if (is_another) { // which has its own page
    TRAWL_CHECK(note_doubt(context_.knowledge.places.owner(row.url, job.inlinks), row, showing, Belief::Shared));
    TRAWL_CHECK(rechecker_.doubted(row, showing.since));
    return false;
  }
  TRAWL_CHECK(pending_.drop(row.id));
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  if (job.extraction.kind == ExtractionKind::Redirect) {
    TRAWL_CHECK(receive_redirect(job, std::move(row)));
    return true;
  }
  if (is_article || !holds_article) {
    TRAWL_CHECK(recorder_.store(job, row));
    return true;
  }
  const Error error{ErrorCode::Malformed, job.extraction.why, row.url, ""};
  TRAWL_CHECK(recorder_.miss(std::move(row), error, Absence::Withdrawn));
  return true;
}

/// Of a page that became an article when it came: other addresses show the same. Whether that was so until now.
Result<bool> PageBeliefs::take_back(const Showing& showing) {
  TRAWL_TRY(auto row, context_.urls.url(showing.url));
  TRAWL_TRY(auto input, context_.inputs.find(row.url, store::InputKind::Page));
  if (!input || !showing.is_new) return false;
  auto held = showing;
  held.is_new = false;
  TRAWL_CHECK(pending_.save(held, *input, store::compress(input->body)));
  input->etag = input->last_modified = {};
  TRAWL_CHECK(context_.inputs.save(*input, store::compress("")));
  TRAWL_CHECK(deduplicator_.drop(input->id));
  recorder_.counts().take_back(input->id);
  TRAWL_CHECK(context_.rechecks.save({.url = row.id})); // without an article there is nothing to recheck
  TRAWL_CHECK(hold_new(std::move(row), next_look(showing.since, context_.now()), false));
  return true;
}

/// Says why a page is not believed.
Result<void> PageBeliefs::note_doubt(const std::string& source, const store::UrlRow& row, const Showing& showing,
                                     Belief why) {
  const auto sentence = sentence_of(showing, why);
  auto& report = context_.report.of(source);
  if (report.failure.empty()) report.failure = row.url + ": " + sentence;
  return context_.source_store.save_failure({source, row.url, std::string(kHeld), sentence, 1, context_.now()});
}

/// Whether that was said since the page was seen: in this crawl, or in one a few hours ago.
Result<bool> PageBeliefs::was_told(const std::string& source, const Showing& showing) {
  TRAWL_TRY(const auto row, context_.urls.url(showing.url));
  TRAWL_TRY(const auto failure, context_.source_store.failure(source, row.url));
  return failure && failure->code == kHeld && failure->last >= showing.seen;
}

} // namespace trawl::crawl
