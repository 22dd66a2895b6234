// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_processor.h"

#include "indexer/crawl/pages/robots_tag.h"
#include "indexer/crawl/pipeline/feed_signal.h"
#include "indexer/fetch/redirect.h"
#include "indexer/fetch/retry.h"
#include "shared/article/speaker.h"
#include "shared/base/ascii.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace trawl::crawl {
namespace {

constexpr int kMaxHops = 5;

/// Whether the title has words of which none is in the text (in lower case). Of a title in another script nobody knows.
bool has_no_word_of(std::string_view title, std::string_view text) {
  constexpr std::size_t kLongWord = 4;
  if (!std::ranges::all_of(title, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return false;
  bool has_words = false;
  std::string word;
  for (const char c : ascii::to_lower(title) + " ") {
    if (ascii::is_alnum(c)) {
      word += c;
      continue;
    }
    if (word.size() >= kLongWord && text.contains(word)) return false;
    has_words |= word.size() >= kLongWord;
    word.clear();
  }
  return has_words;
}

bool is_fetched_article(const Job& job) { return job.extraction.kind == ExtractionKind::Article; }

} // namespace

PageProcessor::PageProcessor(CrawlContext& context, store::Database& database, PageScheduler& scheduler,
                             LinkDiscovery& links, PictureKeeper& pictures)
    : context_(context), scheduler_(scheduler), links_(links), pictures_(pictures), deduplicator_(database),
      rechecker_(context, scheduler, deduplicator_), derivation_(database, context.knowledge, deduplicator_) {}

bool PageProcessor::is_enough() const {
  const auto limit = context_.options.max_pages;
  return limit != 0 && context_.report.pages >= limit;
}

Result<fetch::FetchRequest> PageProcessor::begin_request(const Task& task) {
  fetch::FetchRequest request;
  request.url = task.url;
  ++context_.report.pages;
  if (task.is_probe) return request;
  TRAWL_TRY(const auto known, context_.inputs.find(task.url, store::InputKind::Page, false));
  TRAWL_TRY(const auto row, context_.urls.url(task.row));
  if (known && row.state != store::UrlState::Redirect) {
    request.etag = known->etag;
    request.last_modified = known->last_modified;
  }
  return request;
}

Result<void> PageProcessor::on_response(const Task& task, const Result<fetch::FetchResponse>& result) {
  if (task.is_probe) return on_probe(task, result);
  TRAWL_TRY(auto row, context_.urls.url(task.row));
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
  if (task.is_probe) return on_probe(task, std::unexpected(error));
  TRAWL_TRY(auto row, context_.urls.url(task.row));
  return fail_page(std::move(row), error, 0, std::nullopt);
}

/// Until the page can be fetched, the text of its feed entry is used. The rechecks of a stored page go on as planned; a
/// host that does not answer is an answer for all its pages.
Result<void> PageProcessor::postpone(const Task& task, const Error& error, Moment until) {
  if (task.is_probe) return on_probe(task, std::unexpected(error));
  TRAWL_TRY(auto row, context_.urls.url(task.row));
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

Result<void> PageProcessor::extract_and_store(Job job) {
  TRAWL_CHECK(extract_job(job, context_.knowledge, context_.options.backfill));
  return store_job(std::move(job));
}

Result<void> PageProcessor::extract_page(const Task& task, const fetch::FetchResponse& response) {
  Job job;
  job.is_probe = task.is_probe;
  job.input.kind = store::InputKind::Page;
  job.input.url = task.url;
  job.input.content_type = response.content_type;
  job.input.etag = response.etag;
  job.input.last_modified = response.last_modified;
  job.input.noindex = says_noindex(response.x_robots_tag, context_.options.product);
  job.input.first_seen = job.input.fetched_at = context_.now(); // the store keeps the first time it was seen
  job.input.body = response.body;
  TRAWL_TRY(job.inlinks, context_.urls.inlinks(task.row));
  TRAWL_TRY(job.site, derivation_.site_of(task.url, job.inlinks));
  job.row = task.row;
  job.hops = task.hops;
  return extract_and_store(std::move(job));
}

/// 304: the stored page is current.
Result<void> PageProcessor::confirm(store::UrlRow row) {
  TRAWL_TRY(const auto input, context_.inputs.find(row.url, store::InputKind::Page, false));
  if (input) TRAWL_CHECK(context_.inputs.confirm(input->id, context_.now()));
  TRAWL_CHECK(apply(row, {.what = Seen::NotModified}));
  TRAWL_TRY(const auto source, context_.owner_of(row));
  if (source.empty()) return {};
  if (input) counted_.try_emplace(input->id, Counted{source, &SourceReport::unchanged});
  ++context_.report.of(source).unchanged;
  return {};
}

/// The answer at an address beside that of a suspect.
Result<void> PageProcessor::on_probe(const Task& task, const Result<fetch::FetchResponse>& result) {
  if (!result || result->status >= 500 || result->status == 429) return end_probe(task.url, std::nullopt);
  if (fetch::is_redirect(result->status)) {
    fetch::RedirectChain chain(task.url, {.max_hops = kMaxHops, .allow_downgrade = true});
    const auto next = chain.follow(*result);
    return end_probe(task.url, ErrorAnswer{.location = next ? url::canonical(*next) : std::string()});
  }
  return result->status == 200 ? extract_page(task, *result) : end_probe(task.url, ErrorAnswer{});
}

/// Whether the page may be an error page sent as if it were an article: it does not resemble the stored article, or
/// the one that has moved there, or has no word of the title in its feed.
Result<bool> PageProcessor::is_suspicious(const Job& job) {
  if (!is_fetched_article(job) || job.is_genuine) return false;
  const auto& article = job.extraction.article;
  TRAWL_TRY(const bool is_known, deduplicator_.holds_article(job.input.url));
  if (is_known) {
    TRAWL_TRY(const bool is_edit, deduplicator_.is_edit(job.input.url, article));
    return !is_edit;
  }
  const auto text = ascii::to_lower(article.text);
  // The title comes from whoever lists the page first, even from another site: it is not stored, but only a reason to
  // ask what the host shows at an address that does not exist.
  const auto ranked = context_.knowledge.places.ranked(job.input.url, job.inlinks);
  return std::ranges::any_of(ranked, [&](const store::DiscoveredLink* link) {
    const auto signal = link->source == ranked.front()->source ? signal_from_json(link->signal) : std::nullopt;
    return signal && has_no_word_of(signal->title, text);
  });
}

/// An article's address has answered with something else. A page waits until all were looked at, because another
/// address may show the same; so another article of the site is looked at, too.
Result<void> PageProcessor::suspect(const std::string& url, Suspect suspect) {
  TRAWL_TRY(suspect.clusters, deduplicator_.clusters_at(url));
  if (error_pages_.is_error(url, suspect)) return convict(suspect);
  if (error_pages_.is_known(url) && !suspect.page) return acquit(std::move(suspect));
  const auto row = suspect.row;
  if (suspect.page) TRAWL_CHECK(rechecker_.ask_neighbour(url, row));
  if (const auto probe = error_pages_.hold(url, std::move(suspect))) scheduler_.probe(*probe, row);
  return {};
}

Result<void> PageProcessor::end_probe(const std::string& url, std::optional<ErrorAnswer> answer) {
  const bool is_answered = answer.has_value();
  for (auto& one : error_pages_.take(url, std::move(answer))) {
    TRAWL_TRY(auto row, context_.urls.url(one.row));
    if (is_answered) {
      TRAWL_CHECK(suspect(row.url, std::move(one)));
      continue;
    }
    const Error error{ErrorCode::Timeout, "nothing is known of what its site answers for missing pages", row.url, ""};
    TRAWL_CHECK(fail_page(std::move(row), error, 0, std::nullopt));
  }
  return {};
}

/// False if there were none.
Result<bool> PageProcessor::judge_suspects() {
  auto suspects = error_pages_.take_all();
  for (auto& one : suspects) {
    TRAWL_TRY(const auto row, context_.urls.url(one.row));
    TRAWL_CHECK(error_pages_.is_error(row.url, one) ? convict(one) : acquit(std::move(one)));
  }
  return !suspects.empty();
}

/// The site answers so where there is nothing: the article is not there.
Result<void> PageProcessor::convict(const Suspect& suspect) {
  TRAWL_TRY(auto row, context_.urls.url(suspect.row));
  const Error error{ErrorCode::NotFound, "its site shows there what it shows in place of missing pages", row.url, ""};
  return fail_page(std::move(row), error, 404, std::nullopt);
}

Result<void> PageProcessor::acquit(Suspect suspect) {
  if (suspect.page) {
    suspect.page->is_genuine = true;
    TRAWL_TRY(suspect.page->inlinks, context_.urls.inlinks(suspect.row)); // others may have been discovered meanwhile
    return extract_and_store(std::move(*suspect.page));
  }
  TRAWL_TRY(auto row, context_.urls.url(suspect.row));
  return redirect(std::move(row), suspect.location, suspect.hops, true);
}

/// A redirect, by HTTP or by the page itself: all links to the first URL become links to the second one too.
Result<void> PageProcessor::redirect(store::UrlRow row, const std::string& location, int hops, bool is_genuine) {
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
    return fail_page(std::move(row), error, 404, {});
  }
  TRAWL_TRY(const auto target, redirect_target(row, url, hops));
  if (!target) {
    const Error error{ErrorCode::Malformed, "it redirects in a circle or too often", location, ""};
    return fail_page(std::move(row), error, 404, {});
  }
  TRAWL_TRY(const bool has_article, deduplicator_.has_article(row.url));
  if (has_article && target->state == store::UrlState::New && !is_genuine)
    return suspect(row.url, {.row = row.id, .page = std::nullopt, .location = url, .hops = hops});
  for (const auto& link : inlinks) TRAWL_CHECK(context_.urls.save_link(target->id, link));
  TRAWL_CHECK(apply(row, {.what = Seen::Redirect, .target = target->id, .holds_article = has_article}));
  TRAWL_CHECK(deduplicator_.follow_redirect(row.url));
  if (target->state == store::UrlState::New) scheduler_.fetch(*target, hops);
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
                                      std::optional<std::chrono::seconds> retry_after) {
  const auto now = context_.now();
  const bool is_absent = status == 404 || status == 410;
  TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
  if (is_absent && holds_article) return miss(std::move(row), error, status == 410 ? Absence::Gone : Absence::Missing);
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

/// The page of an article is not there.
Result<void> PageProcessor::miss(store::UrlRow row, const Error& error, Absence absence) {
  TRAWL_CHECK(apply(row, {.what = Seen::Missing}));
  TRAWL_TRY(const auto source, context_.owner_of(row));
  TRAWL_CHECK(context_.source_store.save_failure(
      {source, row.url, std::string(name_of(error.code)), to_sentence(error), 1, context_.now()}));
  return rechecker_.missed(row, absence);
}

Result<void> PageProcessor::derive_links() {
  return derivation_.derive_links(context_.now(),
                                  {.derived = [this](const Derived& one) { return note_derived(one); }});
}

Result<void> PageProcessor::derive(std::function<Result<void>()> batch) {
  return derivation_.derive(
      context_.now(), {.derived = [this](const Derived& one) { return note_derived(one); }, .batch = std::move(batch)});
}

Result<void> PageProcessor::store_job(Job job) {
  if (job.is_probe) {
    ErrorAnswer answer{.location = job.extraction.target};
    if (job.extraction.kind == ExtractionKind::Article) answer.pages.push_back(std::move(job.extraction.article));
    return end_probe(job.input.url, std::move(answer));
  }
  TRAWL_TRY(auto row, context_.urls.url(job.row));
  if (job.extraction.kind == ExtractionKind::NotArticle) {
    TRAWL_TRY(const bool holds_article, deduplicator_.holds_article(row.url));
    if (holds_article) return miss_article(job, std::move(row));
  }
  TRAWL_TRY(const bool is_suspect, is_suspicious(job));
  if (is_suspect) return suspect(row.url, {.row = row.id, .page = std::move(job), .location = ""});
  // Its site may show one page in place of many; until that is over the article keeps its own text.
  TRAWL_TRY(const bool is_another,
            is_fetched_article(job) ? deduplicator_.is_of_another(job.input.url, job.extraction) : Result<bool>(false));
  if (is_another) {
    const Error error{ErrorCode::Malformed, "its site shows there what it shows at another article's address", row.url,
                      ""};
    return fail_page(std::move(row), error, 0, std::nullopt);
  }
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

/// What is there now is no article, but what was there was one, and its text is kept.
Result<void> PageProcessor::miss_article(const Job& job, store::UrlRow row) {
  const Error error{ErrorCode::Malformed, job.extraction.why, row.url, ""};
  if (!job.extraction.is_failure)
    return miss(std::move(row), error, job.extraction.code == "noindex" ? Absence::Withdrawn : Absence::Missing);
  return fail_page(std::move(row), error, 0, std::nullopt);
}

/// Stores the article, or that the page is not one.
Result<void> PageProcessor::store_result(Job& job, store::UrlRow row) {
  const auto source = context_.knowledge.places.owner(row.url, job.inlinks);
  const bool is_article = job.extraction.kind == ExtractionKind::Article;
  const bool was_stored = row.state == store::UrlState::Stored;
  Derived derived{job.input, job.extraction, source};
  if (is_article) {
    job.extraction.article.indexed = job.input.first_seen; // it may have been seen before, as the store has said since
    TRAWL_CHECK(deduplicator_.keep_former(job.input, job.extraction.article));
    TRAWL_TRY(derived.outcome, deduplicator_.put(job.input, job.extraction));
  } else {
    TRAWL_TRY(derived.was_article, deduplicator_.drop(job.input.id));
  }
  count(derived);
  TRAWL_CHECK(note_result(source, row.url, job.extraction));
  if (context_.options.backfill) TRAWL_CHECK(links_.follow(job.input, job.inlinks, job.outlinks));
  TRAWL_CHECK(apply(row, {.what = is_article ? Seen::Article : Seen::NotArticle}));
  if (!is_article) return {};
  TRAWL_CHECK(rechecker_.found(row));
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
    as = takes_over_count() ? &SourceReport::added : &SourceReport::folded;
  }
  const auto [counted, is_first] = counted_.try_emplace(derived.input.id, Counted{derived.source, as});
  if (!is_first) {
    if (counted->second.as != &SourceReport::unchanged || as == &SourceReport::unchanged) return;
    --context_.report.of(counted->second.source).unchanged;
    counted->second = {derived.source, as};
  }
  ++(context_.report.of(derived.source).*as);
}

/// A copy that came before its original was counted as the article. Counts it as the copy instead, so that the counts
/// of a crawl are the same whichever comes first. Whether there was one.
bool PageProcessor::takes_over_count() {
  const auto copy = counted_.find(deduplicator_.taken_over());
  if (copy == counted_.end() || copy->second.as != &SourceReport::added) return false;
  SourceReport& of_copy = context_.report.of(copy->second.source);
  --of_copy.added;
  ++of_copy.folded;
  copy->second.as = &SourceReport::folded;
  return true;
}

} // namespace trawl::crawl
