// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_processor.h"

#include "indexer/crawl/pages/robots_tag.h"
#include "indexer/crawl/pipeline/feed_signal.h"
#include "indexer/enrich/facts.h"
#include "indexer/enrich/fold_copies.h"
#include "indexer/fetch/redirect.h"
#include "indexer/fetch/retry.h"
#include "indexer/store/compress.h"
#include "shared/article/speaker.h"
#include "shared/base/sha256.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr int kMaxHops = 5;
constexpr std::string_view kBeside = "beside"; // the code of an address that was made up (ask_beside)
constexpr std::chrono::days kProvisional{3};   // so long a first reading may turn out to be what others show, too

bool has_text_of_feed(const Extraction& extraction) {
  const Article& article = extraction.article;
  return std::ranges::any_of(article.provenance, [&](const Provenance& row) {
    return row.field == "text" && is_of_feed(saying_of(row, article).from);
  });
}

/// Whether a page with the title and text of `before` says less than that of its article, and nothing else: it lacks a
/// date, authors or tags.
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

} // namespace

PageProcessor::PageProcessor(CrawlContext& context, store::Database& database, PageScheduler& scheduler,
                             LinkDiscovery& links, PictureKeeper& pictures)
    : context_(context), scheduler_(scheduler), links_(links), pictures_(pictures), deduplicator_(database),
      rechecker_(context, scheduler, deduplicator_), pending_(database),
      derivation_(database, context.knowledge, deduplicator_) {}

bool PageProcessor::is_enough() const {
  const auto limit = context_.options.max_pages;
  return limit != 0 && context_.report.pages >= limit;
}

Result<fetch::FetchRequest> PageProcessor::begin_request(const Task& task) {
  fetch::FetchRequest request;
  request.url = task.url;
  ++context_.report.pages;
  TRAWL_TRY(const auto known, context_.inputs.find(task.url, store::InputKind::Page, false));
  TRAWL_TRY(const auto row, context_.urls.url(task.row));
  if (known && row.state != store::UrlState::Redirect) {
    request.etag = known->etag;
    request.last_modified = known->last_modified;
  }
  return request;
}

Result<void> PageProcessor::on_response(const Task& task, const Result<fetch::FetchResponse>& result) {
  TRAWL_TRY(auto row, context_.urls.url(task.row));
  if (row.code == kBeside && (!result || result->status != 200)) return {}; // no page is shown there
  if (!result) return fail_page(std::move(row), result.error(), 0, std::nullopt);
  const auto& response = *result;
  if (response.status == 304) return confirm(std::move(row));
  if (response.status == 200) return extract_page(task, response);
  if (fetch::is_redirect(response.status)) {
    const bool is_plain = task.url.starts_with("http://");
    fetch::RedirectChain chain(task.url, {.max_hops = kMaxHops, .allow_downgrade = is_plain});
    auto next = chain.follow(response);
    if (!next) return fail_page(std::move(row), next.error(), response.status, std::nullopt);
    return redirect(std::move(row), *next, task.hops + 1);
  }
  const Error error{ErrorCode::HttpStatus, "the server answered " + std::to_string(response.status), task.url, ""};
  const auto retry_after = fetch::parse_retry_after(response.retry_after, context_.now());
  return fail_page(std::move(row), error, response.status, retry_after);
}

Result<void> PageProcessor::refuse(const Task& task, const Error& error) {
  TRAWL_TRY(auto row, context_.urls.url(task.row));
  return row.code == kBeside ? Result<void>{} : fail_page(std::move(row), error, 0, std::nullopt);
}

/// Until the page can be fetched, the text of its feed entry is used. The rechecks of a stored page go on as planned; a
/// host that does not answer is an answer for all its pages.
Result<void> PageProcessor::postpone(const Task& task, const Error& error, Moment until) {
  TRAWL_TRY(auto row, context_.urls.url(task.row));
  if (row.code == kBeside) return {};
  const bool is_silent = is_recheck(row) && error.code == ErrorCode::Timeout;
  TRAWL_CHECK(apply(row, {.what = Seen::Postponed, .again = until, .holds_article = is_silent}));
  TRAWL_TRY(const auto inlinks, context_.urls.inlinks(row.id));
  if (inlinks.empty()) return {};
  auto& report = context_.report.of(context_.knowledge.places.owner(row.url, inlinks));
  ++report.postponed;
  report.waits_until = std::max(report.waits_until, until);
  if (report.error.empty()) report.error = to_sentence(error);
  return {};
}

Result<void> PageProcessor::extract_page(const Task& task, const fetch::FetchResponse& response) {
  Job job;
  job.input.kind = store::InputKind::Page;
  job.input.url = task.url;
  job.input.content_type = response.content_type;
  job.input.etag = response.etag;
  job.input.last_modified = response.last_modified;
  job.input.noindex = says_noindex(response.x_robots_tag, context_.options.product);
  job.input.fetched_at = context_.now();
  job.input.body = response.body;
  job.row = task.row;
  job.hops = task.hops;
  TRAWL_CHECK(read(job));
  return receive(job);
}

/// What the page of a job says, by its links and its site.
Result<void> PageProcessor::read(Job& job) {
  TRAWL_TRY(const auto known, context_.inputs.find(job.input.url, store::InputKind::Page, false));
  job.input.first_seen = known ? known->first_seen : job.input.fetched_at;
  TRAWL_TRY(job.inlinks, context_.urls.inlinks(job.row));
  TRAWL_TRY(job.site, derivation_.site_of(job.input.url, job.inlinks));
  return extract_job(job, context_.knowledge, !context_.backfills.empty());
}

/// 304: the stored page is current.
Result<void> PageProcessor::confirm(store::UrlRow row) {
  TRAWL_TRY(const auto input, context_.inputs.find(row.url, store::InputKind::Page, false));
  if (input) TRAWL_CHECK(context_.inputs.confirm(input->id, context_.now()));
  TRAWL_CHECK(settle(row.id));
  TRAWL_CHECK(apply(row, {.what = Seen::NotModified}));
  TRAWL_TRY(const auto source, context_.owner_of(row));
  if (source.empty()) return {};
  if (input) counted_.try_emplace(input->id, Counted{source, &SourceReport::unchanged});
  ++context_.report.of(source).unchanged;
  return {};
}

/// A redirect, by HTTP or by the page itself: all links to the first URL become links to the second one too.
Result<void> PageProcessor::redirect(store::UrlRow row, const std::string& location, int hops) {
  const auto url = url::canonical(location);
  TRAWL_TRY(const auto inlinks, context_.urls.inlinks(row.id));
  const bool is_same_site = url::site(url) == url::site(row.url);
  const bool may_be_article = std::ranges::any_of(inlinks, [&](const store::DiscoveredLink& link) {
    const auto source = context_.knowledge.sources.find(link.source);
    const bool is_accepted = source != context_.knowledge.sources.end() && source->second.rules.accepts(url);
    return is_accepted || (!is_same_site && !looks_like_listing(url));
  });
  if (url.empty() || !may_be_article) {
    const Error error{ErrorCode::Malformed, "it redirects to a page that is not an article", location, ""};
    return fail_page(std::move(row), error, 404, {}, location);
  }
  TRAWL_TRY(const auto target, redirect_target(row, url, hops));
  if (!target) {
    const Error error{ErrorCode::Malformed, "it redirects in a circle or too often", location, ""};
    return fail_page(std::move(row), error, 404, {});
  }
  TRAWL_TRY(const bool has_article, deduplicator_.has_article(row.url));
  for (const auto& link : inlinks) TRAWL_CHECK(context_.urls.save_link(target->id, link));
  TRAWL_CHECK(apply(row, {.what = Seen::Redirect, .target = target->id, .holds_article = has_article}));
  TRAWL_CHECK(deduplicator_.follow_redirect(row.url));
  const bool may_be_there =
      target->state == store::UrlState::New || (has_article && target->state == store::UrlState::NotArticle);
  if (may_be_there) scheduler_.fetch(*target, hops);
  if (!has_article && target->state == store::UrlState::NotArticle) return hold_led_away(row.url);
  return {};
}

/// The row that a redirect of `row` to `url` ends at, along known redirects; nullopt if it is a circle or too long.
Result<std::optional<store::UrlRow>> PageProcessor::redirect_target(const store::UrlRow& row, const std::string& url,
                                                                    int hops) {
  TRAWL_TRY(auto target, context_.urls.url(url));
  if (target.state == store::UrlState::Redirect && target.target == row.id) { // the other way round until now
    TRAWL_CHECK(apply(target, {.what = Seen::LeadsHere, .now = context_.now()}));
  }
  for (int i = 0; target.state == store::UrlState::Redirect && target.target != 0 && i < kMaxHops; ++i) {
    TRAWL_TRY(target, context_.urls.url(target.target));
  }
  if (hops > kMaxHops || target.id == row.id || target.state == store::UrlState::Redirect) return std::nullopt;
  return target;
}

Result<void> PageProcessor::fail_page(store::UrlRow row, const Error& error, int status,
                                      std::optional<std::chrono::seconds> retry_after, const std::string& led_to) {
  const auto now = context_.now();
  const bool is_absent = status == 404 || status == 410;
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  if (is_absent && holds_article)
    return miss(std::move(row), error, status == 410 ? Absence::Gone : Absence::Missing, led_to);
  row.code = name_of(error.code);
  TRAWL_CHECK(apply(row, {.what = is_absent ? Seen::NeverThere : Seen::Failed,
                          .now = now,
                          .retry_after = retry_after,
                          .holds_article = holds_article}));
  TRAWL_TRY(const auto inlinks, context_.urls.inlinks(row.id));
  if (!inlinks.empty()) {
    const auto source = context_.knowledge.places.owner(row.url, inlinks);
    auto& report = context_.report.of(source);
    ++report.failed;
    if (report.failure.empty()) report.failure = to_sentence(error);
    TRAWL_CHECK(context_.source_store.save_failure({source, row.url, row.code, to_sentence(error), 1, now}));
  }
  return {};
}

/// Saves what becomes of a page, and tells the plan of its article what was seen; what is told about an article that
/// was found or is missing needs more than its row.
Result<void> PageProcessor::apply(store::UrlRow& row, const Observation& seen) {
  auto [changed, look] = next(std::move(row), seen);
  row = std::move(changed);
  TRAWL_CHECK(context_.urls.save_url(row));
  // What feeds say of the page may stand in for it.
  if (row.state == store::UrlState::Failed) TRAWL_CHECK(context_.readings.note(store::News::Links, row.id));
  switch (look) {
  case Look::None:
  case Look::Missing: // see `miss`
    return {};
  case Look::There:
    return seen.what == Seen::NotModified ? rechecker_.found(row) : Result<void>{}; // else see `store_result`
  case Look::NeverThere:
    return rechecker_.not_there_yet(row);
  case Look::Silent:
    return rechecker_.unanswered(row);
  case Look::Redirected:
    return rechecker_.redirected(row);
  }
  return {};
}

/// The page of an article is not there. `led_to`: where its address leads instead, if it does.
Result<void> PageProcessor::miss(store::UrlRow row, const Error& error, Absence absence, const std::string& led_to) {
  TRAWL_CHECK(apply(row, {.what = Seen::Missing}));
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_CHECK(context_.source_store.save_failure(
      {source, row.url, std::string(name_of(error.code)), to_sentence(error), 1, context_.now()}));
  return rechecker_.missed(row, absence, led_to);
}

Result<void> PageProcessor::derive_links() {
  return derivation_.derive_links(context_.now(),
                                  {.derived = [this](const Derived& one) { return note_derived(one); }});
}

Result<void> PageProcessor::derive(const std::function<Result<void>()>& batch) {
  return derivation_.derive(context_.now(),
                            {.derived = [this](const Derived& one) { return note_derived(one); }, .batch = batch});
}

/// What the page shows without what lists say of it, whose text may hide that it shows something else.
Extraction PageProcessor::alone(const store::Input& input, const Job& job) const {
  auto links = job.inlinks;
  for (auto& link : links) link.signal.clear();
  return extract_article(input, links, context_.knowledge, job.site.get());
}

/// How what was fetched differs from the article that was there. `own`: what the page shows alone.
Result<Change> PageProcessor::change_from(const identity::Version& before, const Job& job, const Extraction& own) {
  const auto change = change_of(before.article, job.extraction.article);
  if (change == Change::Unlike || !has_text_of_feed(job.extraction)) return change;
  TRAWL_TRY(const auto input, context_.inputs.find(before.address, store::InputKind::Page));
  if (!input) return change;
  const auto former = alone(*input, job).article;
  const auto& now = own.article;
  const bool is_same =
      former.text.empty() && now.text.empty() ? former.title == now.title : change_of(former, now) != Change::Unlike;
  return is_same ? change : Change::Unlike;
}

/// What was fetched at an address. An article that changes waits until all pages are looked at.
Result<void> PageProcessor::receive(Job& job) {
  TRAWL_TRY(auto row, context_.urls.url(job.row));
  if (row.code == kBeside)
    return pending_.save(Showing::of(row.id, Change::None, job.extraction, context_.now()).pending(), {}, {});
  if (job.extraction.kind == ExtractionKind::Redirect) return store_job(job, std::move(row));
  const auto own = has_text_of_feed(job.extraction) ? alone(job.input, job) : job.extraction;
  TRAWL_TRY(const auto versions, deduplicator_.versions_at(row.url));
  auto change = versions.empty() ? Change::First : Change::Unlike;
  bool is_less = false;
  for (const auto& version : versions) {
    TRAWL_TRY(const auto one, change_from(version, job, own));
    change = std::min(change, one);
    is_less |= one == Change::None && version.address == row.url && says_less(job.extraction, version);
  }
  auto showing = Showing::of(row.id, change, own, context_.now());
  if (job.extraction.kind == ExtractionKind::NotArticle)
    return receive_no_article(job, std::move(row), std::move(showing));
  if (is_less) return confirm(std::move(row)); // such as a page that a new build of its site dates today
  const bool has_moved = !versions.empty() && versions.front().address != row.url;
  if (has_moved && change == Change::Unlike) return refuse_target(std::move(row), std::move(showing));
  TRAWL_TRY(const bool is_held, is_still_held(showing));
  const bool is_changed = change != Change::None && change != Change::First && !has_moved;
  if (is_held || is_changed) return doubt(job, std::move(row), std::move(showing));
  return accept(job, std::move(row), std::move(showing));
}

/// Whether a new page shows what it was held for.
Result<bool> PageProcessor::is_still_held(const Showing& showing) {
  if (showing.change != Change::First) return false;
  TRAWL_TRY(const auto known, pending_.of(showing.url));
  if (!known) return false;
  const auto before = Showing::of(*known);
  return !(before.change == Change::First && before.is_new) && before.is_alike(showing);
}

/// A page that is new, or that shows its article. A first reading is provisional.
Result<void> PageProcessor::accept(Job& job, store::UrlRow row, Showing showing) {
  TRAWL_CHECK(store_job(job, std::move(row)));
  TRAWL_CHECK(settle(showing.url));
  TRAWL_TRY(const auto known, pending_.of(showing.url));
  if (showing.change != Change::First || known) return {};
  showing.is_new = true;
  TRAWL_CHECK(pending_.save(showing.pending(), {}, {}));
  return is_named_otherwise(job) ? rechecker_.ask_neighbour(job.input.url, job.row) : Result<void>{};
}

/// An article's address redirects here, and something else is here: that is no article because of it.
Result<void> PageProcessor::refuse_target(store::UrlRow row, Showing showing) {
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_CHECK(context_.source_store.save_failure({source, row.url, "led_here",
                                                  "the address of an article redirects here, and shows something else",
                                                  1, context_.now()}));
  showing.change = Change::None;
  TRAWL_CHECK(pending_.save(showing.pending(), {}, {}));
  TRAWL_CHECK(apply(row, {.what = Seen::NotArticle}));
  TRAWL_TRY(const auto leading, context_.urls.leading_to(row.url));
  for (const auto& from : leading) TRAWL_CHECK(hold_led_away(from));
  return {};
}

/// A new page leads to one that is no article: what a feed says of it stands in, and it is asked again.
Result<void> PageProcessor::hold_led_away(const std::string& url) {
  TRAWL_TRY(const bool has_article, deduplicator_.has_article(url));
  if (has_article) return {};
  TRAWL_TRY(auto row, context_.urls.url(url));
  TRAWL_TRY(const auto links, context_.urls.bare_inlinks(row.id));
  auto since = context_.now();
  for (const auto& link : links) {
    if (link.since != store::DiscoveredLink::kNew) since = std::min(since, Moment(std::chrono::seconds(link.since)));
  }
  return apply(row, {.what = Seen::TakenBack, .again = next_look(since, context_.now())});
}

/// What is there now is no article. If what was there was one, its text is kept.
Result<void> PageProcessor::receive_no_article(Job& job, store::UrlRow row, Showing showing) {
  const Error error{ErrorCode::Malformed, job.extraction.why, row.url, ""};
  const bool is_closed = job.extraction.code == "noindex";
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  if (!holds_article && (job.extraction.is_failure || !is_closed)) return store_job(job, std::move(row));
  if (!holds_article) {
    TRAWL_TRY(const bool is_held, is_still_held(showing));
    if (is_held) return doubt(job, std::move(row), std::move(showing));
    TRAWL_CHECK(accept(job, row, std::move(showing)));
    return rechecker_.closed(row, job.input.first_seen);
  }
  if (job.extraction.is_failure) return fail_page(std::move(row), error, 0, std::nullopt);
  if (showing.change == Change::First) // of an article that was imported
    return miss(std::move(row), error, is_closed ? Absence::Withdrawn : Absence::Missing);
  if (is_closed && showing.change != Change::Unlike) return miss(std::move(row), error, Absence::Withdrawn);
  showing.change = Change::Unlike;
  return doubt(job, std::move(row), std::move(showing));
}

/// An address shows its article. What it has shown meanwhile was none, and is none at other addresses for some days.
Result<void> PageProcessor::settle(std::int64_t url) {
  TRAWL_TRY(const auto known, pending_.of(url));
  if (!known) return {};
  auto showing = Showing::of(*known);
  if (showing.change == Change::None) return {};
  const bool was_held = showing.change == Change::Unlike || (showing.change == Change::First && !showing.is_new);
  if (!was_held) return pending_.drop(url);
  showing.change = Change::None;
  showing.since = context_.now();
  return pending_.save(showing.pending(), {}, {});
}

/// Whether the list that names the page first calls it something else.
bool PageProcessor::is_named_otherwise(const Job& job) const {
  const auto ranked = context_.knowledge.places.ranked(job.input.url, job.inlinks);
  const auto signal = ranked.empty() ? std::nullopt : signal_from_json(ranked.front()->signal);
  return signal && !signal->title.empty() && !enrich::titles_agree(signal->title, job.extraction.article.title);
}

/// Keeps what an address shows until it is decided whether to believe it.
Result<void> PageProcessor::doubt(Job& job, store::UrlRow row, Showing showing) {
  TRAWL_TRY(const auto known, pending_.of(row.id));
  if (known) {
    const auto before = Showing::of(*known);
    showing.is_new = before.is_new;
    if (before.change == showing.change && before.is_alike(showing)) showing.since = before.since;
  }
  TRAWL_CHECK(pending_.save(showing.pending(), job.input, job.frame));
  if (showing.change == Change::Edit || showing.change == Change::Beginning)
    return apply(row, {.what = Seen::NotModified}); // its article is there
  TRAWL_CHECK(apply(row, {.what = Seen::Held, .again = next_look(showing.since, showing.seen)}));
  if (showing.change == Change::First) return {};
  TRAWL_TRY(const auto recheck, context_.rechecks.of(row.id));
  TRAWL_TRY(const bool is_listed, context_.rechecks.is_listed(row.id, context_.now() - kListTrust));
  if (recheck.due_at == store::kNow && !is_listed) dropped_.insert(row.id);
  TRAWL_CHECK(rechecker_.ask_neighbour(row.url, row.id));
  return ask_beside(row);
}

/// Asks for a page beside it that nobody can have named: some sites show an apology, with status 200, where there is
/// nothing.
Result<void> PageProcessor::ask_beside(const store::UrlRow& row) {
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_TRY(auto beside, context_.urls.url(address_beside(row.url)));
  if (beside.state == store::UrlState::New) {
    beside = next(std::move(beside), {.what = Seen::NotArticle}).row;
    beside.code = kBeside;
    TRAWL_CHECK(context_.urls.save_url(beside));
    TRAWL_CHECK(context_.urls.save_link(beside.id, {source, row.url, ""}));
  }
  if (beside.code == kBeside) scheduler_.fetch(beside);
  return {};
}

Result<bool> PageProcessor::judge(const std::function<Result<void>()>& batch) {
  std::map<std::string, std::vector<Showing>> by_source;
  TRAWL_TRY(const auto pending, pending_.all());
  for (const auto& one : pending) {
    const auto showing = Showing::of(one);
    const bool is_provisional = showing.change == Change::None || (showing.change == Change::First && showing.is_new);
    if (is_provisional && showing.since + kProvisional < context_.now()) {
      TRAWL_CHECK(pending_.drop(one.url));
      continue;
    }
    TRAWL_TRY(const auto source, context_.owner_of(one.url));
    by_source[source].push_back(showing);
  }
  bool has_changed = false;
  for (const auto& [source, showings] : by_source) {
    TRAWL_TRY(const bool changed, judge_source(source, showings, batch));
    has_changed = has_changed || changed;
  }
  return has_changed;
}

/// Decides about what the addresses of one source show. Whether that changes an article.
Result<bool> PageProcessor::judge_source(const std::string& source, const std::vector<Showing>& showings,
                                         const std::function<Result<void>()>& batch) {
  TRAWL_TRY(const auto articles, deduplicator_.articles_of(source));
  const auto beliefs = believe(showings, articles);
  bool has_changed = false;
  for (std::size_t i = 0; i < showings.size(); ++i) {
    const auto& showing = showings[i];
    if (showing.change == Change::None) continue;
    bool has_one_changed = false;
    if (beliefs[i] == Belief::Believed && !dropped_.contains(showing.url)) {
      TRAWL_TRY(has_one_changed, believe_one(showing));
    } else {
      TRAWL_TRY(has_one_changed, disbelieve(source, showing, beliefs[i]));
    }
    if (has_one_changed) TRAWL_CHECK(batch());
    has_changed = has_changed || has_one_changed;
  }
  return has_changed;
}

/// What an address shows is not its article, for now at least: that is said, a new page is taken back, and a known one
/// is missing or looked at again. Whether that changes an article.
Result<bool> PageProcessor::disbelieve(const std::string& source, const Showing& showing, Belief belief) {
  if (!was_seen_today(showing) || !held_.insert(showing.url).second) return false;
  TRAWL_TRY(const auto row, context_.urls.url(showing.url));
  TRAWL_CHECK(note_doubt(source, row, showing, belief));
  if (showing.change == Change::First) return take_back(showing);
  if (showing.change != Change::Unlike || belief == Belief::OnSecondDay) { // the next look is not to wait
    if (dropped_.contains(row.id)) {
      TRAWL_CHECK(rechecker_.missed(row, Absence::Replaced, ""));
    } else if (belief != Belief::Beginning) {
      TRAWL_CHECK(rechecker_.doubted(row, showing.since));
    }
    return false;
  }
  TRAWL_TRY(const bool is_shown_for_nothing, is_shown_beside(row, showing));
  const Replacement shown{showing.since, is_shown_for_nothing, dropped_.contains(row.id)};
  TRAWL_TRY(const bool is_missing, rechecker_.stands_for_missing(row, shown));
  TRAWL_CHECK(is_missing ? rechecker_.missed(row, Absence::Replaced, "") : rechecker_.doubted(row, showing.since));
  return false;
}

/// Whether the made-up address beside the page shows the same today.
Result<bool> PageProcessor::is_shown_beside(const store::UrlRow& row, const Showing& showing) {
  TRAWL_TRY(const auto beside, context_.urls.url(address_beside(row.url)));
  TRAWL_TRY(const auto known, pending_.of(beside.id));
  return known && was_seen_today(Showing::of(*known)) && Showing::of(*known).is_alike(showing);
}

bool PageProcessor::was_seen_today(const Showing& showing) const { return showing.seen + kNextLook > context_.now(); }

/// What an address shows is its article from now on. Whether that changes anything.
Result<bool> PageProcessor::believe_one(const Showing& showing) {
  TRAWL_TRY(auto page, pending_.page(showing.url));
  if (!page) return false; // a first reading, which was stored when it came
  if (!was_seen_today(showing) && showing.change != Change::Edit) return false;
  Job job;
  job.input = std::move(*page);
  job.row = showing.url;
  TRAWL_TRY(auto row, context_.urls.url(showing.url));
  TRAWL_CHECK(read(job));
  const bool is_article = job.extraction.kind == ExtractionKind::Article;
  TRAWL_TRY(const bool is_another,
            is_article ? deduplicator_.is_of_another(row.url, job.extraction) : Result<bool>(false));
  if (is_another) { // which has its own page
    TRAWL_CHECK(note_doubt(context_.knowledge.places.owner(row.url, job.inlinks), row, showing, Belief::Shared));
    TRAWL_CHECK(rechecker_.doubted(row, showing.since));
    return false;
  }
  TRAWL_CHECK(pending_.drop(row.id));
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  if (job.extraction.kind != ExtractionKind::NotArticle || !holds_article) {
    TRAWL_CHECK(store_job(job, std::move(row)));
    return true;
  }
  const Error error{ErrorCode::Malformed, job.extraction.why, row.url, ""};
  TRAWL_CHECK(miss(std::move(row), error, Absence::Withdrawn));
  return true;
}

/// Of a page that became an article when it came: other addresses show the same. Whether that was so until now.
Result<bool> PageProcessor::take_back(const Showing& showing) {
  TRAWL_TRY(auto row, context_.urls.url(showing.url));
  TRAWL_TRY(auto input, context_.inputs.find(row.url, store::InputKind::Page));
  if (!input || !showing.is_new) return false;
  auto pending = showing.pending();
  pending.is_new = false;
  TRAWL_CHECK(pending_.save(pending, *input, store::compress(input->body)));
  input->etag = input->last_modified = {};
  TRAWL_CHECK(context_.inputs.save(*input, store::compress("")));
  TRAWL_CHECK(deduplicator_.drop(input->id));
  if (const auto counted = counted_.find(input->id); counted != counted_.end()) {
    auto& report = context_.report.of(counted->second.source);
    --(report.*counted->second.as);
    ++report.failed;
    counted_.erase(counted);
  }
  TRAWL_CHECK(apply(row, {.what = Seen::TakenBack, .again = next_look(showing.since, context_.now())}));
  return true;
}

/// Says why a page is not believed.
Result<void> PageProcessor::note_doubt(const std::string& source, const store::UrlRow& row, const Showing& showing,
                                       Belief why) {
  const auto sentence = sentence_of(showing, why);
  auto& report = context_.report.of(source);
  if (report.failure.empty()) report.failure = row.url + ": " + sentence;
  return context_.source_store.save_failure({source, row.url, "held", sentence, 1, context_.now()});
}

/// Stores a page, and what becomes of it.
Result<void> PageProcessor::store_job(Job& job, store::UrlRow row) {
  const bool is_redirect = job.extraction.kind == ExtractionKind::Redirect;
  // An article that moved is kept as it was last seen at its old address.
  TRAWL_TRY(const bool has_moved, is_redirect ? deduplicator_.has_article(row.url) : Result<bool>(false));
  if (!has_moved) {
    TRAWL_CHECK(context_.inputs.save(job.input, job.frame));
    TRAWL_CHECK(derivation_.note_page(job.input, job.row, job.site));
  }
  if (is_redirect) return redirect(std::move(row), job.extraction.target, job.hops + 1);
  TRAWL_CHECK(apply(row, {.what = Seen::Shown}));
  return store_result(job, std::move(row));
}

/// Stores the article, or that the page is not one.
Result<void> PageProcessor::store_result(Job& job, store::UrlRow row) {
  const auto source = context_.knowledge.places.owner(row.url, job.inlinks);
  const bool is_article = job.extraction.kind == ExtractionKind::Article;
  const bool was_stored = row.state == store::UrlState::Stored;
  Derived derived{job.input, job.extraction, source};
  if (is_article) {
    TRAWL_TRY(derived.outcome, deduplicator_.put(job.input, job.extraction));
  } else {
    TRAWL_TRY(derived.was_article, deduplicator_.drop(job.input.id));
  }
  count(derived);
  TRAWL_CHECK(note_result(source, row.url, job.extraction));
  if (!context_.backfills.empty()) TRAWL_CHECK(links_.follow(job.input, job.inlinks, job.outlinks));
  TRAWL_CHECK(apply(row, {.what = is_article ? Seen::Article : Seen::NotArticle}));
  if (!is_article) return {};
  TRAWL_CHECK(rechecker_.found(row, is_named_otherwise(job)));
  return was_stored ? Result<void>{} : rechecker_.ask_former(row);
}

/// Why a page is no article is remembered with its source, and the pictures of an article are fetched.
Result<void> PageProcessor::note_result(const std::string& source, const std::string& url,
                                        const Extraction& extraction) {
  if (extraction.kind != ExtractionKind::Article)
    return context_.source_store.save_failure({source, url, extraction.code, extraction.why, 1, context_.now()});
  TRAWL_CHECK(context_.source_store.clear_failure(source, url));
  return pictures_.add(extraction.article);
}

/// Of an input that is stored. That its page could not be fetched stays true where an entry of a feed stands in for it.
Result<void> PageProcessor::note_derived(const Derived& derived) {
  const bool is_new_to_reader =
      derived.outcome ? *derived.outcome != identity::PutOutcome::Unchanged : derived.was_article || derived.is_first;
  if (!is_new_to_reader) return {};
  count(derived);
  const bool is_article = derived.extraction.kind == ExtractionKind::Article;
  TRAWL_TRY(const auto row, context_.urls.url(derived.input.url));
  if (row.state == store::UrlState::Failed || derived.extraction.kind == ExtractionKind::Redirect)
    return is_article ? pictures_.add(derived.extraction.article) : Result<void>{};
  return note_result(derived.source, row.url, derived.extraction);
}

Result<void> PageProcessor::end() {
  TRAWL_CHECK(rechecker_.end());
  return recount_copies();
}

/// What came before the article that it is a copy of was new, and is not: the counts do not depend on the order.
Result<void> PageProcessor::recount_copies() {
  for (auto& [input, counted] : counted_) {
    if (counted.as != &SourceReport::added) continue;
    TRAWL_TRY(const bool is_shown, deduplicator_.is_shown(input));
    if (is_shown) continue;
    auto& report = context_.report.of(counted.source);
    --report.added;
    ++report.folded;
    counted.as = &SourceReport::folded;
  }
  return {};
}

/// Counts an input once in a crawl, as what it was first, unless that was "unchanged".
void PageProcessor::count(const Derived& derived) {
  auto as = &SourceReport::unchanged;
  if (!derived.outcome) {
    as = derived.extraction.is_failure ? &SourceReport::failed : &SourceReport::skipped;
    context_.report.of(derived.source).changed += derived.was_article ? 1 : 0;
  } else if (*derived.outcome == identity::PutOutcome::Added) {
    as = &SourceReport::added;
  } else if (*derived.outcome == identity::PutOutcome::Replaced) {
    as = &SourceReport::changed;
  } else if (*derived.outcome == identity::PutOutcome::Folded) {
    as = &SourceReport::folded;
  }
  const auto [counted, is_first] = counted_.try_emplace(derived.input.id, Counted{derived.source, as});
  if (!is_first) {
    if (counted->second.as != &SourceReport::unchanged || as == &SourceReport::unchanged) return;
    --context_.report.of(counted->second.source).unchanged;
    counted->second = {derived.source, as};
  }
  ++(context_.report.of(derived.source).*as);
}

} // namespace trawl::crawl
