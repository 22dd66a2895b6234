// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/sources/seed_proof.h"

#include "indexer/commands/stop_signal.h"
#include "indexer/crawl/pipeline/url_rules.h"
#include "indexer/enrich/fingerprint.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/extract/site/site_knowledge.h"
#include "shared/base/date_time.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace trawl::commands {
namespace {

constexpr std::size_t kSample = 5;
constexpr std::size_t kFewestWords = 100; ///< of an article of its own
constexpr double kSameText = 0.8;         ///< similarity

/// The URLs that the source would accept as articles, a few of them spread over the list.
std::vector<std::string> sample_of(const SeedProbe& probe, const std::string& url) {
  std::vector<std::string> urls, sample;
  const auto rules = crawl::UrlRules::compile(source_of(probe, url));
  const bool is_feed = probe.seed.kind == schema::SourceKind::Feed;
  for (const auto& entry : probe.result.articles) {
    const bool is_here = is_feed || (url::site(entry.url) == url::site(url) && entry.url != probe.seed.url);
    if (is_here && (!rules || rules->accepts(entry.url))) urls.push_back(entry.url);
  }
  const std::size_t count = std::min(kSample, urls.size());
  for (std::size_t i = 0; i < count; ++i)
    sample.push_back(urls[i * (urls.size() - 1) / std::max<std::size_t>(count - 1, 1)]);
  return sample;
}

/// Reads the fetched pages by what they have in common, as a crawl does at its end.
void read_pages(std::span<const std::optional<fetch::FetchResponse>> responses, std::vector<ProvenPage>& pages) {
  std::vector<extract::PageProfile> profiles;
  for (const auto& response : responses) {
    auto profile =
        response ? extract::profile_page(response->body, response->content_type) : fail(ErrorCode::NotFound, "no page");
    if (profile) profiles.push_back(std::move(*profile));
  }
  const auto site = extract::SiteKnowledge::learn(profiles);
  std::vector<enrich::Fingerprint> prints(pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!responses[i]) continue;
    extract::PageInput input;
    input.bytes = responses[i]->body;
    input.url = responses[i]->url;
    input.content_type = responses[i]->content_type;
    input.now = now();
    input.site = &site;
    const auto found = extract::extract_page(input);
    if (!found) {
      pages[i].trouble = found.error().what;
      continue;
    }
    pages[i].title = found->article.title;
    if (found->article.published) pages[i].published = to_text(*found->article.published).substr(0, 10);
    pages[i].words = found->article.words;
    prints[i] = enrich::fingerprint(found->article.text);
    pages[i].is_short = pages[i].words < kFewestWords;
  }
  for (std::size_t i = 0; i < pages.size(); ++i) {
    for (std::size_t k = 0; k < pages.size(); ++k) {
      if (i == k || prints[i].shingles == 0 || prints[k].shingles == 0) continue;
      pages[i].likeness = std::max(pages[i].likeness, enrich::estimated_similarity(prints[i], prints[k]));
    }
    if (pages[i].likeness >= kSameText) pages[i].trouble = "the same text as another page";
  }
}

} // namespace

SeedProof prove_seed(PoliteFetcher& fetcher, const SeedProbe& probe, const std::string& url) {
  SeedProof proof;
  std::vector<std::optional<fetch::FetchResponse>> responses;
  for (std::string& address : sample_of(probe, url)) {
    if (is_stopped()) break;
    auto response = fetcher.get(address, fetch::ResourceKind::Page);
    ProvenPage& page = proof.pages.emplace_back();
    page.url = std::move(address);
    if (!response) page.trouble = response.error().what;
    page.declares_seed = response && declares(*response, probe);
    responses.push_back(response ? std::optional(std::move(*response)) : std::nullopt);
  }
  read_pages(responses, proof.pages);
  if (probe.seed.kind == schema::SourceKind::Feed) return proof;
  const auto is_bad = [](const ProvenPage& page) { return !page.trouble.empty(); };
  const auto bad = static_cast<std::size_t>(std::ranges::count_if(proof.pages, is_bad));
  if (proof.pages.empty()) {
    proof.refusal = "none of the URLs that it lists looks like an article";
  } else if (bad * 2 >= proof.pages.size()) {
    const auto first = std::ranges::find_if(proof.pages, is_bad);
    proof.refusal = "the pages it lists are not articles (" + first->url + ": " + first->trouble + ")";
  } else if (std::ranges::all_of(proof.pages, [&](const auto& page) { return page.is_short || is_bad(page); })) {
    proof.refusal = "no page that it lists has " + std::to_string(kFewestWords) + " words";
  }
  return proof;
}

} // namespace trawl::commands
