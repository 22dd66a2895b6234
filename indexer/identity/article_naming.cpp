// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/article_naming.h"

#include "indexer/store/input_store.h"
#include "shared/article/article_id.h"

#include <algorithm>
#include <set>

namespace trawl::identity {
namespace {

/// Whether the article was exported with an id that is not its address's: the export's aliases say whether that leads
/// to it, too.
bool is_renamed(const Candidate& candidate) {
  return candidate.member.kind == static_cast<int>(store::InputKind::Row) &&
         candidate.article.id != article_id(candidate.member.address);
}

} // namespace

Result<bool> ArticleNaming::are_all_in(std::int64_t cluster, std::uint64_t key) {
  TRAWL_TRY(const auto inputs, members_->inputs_with_key(key, kMostSharers + 1));
  if (inputs.size() > kMostSharers) return false;
  for (const auto input : inputs) {
    TRAWL_TRY(const auto other, members_->cluster_of(input));
    if (other != cluster && other != 0) return false; // a key may outlive its member
  }
  return true;
}

/// The URL that the page states as its own, unless another article is there, has left it or states it, too; else where
/// the page was found.
Result<std::string> ArticleNaming::url_to_show(const Candidate& shown, std::int64_t cluster) {
  const auto& found_at = shown.article.url;
  std::string claim(own_claim(shown.member));
  if (claim.empty()) return found_at;
  TRAWL_TRY(const auto former, members_->at(claim)); // pages keep stating addresses that they have left
  const auto has_left = [](const store::Member& one) { return !one.moved_to.empty() || one.gone_since; };
  if (std::ranges::any_of(former, has_left)) return found_at;
  TRAWL_TRY(const auto end, urls_.end_of(claim)); // it may be another article that was moved
  for (const auto key : {place_key(claim), lead_key(claim), place_key(end)}) {
    TRAWL_TRY(const bool is_ours, are_all_in(cluster, key));
    if (!is_ours) return found_at;
  }
  return claim;
}

/// The id of an address. If another article has it, because it was at that address before, one that no other address
/// can have.
Result<std::string> ArticleNaming::new_id(const std::string& address) {
  auto id = article_id(address);
  for (int number = 2;; ++number) {
    TRAWL_TRY(const auto holder, names_.holder(id));
    if (!holder) return id;
    id = article_id(address + "#" + std::to_string(number));
  }
}

/// The cluster whose article an address leads to: the one that has its id, is where it redirects or there, or states it
/// or was exported with it; of several the first by address. 0: none.
Result<std::int64_t> ArticleNaming::cluster_at(const std::string& address) {
  TRAWL_TRY(const auto holder, names_.holder(article_id(address)));
  if (holder) return members_->cluster_of(*holder);
  TRAWL_TRY(const auto end, urls_.end_of(address));
  TRAWL_TRY(const auto there, members_->first_by_address(place_key(end), kMostSharers));
  return there != 0 ? there : members_->first_by_address(lead_key(address), kMostSharers);
}

Result<void> ArticleNaming::name(Article& article, const Group& group, std::int64_t cluster) {
  const Candidate& shown = *group.own.front();
  TRAWL_TRY(article.url, url_to_show(shown, cluster));
  for (auto& copy : article.copies) {
    if (copy.url == shown.article.url) copy.url = article.url;
  }
  const auto names = names_of(group.own), of_others = names_of(group.leading);
  if (names.empty()) {
    TRAWL_TRY(article.id, new_id(article.url.empty() ? shown.member.address : article.url));
  } else {
    article.id = names.front().id;
  }

  std::set<std::string> aliases, addresses;
  for (const auto* list : {&names, &of_others}) {
    for (const auto& name : *list) aliases.insert(name.id);
  }
  for (const auto* list : {&group.own, &group.leading}) {
    for (const Candidate* one : *list) {
      addresses.emplace(own_claim(one->member));
      if (!is_renamed(*one)) addresses.insert(one->member.address);
      addresses.insert(one->article.aliases.begin(), one->article.aliases.end());
      TRAWL_TRY(const auto leading, urls_.leading_to(one->member.address));
      addresses.insert(leading.begin(), leading.end());
    }
  }
  for (const auto& address : addresses) {
    if (!is_web_address(address)) continue;
    TRAWL_TRY(const auto there, cluster_at(address));
    // Its present address is not another one, but may have another id.
    if (there == cluster) aliases.insert(address == article.url ? article_id(address) : address);
  }
  aliases.erase(article.id);
  article.aliases.assign(aliases.begin(), aliases.end());
  return {};
}

} // namespace trawl::identity
