// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/error_pages.h"

#include "indexer/enrich/fold_copies.h"
#include "shared/base/sha256.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::crawl {
namespace {

/// How many suspects of a folder are compared with all others; what stands in place of everything is among the first.
constexpr int kMaxCompared = 8;

/// Where the name of the page begins, the last segment of the path: servers answer by folder and by the name's end.
std::size_t name_begin(std::string_view url) {
  const auto root = url.find('/', url.find("://") + 3) + 1;
  const auto path = url.substr(0, url.find_first_of("?#"));
  const auto end = path.ends_with('/') ? path.size() - 1 : path.size();
  return std::max(root, path.rfind('/', end - 1) + 1);
}

std::string folder_of(std::string_view url) { return std::string(url.substr(0, name_begin(url))); }

/// ".../title.html" gives ".../title-5f3a9c0d.html".
std::string address_beside(std::string_view url) {
  const auto begin = name_begin(url);
  const auto end = url.find_first_of("./?#", begin);
  std::string address(url.substr(0, end));
  address.append("-").append(sha256_hex(url, 4));
  return end == std::string_view::npos ? address : address.append(url.substr(end));
}

/// Whether the addresses of different articles show alike pages. Of new articles, whose texts may have much of their
/// site's words in common, the whole texts must be the same.
bool are_alike(const Suspect& one, const Suspect& other) {
  if (!one.page || !other.page || one.row == other.row) return false;
  auto article = one.page->extraction.article;
  const auto& page = other.page->extraction.article;
  if (one.clusters.empty() || other.clusters.empty()) {
    article.title = page.title;
    return enrich::compare(article, page) == enrich::Sameness::SameText;
  }
  article.title.clear(); // many pages may have the title of their site
  return one.clusters != other.clusters && enrich::is_later_version(article, page);
}

} // namespace

bool ErrorAnswer::explains(const Suspect& suspect) const {
  if (!suspect.page) return !location.empty() && location == suspect.location;
  return std::ranges::any_of(
      pages, [&](const Article& page) { return enrich::is_later_version(page, suspect.page->extraction.article); });
}

bool ErrorPages::is_known(std::string_view url) const {
  const auto folder = folders_.find(folder_of(url));
  return folder != folders_.end() && folder->second.answer;
}

bool ErrorPages::is_error(std::string_view url, const Suspect& suspect) const {
  return suspect.clusters.size() > 1 || repeated_.explains(suspect) ||
         (is_known(url) && folders_.find(folder_of(url))->second.answer->explains(suspect));
}

std::optional<std::string> ErrorPages::hold(std::string_view url, Suspect suspect) {
  auto& folder = folders_[folder_of(url)];
  folder.waiting.push_back(std::move(suspect));
  return !folder.answer && folder.waiting.size() == 1 ? std::optional(address_beside(url)) : std::nullopt;
}

std::vector<Suspect> ErrorPages::take(std::string_view url, std::optional<ErrorAnswer> answer) {
  auto& folder = folders_[folder_of(url)];
  folder.answer = std::move(answer);
  return std::exchange(folder.waiting, {});
}

std::vector<Suspect> ErrorPages::take_all() {
  std::vector<Suspect> suspects;
  for (auto& [name, folder] : folders_) {
    std::ranges::move(std::exchange(folder.waiting, {}), std::back_inserter(suspects));
  }
  add_repeated(suspects);
  return suspects;
}

/// Adds what different addresses show, at least one of them in place of its article.
void ErrorPages::add_repeated(const std::vector<Suspect>& suspects) {
  std::map<std::string, int> compared; // by folder
  for (const auto& suspect : suspects) {
    if (!suspect.page || repeated_.explains(suspect)) continue;
    if (++compared[folder_of(suspect.page->input.url)] > kMaxCompared) continue;
    const auto is_alike = [&](const Suspect& other) { return are_alike(suspect, other); };
    if (std::ranges::none_of(suspects, is_alike)) continue;
    repeated_.pages.push_back(suspect.page->extraction.article);
    repeated_.pages.back().title.clear(); // many pages may have the title of their site
  }
}

} // namespace trawl::crawl
