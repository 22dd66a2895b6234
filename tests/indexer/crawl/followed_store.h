// SPDX-License-Identifier: GPL-3.0-or-later
/// A store with articles to follow.
#pragma once

#include "indexer/store/article_store.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_record.h"
#include "tests/support/articles.h"
#include "tests/support/temporary_directory.h"

#include <optional>

#include <catch2/catch.hpp>

namespace trawl::crawl::test_support {

class FollowedStore {
 public:
  void publish(std::size_t first, std::size_t last, std::optional<Moment> gone_since = {}) {
    auto transaction = store::Transaction::begin(database_).value();
    for (std::size_t i = first; i < last; ++i) {
      Article article = test::article(i);
      article.gone_since = gone_since;
      const auto cluster = static_cast<std::int64_t>(i) + 1;
      REQUIRE(
          store::ArticleStore(database_).publish(article.id, to_record(article), cluster, cluster, false, gone_since));
    }
    REQUIRE(transaction.commit());
  }
  void retract(std::size_t number) {
    auto transaction = store::Transaction::begin(database_).value();
    REQUIRE(store::ArticleStore(database_).retract(test::article(number).id));
    REQUIRE(transaction.commit());
  }
  store::Database& database() { return database_; }
  const DataDirectory& data() const { return directory_.data(); }

 private:
  test::TemporaryDirectory directory_;
  store::Database database_ = store::open_store(directory_.data()).value();
};

} // namespace trawl::crawl::test_support
