// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/error_pages.h"

#include "indexer/enrich/fold_copies.h"
#include "shared/base/sha256.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::crawl {
namespace {

/// How many suspects are compared with all others; what a site shows in place of everything is among the first.
constexpr std::size_t kMaxCompared = 8;

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

/// Adds what different addresses show, at least one of them in place of its article.
void add_repeated(const std::vector<Suspect>& suspects, ErrorAnswer& answer) {
  for (std::size_t i = 0; i < std::min(suspects.size(), kMaxCompared); ++i) {
    const auto& suspect = suspects[i];
    if (!suspect.page || answer.explains(suspect)) continue;
    ErrorAnswer one{.location = "", .pages = {suspect.page->extraction.article}};
    one.pages.front().title.clear(); // many pages may have the title of their site
    const bool is_repeated = std::ranges::any_of(suspects, [&](const Suspect& other) {
      return other.page && other.cluster != suspect.cluster && one.explains(other);
    });
    if (is_repeated) answer.pages.push_back(std::move(one.pages.front()));
  }
}

} // namespace

bool ErrorAnswer::explains(const Suspect& suspect) const {
  if (!suspect.page) return !location.empty() && location == suspect.location;
  return std::ranges::any_of(
      pages, [&](const Article& page) { return enrich::is_later_version(page, suspect.page->extraction.article); });
}

const ErrorAnswer* ErrorPages::known(std::string_view url) const {
  const auto folder = folders_.find(folder_of(url));
  return folder == folders_.end() || !folder->second.answer ? nullptr : &*folder->second.answer;
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
    if (folder.answer) add_repeated(folder.waiting, *folder.answer);
    std::ranges::move(std::exchange(folder.waiting, {}), std::back_inserter(suspects));
  }
  return suspects;
}

} // namespace trawl::crawl
