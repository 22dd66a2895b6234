// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/article_naming.h"

#include "shared/article/article_id.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace trawl::crawl {

Result<std::vector<store::Name>> ArticleNaming::names_of(const std::vector<const Candidate*>& candidates) {
  std::vector<store::Name> names;
  for (const Candidate* candidate : candidates) {
    TRAWL_TRY(const auto found, names_.names_of(candidate->member.input));
    names.insert(names.end(), found.begin(), found.end());
  }
  std::ranges::sort(names);
  return names;
}

Result<std::string> ArticleNaming::url_to_show(const Candidate& shown, std::int64_t cluster) {
  const auto& found_at = shown.article.url;
  if (shown.member.claim.empty()) return found_at;
  TRAWL_TRY(const auto sharers, members_.clusters_with_key(address_key(shown.member.claim), kMaxSharers));
  const bool is_ours = sharers && std::ranges::all_of(*sharers, [&](auto other) { return other == cluster; });
  return is_ours ? shown.member.claim : found_at;
}

/// The id of an address. If another article has it, because it was at that address before or its page stated it, one
/// that no other address can have.
Result<std::string> ArticleNaming::new_id(const std::string& address) {
  auto id = article_id(address);
  for (int number = 2;; ++number) {
    TRAWL_TRY(const auto holder, names_.holder(id));
    if (!holder) return id;
    id = article_id(address + "#" + std::to_string(number));
  }
}

Result<bool> ArticleNaming::is_ours(std::string_view address, const std::vector<const Candidate*>& candidates,
                                    std::int64_t cluster) {
  TRAWL_TRY(const auto holder, names_.holder(article_id(address)));
  if (holder) {
    return std::ranges::any_of(candidates, [&](const Candidate* one) { return one->member.input == *holder; });
  }
  TRAWL_TRY(const auto sharers, members_.with_key(address_key(address), kMaxSharers));
  if (!sharers) return false;
  // Whoever is at the address has it, else the first of those who state it: the order of arrival does not matter.
  const auto rank = [&](const store::KeyHolder& one) { return std::tuple(one.address != address, one.address); };
  const auto first = std::ranges::min_element(*sharers, {}, rank);
  return first == sharers->end() || first->cluster == cluster;
}

Result<void> ArticleNaming::name(Article& article, const std::vector<const Candidate*>& candidates,
                                 const std::vector<store::Name>& names, std::int64_t cluster) {
  if (names.empty()) {
    TRAWL_TRY(article.id, new_id(article.url.empty() ? candidates.front()->member.address : article.url));
  } else {
    article.id = names.front().id;
  }
  std::set<std::string> addresses;
  for (const Candidate* candidate : candidates) {
    addresses.insert({candidate->member.address, candidate->member.claim});
    addresses.insert(candidate->article.aliases.begin(), candidate->article.aliases.end());
    TRAWL_TRY(const auto leading, urls_.leading_to(candidate->member.address));
    addresses.insert(leading.begin(), leading.end());
  }
  std::vector<std::string> aliases;
  for (const auto& name : names) {
    if (name.id != article.id) aliases.push_back(name.id);
  }
  for (const auto& address : addresses) {
    const bool is_present = address == article.url;
    if (!is_web_address(address) || (is_present && article_id(address) == article.id)) continue;
    TRAWL_TRY(const bool ours, is_ours(address, candidates, cluster));
    // Its present address is not another one, but may have another id.
    if (ours) aliases.push_back(is_present ? article_id(address) : address);
  }
  std::ranges::sort(aliases);
  aliases.erase(std::ranges::unique(aliases).begin(), aliases.end());
  article.aliases = std::move(aliases);
  return {};
}

} // namespace trawl::crawl
