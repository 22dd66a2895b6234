// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_recorder.h"

#include "shared/url/canonical.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {

Result<void> PageRecorder::read(Job& job) {
  TRAWL_TRY(const auto known, context_.inputs.find(job.input.url, store::InputKind::Page, false));
  job.input.first_seen = known ? known->first_seen : job.input.fetched_at;
  TRAWL_TRY(job.inlinks, context_.urls.inlinks(job.row));
  TRAWL_TRY(job.site, derivation_.site_of(job.input.url, job.inlinks));
  return extract_job(job, context_.knowledge, !context_.backfills.empty());
}

Result<void> PageRecorder::apply(store::UrlRow& row, const Observation& seen) {
  row = next(std::move(row), seen);
  TRAWL_CHECK(context_.urls.save_url(row));
  // What feeds say of the page may stand in for it.
  return row.state == store::UrlState::Failed ? context_.readings.note(store::News::Links, row.id) : Result<void>{};
}

Result<void> PageRecorder::keep(Job& job, const store::UrlRow& row) {
  // An article that moved is kept as it was last seen at its old address.
  const bool is_redirect = job.extraction.kind == ExtractionKind::Redirect;
  TRAWL_TRY(const bool has_moved, is_redirect ? deduplicator_.has_article(row.url) : Result<bool>(false));
  if (has_moved) return {};
  TRAWL_CHECK(context_.inputs.save(job.input, job.frame));
  return derivation_.note_page(job.input, job.row, job.site);
}

Result<void> PageRecorder::store(Job& job, store::UrlRow row) {
  TRAWL_CHECK(keep(job, row));
  TRAWL_CHECK(apply(row, {.what = Seen::Shown}));
  return store_result(job, std::move(row));
}

/// Stores the article, or that the page is not one.
Result<void> PageRecorder::store_result(Job& job, store::UrlRow row) {
  const auto source = context_.knowledge.places.owner(row.url, job.inlinks);
  const bool is_article = job.extraction.kind == ExtractionKind::Article;
  Derived derived{job.input, job.extraction, source};
  if (is_article) {
    TRAWL_TRY(derived.outcome, deduplicator_.put(job.input, job.extraction));
  } else {
    TRAWL_TRY(derived.was_article, deduplicator_.drop(job.input.id));
  }
  counts_.add(derived);
  TRAWL_CHECK(note_result(source, row.url, job.extraction));
  if (!context_.backfills.empty()) TRAWL_CHECK(links_.follow(job.input, job.inlinks, job.outlinks));
  TRAWL_CHECK(apply(row, {.what = is_article ? Seen::Article : Seen::NotArticle}));
  return is_article ? rechecker_.found(row, is_named_otherwise(job, context_.knowledge.places)) : Result<void>{};
}

Result<bool> PageRecorder::redirect(store::UrlRow row, const std::string& location, int hops) {
  const auto url = url::canonical(location);
  TRAWL_TRY(const auto inlinks, context_.urls.inlinks(row.id));
  const bool is_same_site = url::site(url) == url::site(row.url);
  const bool may_be_article = std::ranges::any_of(inlinks, [&](const store::DiscoveredLink& link) {
    const auto source = context_.knowledge.sources.find(link.source);
    const bool is_accepted = source != context_.knowledge.sources.end() && source->second.rules.accepts(url);
    return is_accepted || (!is_same_site && !looks_like_listing(url));
  });
  if (url.empty() || !may_be_article) return false;
  TRAWL_TRY(const auto target, redirect_target(row, url, hops));
  if (!target) {
    TRAWL_CHECK(fail(std::move(row), {ErrorCode::Malformed, "it redirects in a circle or too often", location, ""}, 0));
    return true;
  }
  TRAWL_TRY(const bool has_article, deduplicator_.has_article(row.url));
  for (const auto& link : inlinks) TRAWL_CHECK(context_.urls.save_link(target->id, link));
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  // What is there is known later, perhaps not in this crawl.
  const auto again = holds_article || hops > 1 ? Moment{} : context_.now() + kNextLook;
  TRAWL_CHECK(apply(row, {.what = Seen::Redirect, .again = again, .target = target->id}));
  if (has_article) TRAWL_CHECK(rechecker_.redirected(row));
  TRAWL_CHECK(deduplicator_.follow_redirect(row.url));
  if (target->state == store::UrlState::New || target->state == store::UrlState::NotArticle)
    scheduler_.fetch(*target, hops);
  return true;
}

/// The row that a redirect of `row` to `url` ends at, along known redirects; nullopt if it is a circle or too long.
Result<std::optional<store::UrlRow>> PageRecorder::redirect_target(const store::UrlRow& row, const std::string& url,
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

Result<void> PageRecorder::fail(store::UrlRow row, const Error& error, int status,
                                std::optional<std::chrono::seconds> retry_after) {
  const auto now = context_.now();
  const bool is_absent = status == 404 || status == 410;
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  if (is_absent && holds_article) return miss(std::move(row), error, status == 410 ? Absence::Gone : Absence::Missing);
  row.code = name_of(error.code);
  TRAWL_CHECK(
      apply(row, {.what = is_absent ? Seen::NeverThere : Seen::Failed, .now = now, .retry_after = retry_after}));
  if (is_absent) {
    TRAWL_CHECK(rechecker_.not_there_yet(row));
  } else if (holds_article) {
    TRAWL_CHECK(rechecker_.unanswered(row));
  }
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

Result<void> PageRecorder::miss(store::UrlRow row, const Error& error, Absence absence) {
  TRAWL_CHECK(apply(row, {.what = Seen::Missing}));
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_CHECK(context_.source_store.save_failure(
      {source, row.url, std::string(name_of(error.code)), to_sentence(error), 1, context_.now()}));
  return rechecker_.missed(row, absence);
}

/// Of an input that is stored. That its page could not be fetched stays true where an entry of a feed stands in for it.
Result<void> PageRecorder::note_derived(const Derived& derived) {
  const bool is_new_to_reader =
      derived.outcome ? *derived.outcome != identity::PutOutcome::Unchanged : derived.was_article || derived.is_first;
  if (!is_new_to_reader) return {};
  counts_.add(derived);
  const bool is_article = derived.extraction.kind == ExtractionKind::Article;
  TRAWL_TRY(const auto row, context_.urls.url(derived.input.url));
  if (row.state == store::UrlState::Failed || derived.extraction.kind == ExtractionKind::Redirect)
    return is_article ? pictures_.add(derived.extraction.article) : Result<void>{};
  return note_result(derived.source, row.url, derived.extraction);
}

/// Why a page is no article is remembered with its source, and the pictures of an article are fetched.
Result<void> PageRecorder::note_result(const std::string& source, const std::string& url,
                                       const Extraction& extraction) {
  if (extraction.kind != ExtractionKind::Article)
    return context_.source_store.save_failure({source, url, extraction.code, extraction.why, 1, context_.now()});
  TRAWL_CHECK(context_.source_store.clear_failure(source, url));
  return pictures_.add(extraction.article);
}

} // namespace trawl::crawl
