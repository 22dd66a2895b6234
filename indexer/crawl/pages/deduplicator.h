// SPDX-License-Identifier: GPL-3.0-or-later
/// Folds copies: members that are the same article become one cluster, and one article is published for it.
///
/// Two members are the same when they were found at one address or hold the same text; clusters are what is connected
/// so. What is published depends on the set of members alone, never on the order in which they came: a crawl that was
/// killed and resumed, and a rebuild, end the same.
#pragma once

#include "indexer/crawl/pages/article_pipeline.h"
#include "indexer/store/article_store.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace trawl::crawl {

enum class Kept : std::uint8_t {
  Added,    ///< a new article
  Replaced, ///< an article we had, changed
  Unchanged,
  Folded, ///< a copy of another article, which is shown
};

class Deduplicator {
 public:
  explicit Deduplicator(store::Database& database) : articles_(database) {}

  /// Takes the article made of `input`. Inside the caller's Transaction.
  Result<Kept> put(const store::Input& input, const Made& made);

  /// The input is no article (any more). False if it was none before.
  Result<bool> drop(std::int64_t input);

  store::ArticleStore& articles() { return articles_; }

 private:
  struct Piece;
  Result<std::set<std::int64_t>> neighbours(const std::vector<std::uint64_t>& keys);
  Result<std::vector<Piece>> load(const std::set<std::int64_t>& clusters);
  Result<void> refold(const std::set<std::int64_t>& clusters);
  Result<std::string> address_to_show(const Piece& shown, std::int64_t cluster);
  Result<std::string> publish(std::vector<const Piece*> pieces, std::int64_t cluster);

  store::ArticleStore articles_;
};

} // namespace trawl::crawl
