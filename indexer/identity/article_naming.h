// SPDX-License-Identifier: GPL-3.0-or-later
/// The id of an article, where it is shown, and what else leads to it. An id is made from the first address under which
/// the article was shown, and never dies: once settled (store::NameStore) it stays with the input that had it. Of
/// several the oldest is the article's, and the others lead to it, as do the article's other addresses.
#pragma once

#include "indexer/identity/candidate.h"
#include "indexer/store/member_store.h"
#include "indexer/store/name_store.h"
#include "indexer/store/url_store.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::identity {

/// So many members that share a key are looked at, the first ones, so that the work is bounded. An address that more
/// of them state identifies no article.
inline constexpr std::size_t kMostSharers = 50;

/// Not thread-safe. `database` and `members` must outlive it.
class ArticleNaming {
 public:
  ArticleNaming(store::Database& database, store::MemberStore& members)
      : members_(&members), names_(database), urls_(database) {}

  /// Sets the address, the id and the aliases of a group's article.
  Result<void> name(Article& article, const Group& group, std::int64_t cluster);

 private:
  Result<std::string> url_to_show(const Candidate& shown, std::int64_t cluster);
  Result<std::string> new_id(const std::string& address);
  Result<bool> are_all_in(std::int64_t cluster, std::uint64_t key);
  Result<std::int64_t> cluster_at(const std::string& address);

  store::MemberStore* members_;
  store::NameStore names_;
  store::UrlStore urls_;
};

} // namespace trawl::identity
