// SPDX-License-Identifier: GPL-3.0-or-later
/// A small index on disk, and what the tests of corrections, suggestions, related articles and rising words ask of it.
#pragma once

#include "shared/article/article_id.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/search/explore/explore_in_index.h"
#include "shared/search/explore/related.h"
#include "shared/search/explore/suggest.h"
#include "shared/search/explore/trending.h"
#include "tests/support/temporary_directory.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace trawl::search::test {

inline const Moment kNow = parse_rfc3339("2026-04-20T12:00:00Z")->time;

struct Row {
  std::string title, text, source = "made";
  int days_ago = 100;
  std::vector<std::string> tags = {}, authors = {};
};

/// An index of these articles, numbered from 1.
class DiskIndex {
 public:
  explicit DiskIndex(const std::vector<Row>& rows) {
    auto writer = index::IndexWriter::open_live(directory_.data());
    REQUIRE(writer);
    for (const Row& row : rows) {
      Article article;
      article.url = "https://made.test/" + std::to_string(++count_);
      article.id = article_id(article.url);
      article.title = row.title;
      article.text = row.text;
      article.source = row.source;
      article.tags = row.tags;
      article.authors = row.authors;
      article.published = Date{kNow - std::chrono::hours(24 * row.days_ago), DatePrecision::Second};
      REQUIRE(writer->put(article));
    }
    REQUIRE(writer->commit(1));
    reader_ = *index::IndexReader::open(directory_.data());
  }

  /// Whose time is never up.
  ExploreInIndex explore() {
    return {IndexView{reader_->columns()}, Deadline{std::chrono::steady_clock::time_point::max()},
            [](std::string_view source) { return source == "pytorch" ? "PyTorch Blog" : std::string(source); }};
  }
  std::vector<Suggestion> suggested(std::string_view typed, std::size_t limit = 8) {
    ExploreInIndex index = explore();
    return suggest(typed, index, limit);
  }
  std::vector<std::uint32_t> related(std::uint32_t document, std::size_t limit) {
    ExploreInIndex index = explore();
    const auto article = reader_->article(document, ArticlePart::Whole);
    REQUIRE(article);
    return related_articles(*article, document, reader_->columns().words[document], index, limit);
  }
  TrendingArticles trending(std::chrono::seconds window, std::size_t limit, Moment now = kNow) {
    ExploreInIndex index = explore();
    return trending_articles(index, window, limit, now);
  }

 private:
  trawl::test::TemporaryDirectory directory_;
  int count_ = 0;
  std::shared_ptr<index::IndexReader> reader_;
};

} // namespace trawl::search::test
