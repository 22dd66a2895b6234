// SPDX-License-Identifier: GPL-3.0-or-later
// Pages: asking for them, following where they lead, and storing what was made of them.
#include "indexer/crawl/crawler.h"

#include "indexer/crawl/pages/feed_signal.h"
#include "indexer/crawl/pages/robots_tag.h"
#include "indexer/crawl/schedule.h"
#include "indexer/fetch/retry.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr int kMaxHops = 5;
constexpr std::size_t kMaxQueued = 20'000; // tasks in memory; what is beyond waits in the store
constexpr std::size_t kDueBatch = 1'000;
constexpr std::chrono::hours kLongestBackoff{8 * 24}; // of what failed; a day more than it is

bool operator==(const store::DiscoveredLink& a, const store::DiscoveredLink& b) {
  return a.source == b.source && a.entrance == b.entrance && a.witness == b.witness;
}

bool are_equal(const std::vector<store::DiscoveredLink>& a, const std::vector<store::DiscoveredLink>& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return x == y; });
}

/// Whether some feed says enough of a page to stand in for it.
bool has_body(const std::vector<store::DiscoveredLink>& mentions) {
  return std::ranges::any_of(mentions, [](const store::DiscoveredLink& mention) {
    const auto witness = signal_from_json(mention.witness);
    return witness && !witness->body_html.empty();
  });
}

std::string source_of(const Job& job) {
  if (!job.made.article.source.empty()) return job.made.article.source;
  return job.mentions.empty() ? std::string() : job.mentions.front().source;
}

} // namespace

Result<void> Crawler::add_due_urls() {
  has_more_due_ = false;
  const auto horizon = options_.recheck ? now() + kLongestBackoff : now();
  std::int64_t last = 0;
  while (!has_more_due_) {
    TRAWL_TRY(const auto rows, crawl_.due_urls(horizon, last, kDueBatch));
    if (rows.empty()) return {};
    for (const auto& row : rows) TRAWL_CHECK(add_due_url(row, horizon));
    last = rows.back().id;
  }
  return {};
}

Result<void> Crawler::add_due_url(const store::UrlRow& row, Moment horizon) {
  TRAWL_TRY(const auto mentions, crawl_.mentions(row.id));
  bool is_ours = false, is_fetched = false;
  for (const auto& source : *sources_) {
    const bool names_it = std::ranges::find(mentions, source.id, &store::DiscoveredLink::source) != mentions.end();
    is_ours |= names_it && source.enabled;
    is_fetched |= names_it && source.enabled && source.fetch_pages;
  }
  if (is_fetched && row.due_at && *row.due_at <= horizon) {
    want_page(row);
  } else if (is_ours && row.stale) {
    return remake(row);
  }
  return {};
}

void Crawler::want_page(const store::UrlRow& row, int hops) {
  if (frontier_.size() >= kMaxQueued) { // the store holds it until there is room
    has_more_due_ = true;
    return;
  }
  if (!wanted_.insert(row.id).second) return;
  Task task;
  task.kind = TaskKind::Page;
  task.url = row.url;
  task.row = row.id;
  task.hops = hops;
  frontier_.add(std::move(task));
}

/// Has the article made again of what is stored, as what is said of it has changed. Should this crawl end before, the
/// next one does it.
Result<void> Crawler::remake(store::UrlRow row) {
  if (std::ranges::find(to_make_, row.id) == to_make_.end()) to_make_.push_back(row.id);
  if (row.stale) return {};
  row.stale = true;
  return crawl_.save_url(row);
}

Result<void> Crawler::fill_workshop() {
  while (!to_make_.empty() && workshop_.has_room(pages_in_flight_)) {
    TRAWL_TRY(const auto row, crawl_.url(to_make_.front()));
    to_make_.pop_front();
    TRAWL_CHECK(make_again(row));
  }
  return {};
}

Result<void> Crawler::make_again(const store::UrlRow& row) {
  TRAWL_TRY(auto input, inputs_.find(row.url, store::InputKind::Page));
  if (!input || row.state == store::UrlState::Failed) return make_entry(row);
  Job job;
  job.input = std::move(*input);
  TRAWL_TRY(job.mentions, crawl_.mentions(row.id));
  job.row = row.id;
  job.is_stored = true;
  workshop_.put(std::move(job));
  return {};
}

/// The article of what feeds say alone.
Result<void> Crawler::make_entry(const store::UrlRow& row) {
  Job job;
  TRAWL_TRY(job.mentions, crawl_.mentions(row.id));
  TRAWL_TRY(const auto known, inputs_.find(row.url, store::InputKind::Entry, false));
  job.input.kind = store::InputKind::Entry;
  job.input.url = row.url;
  job.input.first_seen = known ? known->first_seen : now();
  job.input.fetched_at = now();
  job.row = row.id;
  workshop_.put(std::move(job));
  return {};
}

Result<void> Crawler::on_page(Task task, const Result<fetch::FetchResponse>& result) {
  TRAWL_TRY(auto row, crawl_.url(task.row));
  if (!result) return fail_page(std::move(row), result.error(), 0, std::nullopt);
  const auto& response = *result;
  if (response.status == 304) return confirm_page(std::move(row));
  if (response.status == 200) return take_page(row, task, response);
  if (fetch::is_redirect(response.status)) {
    const bool is_plain = task.url.starts_with("http://");
    fetch::RedirectChain chain(task.url, {.max_hops = kMaxHops, .allow_downgrade = is_plain});
    auto next = chain.follow(response);
    if (!next) return fail_page(std::move(row), next.error(), response.status, std::nullopt);
    return lead_to(std::move(row), *next, task.hops + 1);
  }
  const Error error{ErrorCode::HttpStatus, "the server answered " + std::to_string(response.status), task.url, ""};
  return fail_page(std::move(row), error, response.status, fetch::parse_retry_after(response.retry_after, now()));
}

Result<void> Crawler::take_page(const store::UrlRow& row, const Task& task, const fetch::FetchResponse& response) {
  TRAWL_TRY(const auto known, inputs_.find(row.url, store::InputKind::Page, false));
  Job job;
  job.input.kind = store::InputKind::Page;
  job.input.url = row.url;
  job.input.content_type = response.content_type;
  job.input.etag = response.etag;
  job.input.last_modified = response.last_modified;
  job.input.noindex = says_noindex(response.x_robots_tag, options_.product);
  job.input.first_seen = known ? known->first_seen : now();
  job.input.fetched_at = now();
  job.input.body = response.body;
  TRAWL_TRY(job.mentions, crawl_.mentions(row.id));
  job.row = row.id;
  job.hops = task.hops;
  workshop_.put(std::move(job));
  return {};
}

Result<void> Crawler::confirm_page(store::UrlRow row) {
  TRAWL_TRY(const auto input, inputs_.find(row.url, store::InputKind::Page, false));
  if (input) TRAWL_CHECK(inputs_.confirm(input->id, now()));
  row.due_at.reset();
  row.failures = 0;
  TRAWL_CHECK(crawl_.save_url(row));
  if (row.stale) return remake(row);
  TRAWL_TRY(const auto mentions, crawl_.mentions(row.id));
  if (!mentions.empty()) ++report_of(mentions.front().source).unchanged;
  return {};
}

/// A redirect, of HTTP or of the page itself: whoever named the first address names the second now.
Result<void> Crawler::lead_to(store::UrlRow row, const std::string& target, int hops) {
  const auto address = url::canonical(target);
  TRAWL_TRY(const auto mentions, crawl_.mentions(row.id));
  const bool same_site = url::site(address) == url::site(row.url);
  const bool is_article = std::ranges::any_of(mentions, [&](const store::DiscoveredLink& mention) {
    const auto known = knowledge_->sources.find(mention.source);
    const bool fits = known != knowledge_->sources.end() && known->second.rules.accepts(address);
    return fits || (!same_site && !looks_like_listing(address));
  });
  if (address.empty() || !is_article) {
    return fail_page(std::move(row), {ErrorCode::Malformed, "it leads to what is no article", target, ""}, 404, {});
  }
  TRAWL_TRY(auto next, crawl_.url(address));
  for (int i = 0; next.state == store::UrlState::Redirect && next.target != 0 && i < kMaxHops; ++i) {
    TRAWL_TRY(next, crawl_.url(next.target));
  }
  if (hops > kMaxHops || next.id == row.id || next.state == store::UrlState::Redirect) {
    return fail_page(std::move(row), {ErrorCode::Malformed, "it leads in a circle, or too far", target, ""}, 404, {});
  }
  bool is_news = false;
  for (const auto& mention : mentions) {
    TRAWL_TRY(const bool changed, crawl_.save_discovered_link(next.id, mention));
    is_news |= changed;
  }
  row.state = store::UrlState::Redirect;
  row.target = next.id;
  row.due_at.reset();
  row.stale = false;
  TRAWL_CHECK(crawl_.save_url(row));
  if (next.state == store::UrlState::New) {
    want_page(next, hops);
    return {};
  }
  return is_news ? remake(next) : Result<void>{};
}

Result<void> Crawler::fail_page(store::UrlRow row, const Error& error, int status,
                                std::optional<std::chrono::seconds> retry_after) {
  ++row.failures;
  row.code = name_of(error.code);
  row.due_at = retry_at(row, now(), status, retry_after);
  if (row.state != store::UrlState::Stored) row.state = store::UrlState::Failed;
  TRAWL_CHECK(crawl_.save_url(row));
  TRAWL_TRY(const auto mentions, crawl_.mentions(row.id));
  if (!mentions.empty()) {
    const auto& source = mentions.front().source;
    ++report_of(source).failed;
    TRAWL_CHECK(crawl_.save_failure({source, row.url, row.code, to_sentence(error), 1, now()}));
  }
  if (row.state == store::UrlState::Failed && has_body(mentions)) return remake(row);
  return {};
}

/// Leaves the task for another crawl. A page has not failed by that: it was not asked. What its feed says stands in.
Result<void> Crawler::postpone(const Task& task, const Error& error, Moment until) {
  if (task.kind == TaskKind::Seed) return fail_entrance(task.entrance, error, until - now());
  TRAWL_TRY(auto row, crawl_.url(task.row));
  row.due_at = until;
  if (row.state == store::UrlState::New) row.state = store::UrlState::Failed;
  TRAWL_CHECK(crawl_.save_url(row));
  TRAWL_TRY(const auto mentions, crawl_.mentions(row.id));
  if (mentions.empty()) return {};
  auto& report = report_of(mentions.front().source);
  ++report.postponed;
  if (report.error.empty()) report.error = to_sentence(error);
  return row.state == store::UrlState::Failed && has_body(mentions) ? remake(std::move(row)) : Result<void>{};
}

Result<void> Crawler::take_made(Job job) {
  TRAWL_TRY(auto row, crawl_.url(job.row));
  TRAWL_TRY(auto mentions, crawl_.mentions(job.row));
  if (!are_equal(mentions, job.mentions)) { // named once more while the article was made
    job.mentions = std::move(mentions);
    workshop_.put(std::move(job));
    return {};
  }
  if (!job.is_stored) TRAWL_CHECK(inputs_.save(job.input, job.frame));
  if (job.made.kind != MadeKind::Elsewhere) return settle(job, std::move(row));
  TRAWL_TRY(const bool was_article, keeper_.drop(job.input.id));
  report_of(source_of(job)).changed += was_article ? 1 : 0;
  return lead_to(std::move(row), job.made.target, job.hops + 1);
}

/// Stores the article, or that there is none.
Result<void> Crawler::settle(const Job& job, store::UrlRow row) {
  const auto source = source_of(job);
  auto& report = report_of(source);
  const bool is_stand_in = job.input.kind == store::InputKind::Entry && row.state == store::UrlState::Failed;
  const bool is_article = job.made.kind == MadeKind::Article;
  if (is_article) {
    TRAWL_TRY(const auto kept, keeper_.put(job.input, job.made));
    switch (kept) {
    case Kept::Added:
      ++report.added;
      break;
    case Kept::Replaced:
      ++report.changed;
      break;
    case Kept::Unchanged:
      ++report.unchanged;
      break;
    case Kept::Folded:
      ++report.folded;
      break;
    }
    if (!is_stand_in) TRAWL_CHECK(crawl_.clear_failure(source, row.url));
  } else {
    ++report.skipped;
    TRAWL_TRY(const bool was_article, keeper_.drop(job.input.id));
    report.changed += was_article ? 1 : 0;
    TRAWL_CHECK(crawl_.save_failure({source, row.url, job.made.code, job.made.why, 1, now()}));
  }
  if (options_.backfill) TRAWL_CHECK(follow_links(job.input, job.mentions, job.links));
  row.stale = false;
  if (!is_stand_in) { // else the page itself is asked for again in its time
    row.state = is_article ? store::UrlState::Stored : store::UrlState::NotArticle;
    row.due_at.reset();
    row.failures = 0;
  }
  return crawl_.save_url(row);
}

} // namespace trawl::crawl
