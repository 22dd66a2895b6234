// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/article_naming.h"

#include "indexer/store/input_store.h"
#include "shared/article/article_id.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

namespace trawl::identity {
namespace {

/// Whether the article was exported with an id that is not its address's: the export's aliases say whether that leads
/// to it, too.
bool is_renamed(const Candidate& candidate) {
  return candidate.member.kind == static_cast<int>(store::InputKind::Row) &&
         candidate.article.id != article_id(candidate.member.address);
}

} // namespace

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
  const std::string claim(own_claim(shown.member));
  if (claim.empty()) return found_at;
  TRAWL_TRY(const auto former, members_->at(claim)); // pages keep stating addresses that they have left
  const auto has_left = [](const store::Member& one) { return !one.moved_to.empty() || one.gone_since; };
  if (std::ranges::any_of(former, has_left)) return found_at;
  TRAWL_TRY(const auto sharers, members_->clusters_with_key(address_key(claim), kMaxSharers));
  bool is_ours = sharers && std::ranges::all_of(*sharers, [&](auto other) { return other == cluster; });
  TRAWL_TRY(const auto end, urls_.end_of(claim));
  if (end != claim) { // it may be another article that was moved
    TRAWL_TRY(const auto there, members_->clusters_with_key(address_key(end), kMaxSharers));
    is_ours = is_ours && there && std::ranges::all_of(*there, [&](auto other) { return other == cluster; });
  }
  return is_ours ? claim : found_at;
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
  // The name goes to the article at the address, else to the one that it redirects to, else to the one that was
  // exported with it, else to the first of those that state it, else to one at another spelling of it: the order of
  // arrival does not matter.
  TRAWL_TRY(const auto sharers, members_->with_key(address_key(address), kMaxSharers));
  if (!sharers) return false;
  const auto there = std::ranges::find(*sharers, address, &store::KeyHolder::address);
  if (there != sharers->end()) return there->cluster == cluster;
  TRAWL_TRY(const auto end, urls_.end_of(address));
  if (end != address) {
    TRAWL_TRY(const auto near_end, members_->with_key(address_key(end), kMaxSharers));
    for (const auto& one : near_end.value_or(std::vector<store::KeyHolder>{})) {
      if (one.address == end) return one.cluster == cluster;
    }
  }
  TRAWL_TRY(const auto exporters, members_->with_key(exact_key(address), kMaxSharers));
  const auto& rest = exporters && !exporters->empty() ? *exporters : *sharers;
  const auto first = std::ranges::min_element(rest, {}, [&](const store::KeyHolder& one) {
    return std::tuple(one.claim != address, std::string_view(one.address));
  });
  return first == rest.end() || first->cluster == cluster;
}

Result<void> ArticleNaming::name(Article& article, const std::vector<const Candidate*>& candidates,
                                 const std::vector<store::Name>& names, std::size_t own, std::int64_t cluster) {
  if (own == 0) {
    TRAWL_TRY(article.id, new_id(article.url.empty() ? candidates.front()->member.address : article.url));
  } else {
    article.id = names.front().id;
  }
  std::set<std::string> addresses;
  for (const Candidate* candidate : candidates) {
    addresses.emplace(own_claim(candidate->member));
    if (!is_renamed(*candidate)) addresses.insert(candidate->member.address);
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

} // namespace trawl::identity
