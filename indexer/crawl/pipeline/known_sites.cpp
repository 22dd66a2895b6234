// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/known_sites.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace trawl::crawl {
namespace {

constexpr std::size_t kMostPages = 200; ///< of a site; more show nothing new

std::string origin_of(std::string_view url) {
  const std::size_t host = url.find("://");
  return host == std::string_view::npos ? std::string() : std::string(url.substr(0, url.find('/', host + 3)));
}

} // namespace

Result<KnownSite> KnownSites::learn(const std::string& source, const std::string& origin) {
  TRAWL_TRY(auto urls, inputs_.pages_of(origin));
  std::ranges::sort(urls, {}, [](const std::string& url) { return std::pair(extract::words_hash(url), url); });
  std::vector<extract::PageProfile> profiles;
  for (std::size_t i = 0, pages = 0; i < urls.size() && pages < kMostPages; ++i) {
    TRAWL_TRY(const auto links, urls_.hashed_inlinks(urls[i]));
    if (places_.owner(urls[i], links) != source) continue;
    ++pages;
    TRAWL_TRY(const auto input, inputs_.find(urls[i], store::InputKind::Page));
    auto profile = extract::profile_page(input->body, input->content_type);
    if (profile) profiles.push_back(std::move(*profile)); // a page that cannot be parsed shows nothing
  }
  auto site = std::make_shared<const extract::SiteKnowledge>(extract::SiteKnowledge::learn(profiles));
  return site->is_known() ? site : nullptr;
}

Result<KnownSite> KnownSites::find(const std::string& source, std::string_view url) {
  const std::pair site(source, origin_of(url));
  auto known = sites_.find(site);
  if (known == sites_.end()) {
    TRAWL_TRY(auto learnt, learn(site.first, site.second));
    known = sites_.emplace(site, std::move(learnt)).first;
  }
  return known->second;
}

void KnownSites::forget(std::string_view source) {
  std::erase_if(sites_, [&](const auto& site) { return site.first.first == source; });
}

} // namespace trawl::crawl
