// SPDX-License-Identifier: GPL-3.0-or-later
/// The id of an article and what else leads to it. An id is made from the article's first canonical URL and never dies:
/// once settled (store::NameStore) it stays with the input that had it. All other addresses become aliases.
///
/// Every id leads to one article: a settled one to its holder's; the id of an address to the article found there, else
/// to one that states it or was moved from it.
#pragma once

#include "indexer/identity/candidate.h"
#include "indexer/store/member_store.h"
#include "indexer/store/name_store.h"
#include "indexer/store/url_store.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trawl::identity {

// A URL that so many members state as theirs identifies no article. Of those that share a key of their texts, only the
// first are looked at, so that the work is bounded.
inline constexpr std::size_t kMaxSharers = 100;

/// Not thread-safe. `database` and `members` must outlive it.
class ArticleNaming {
 public:
  ArticleNaming(store::Database& database, store::MemberStore& members)
      : members_(&members), names_(database), urls_(database) {}

  /// The settled names of the candidates' inputs, the earliest first.
  Result<std::vector<store::Name>> names_of(const std::vector<const Candidate*>& candidates);

  /// The URL that the page states as its own, unless another cluster has that URL; else where the page was found.
  Result<std::string> url_to_show(const Candidate& shown, std::int64_t cluster);

  /// Sets the id and the aliases of the article of a cluster, whose url is set. `own`: how many of the names, the first
  /// ones, are of the voice that is shown; those of copies only lead to it.
  Result<void> name(Article& article, const std::vector<const Candidate*>& candidates,
                    const std::vector<store::Name>& names, std::size_t own, std::int64_t cluster);

 private:
  Result<std::string> new_id(const std::string& address);
  Result<bool> is_ours(std::string_view address, const std::vector<const Candidate*>& candidates, std::int64_t cluster);

  store::MemberStore* members_;
  store::NameStore names_;
  store::UrlStore urls_;
};

} // namespace trawl::identity
