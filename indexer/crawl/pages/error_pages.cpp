// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/error_pages.h"

#include "indexer/enrich/fold_copies.h"
#include "shared/base/sha256.h"

#include <algorithm>
#include <utility>

namespace trawl::crawl {
namespace {

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

} // namespace

bool ErrorAnswer::explains(const Suspect& suspect) const {
  if (!suspect.page) return !location.empty() && location == suspect.location;
  return page && enrich::is_later_version(*page, suspect.page->extraction.article);
}

const ErrorAnswer* ErrorPages::known(std::string_view url) const {
  const auto folder = folders_.find(folder_of(url));
  return folder == folders_.end() || !folder->second.answer ? nullptr : &*folder->second.answer;
}

std::optional<std::string> ErrorPages::hold(std::string_view url, Suspect suspect) {
  auto& waiting = folders_[folder_of(url)].waiting;
  waiting.push_back(std::move(suspect));
  return waiting.size() == 1 ? std::optional(address_beside(url)) : std::nullopt;
}

std::vector<Suspect> ErrorPages::take(std::string_view url, std::optional<ErrorAnswer> answer) {
  auto& folder = folders_[folder_of(url)];
  folder.answer = std::move(answer);
  return std::exchange(folder.waiting, {});
}

} // namespace trawl::crawl
