// SPDX-License-Identifier: GPL-3.0-or-later
/// Folds duplicates: members that are the same article form a cluster, and one article is published for each cluster.
///
/// Two members are the same if they were found at the same URL or have the same text. Clusters are the connected
/// components of that relation. The result depends only on the set of members, not on their order, so a crawl that was
/// killed and resumed gives the same articles as one that was not, and as a rebuild.
#pragma once

#include "indexer/crawl/pages/article_pipeline.h"
#include "indexer/store/article_store.h"
#include "indexer/store/member_store.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace trawl::crawl {

/// What storing an article changed.
enum class PutOutcome : std::uint8_t {
  Added,    ///< a new article
  Replaced, ///< a known article, changed
  Unchanged,
  Folded, ///< a duplicate; another member of its cluster is shown
};

/// Not thread-safe.
class Deduplicator {
 public:
  /// `database` must outlive it.
  explicit Deduplicator(store::Database& database) : members_(database), articles_(database) {}

  /// Stores the article extracted from `input` and updates its cluster. Inside the caller's Transaction.
  Result<PutOutcome> put(const store::Input& input, const Extraction& extraction);

  /// Removes the article of `input`, because it is not one any more. False if there was none.
  Result<bool> drop(std::int64_t input);

 private:
  struct Candidate;
  Result<std::set<std::int64_t>> neighbours(const std::vector<std::uint64_t>& keys);
  Result<std::vector<Candidate>> load(const std::set<std::int64_t>& clusters);
  Result<void> refold(const std::set<std::int64_t>& clusters);
  Result<std::string> url_to_show(const Candidate& shown, std::int64_t cluster);
  Result<std::string> publish(std::vector<const Candidate*> candidates, std::int64_t cluster);

  store::MemberStore members_;
  store::ArticleStore articles_;
};

} // namespace trawl::crawl
