// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_processor.h"

#include "indexer/crawl/pages/page_extraction.h"
#include "indexer/crawl/pages/robots_tag.h"
#include "indexer/fetch/redirect.h"
#include "indexer/fetch/retry.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {

PageProcessor::PageProcessor(CrawlContext& context, store::Database& database, PageScheduler& scheduler,
                             LinkDiscovery& links, PictureKeeper& pictures)
    : context_(context), deduplicator_(database), rechecker_(context, scheduler, deduplicator_),
      derivation_(database, context.knowledge, deduplicator_),
      recorder_(context, scheduler, links, pictures, deduplicator_, rechecker_, derivation_),
      beliefs_(context, database, scheduler, deduplicator_, rechecker_, recorder_) {}

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
  const bool is_shown = result && (result->status == 200 || fetch::is_redirect(result->status));
  if (is_made_up(row) && !is_shown) return {};
  if (!result) return recorder_.fail(std::move(row), result.error(), 0);
  const auto& response = *result;
  if (response.status == 304) return beliefs_.confirm(std::move(row));
  if (response.status == 200) return extract_page(task, response);
  if (fetch::is_redirect(response.status)) {
    const bool is_plain = task.url.starts_with("http://");
    fetch::RedirectChain chain(task.url, {.max_hops = kMaxHops, .allow_downgrade = is_plain});
    auto next = chain.follow(response);
    if (!next) return recorder_.fail(std::move(row), next.error(), response.status);
    return beliefs_.follow(std::move(row), *next, task.hops + 1);
  }
  const Error error{ErrorCode::HttpStatus, "the server answered " + std::to_string(response.status), task.url, ""};
  const auto retry_after = fetch::parse_retry_after(response.retry_after, context_.now());
  return recorder_.fail(std::move(row), error, response.status, retry_after);
}

Result<void> PageProcessor::refuse(const Task& task, const Error& error) {
  TRAWL_TRY(auto row, context_.urls.url(task.row));
  return is_made_up(row) ? Result<void>{} : recorder_.fail(std::move(row), error, 0);
}

/// Until the page can be fetched, the text of its feed entry is used. The rechecks of a stored page go on as planned; a
/// host that does not answer is an answer for all its pages.
Result<void> PageProcessor::postpone(const Task& task, const Error& error, Moment until) {
  TRAWL_TRY(auto row, context_.urls.url(task.row));
  if (is_made_up(row)) return {};
  const bool is_silent = is_recheck(row) && error.code == ErrorCode::Timeout;
  TRAWL_CHECK(recorder_.apply(row, {.what = Seen::Postponed, .again = until}));
  if (is_silent) TRAWL_CHECK(rechecker_.unanswered(row));
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
  TRAWL_CHECK(recorder_.read(job));
  return beliefs_.receive(job);
}

Result<void> PageProcessor::derive_links() {
  return derivation_.derive_links(context_.now(),
                                  {.derived = [this](const Derived& one) { return recorder_.note_derived(one); }});
}

Result<void> PageProcessor::derive(const std::function<Result<void>()>& batch) {
  return derivation_.derive(
      context_.now(), {.derived = [this](const Derived& one) { return recorder_.note_derived(one); }, .batch = batch});
}

Result<void> PageProcessor::end() {
  TRAWL_CHECK(rechecker_.end());
  TRAWL_CHECK(beliefs_.end());
  return recorder_.counts().recount_copies();
}

} // namespace trawl::crawl
