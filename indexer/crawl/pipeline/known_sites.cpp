// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/known_sites.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace trawl::crawl {
namespace {

constexpr std::size_t kMostPages = 200; ///< of a site; more show nothing new

std::string origin_of(std::string_view url) {
  const std::size_t host = url.find("://");
  return host == std::string_view::npos ? std::string() : std::string(url.substr(0, url.find('/', host + 3)));
}

std::string hash_of(const KnownSite& site) { return site == nullptr ? std::string() : site->hash(); }

} // namespace

Result<KnownSite> KnownSites::learn(const std::string& origin) {
  TRAWL_TRY(auto urls, store_.pages(origin));
  std::ranges::sort(urls, {}, [](const std::string& url) { return std::pair(extract::words_hash(url), url); });
  if (urls.size() > kMostPages) urls.resize(kMostPages);
  std::vector<extract::PageProfile> profiles;
  for (const std::string& url : urls) {
    TRAWL_TRY(const auto input, inputs_.find(url, store::InputKind::Page));
    if (!input) continue;
    auto profile = extract::profile_page(input->body, input->content_type);
    if (profile) profiles.push_back(std::move(*profile)); // a page that cannot be parsed shows nothing
  }
  auto site = std::make_shared<const extract::SiteKnowledge>(extract::SiteKnowledge::learn(profiles));
  if (!site->is_known()) site = nullptr;
  return sites_[origin] = std::move(site);
}

Result<KnownSite> KnownSites::find(std::string_view url) {
  const std::string origin = origin_of(url);
  auto known = sites_.find(origin);
  if (known == sites_.end()) {
    TRAWL_TRY(const auto hash, store_.hash(origin));
    if (!hash.empty()) TRAWL_CHECK(learn(origin));
    known = sites_.try_emplace(origin).first;
  }
  read_by_.try_emplace(origin, hash_of(known->second));
  return known->second;
}

Result<void> KnownSites::note_page(std::string_view url) {
  const std::string origin = origin_of(url);
  return origin.empty() ? Result<void>{} : store_.note_change(origin);
}

Result<bool> KnownSites::learn_changed() {
  TRAWL_TRY(const auto origins, store_.changed());
  for (const std::string& origin : origins) {
    TRAWL_TRY(const auto before, store_.hash(origin));
    TRAWL_TRY(const auto site, learn(origin));
    const std::string hash = hash_of(site);
    const auto read_by = read_by_.find(origin);
    if (hash != before || (read_by != read_by_.end() && read_by->second != hash)) {
      TRAWL_CHECK(store_.make_stale(origin));
    }
    read_by_[origin] = hash;
    TRAWL_CHECK(store_.save_hash(origin, hash));
  }
  return !origins.empty();
}

Result<void> KnownSites::learn_all() {
  TRAWL_TRY(const auto urls, store_.all_pages());
  std::set<std::string> origins;
  for (const std::string& url : urls) origins.insert(origin_of(url));
  for (const std::string& origin : origins) {
    TRAWL_CHECK(store_.note_change(origin));
    TRAWL_CHECK(learn(origin));
  }
  return store_.forget_changed();
}

Result<void> KnownSites::save_all() {
  for (const auto& [origin, site] : sites_) TRAWL_CHECK(store_.save_hash(origin, hash_of(site)));
  return {};
}

} // namespace trawl::crawl
