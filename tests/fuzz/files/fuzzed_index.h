// SPDX-License-Identifier: GPL-3.0-or-later
/// A small index whose files a fuzz target changes, and questions to it.
#pragma once

#include "shared/base/file.h"
#include "shared/index/index_writer.h"
#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/temporary_directory.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace trawl::fuzz {

/// The same in every process.
inline const std::vector<Article>& articles() {
  static const std::vector<Article> all = [] {
    std::mt19937 random(7);
    std::vector<Article> out;
    for (std::size_t i = 0; i < 12; ++i) {
      out.push_back(test::random_article(i, random));
      out.back().text += " The model of the mountain.";
    }
    return out;
  }();
  return all;
}

inline void must(const Result<void>& result) {
  if (!result) std::abort();
}

struct IndexFile {
  std::filesystem::path path; ///< below the index
  std::string bytes;
  bool is_there = true;
};

/// A compacted database with an article that was withdrawn, and in it a commit that replaces and removes some.
class SmallIndex {
 public:
  SmallIndex() {
    {
      auto writer = index::IndexWriter::open_live(data());
      if (!writer) std::abort();
      for (const Article& article : articles()) must(writer->put(article));
      Article gone = articles()[1];
      gone.gone_since = Moment{};
      must(writer->put(gone));
      must(writer->commit(1));
      must(writer->compact());
      Article edited = articles()[2];
      edited.text += " Edited.";
      must(writer->put(edited));
      must(writer->remove(articles()[3].id));
      must(writer->commit(2));
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data().index())) {
      const auto path = std::filesystem::relative(entry.path(), data().index());
      if (!entry.is_regular_file() || path.filename() == "flintlock") continue;
      auto bytes = read_file(entry.path());
      if (!bytes) std::abort();
      files_.push_back({path, std::move(*bytes), true});
    }
    std::ranges::sort(files_, {}, &IndexFile::path);
  }

  const DataDirectory& data() const { return directory_.data(); }
  const std::vector<IndexFile>& files() const { return files_; }

  /// Makes these the only files of the index.
  void put(const std::vector<IndexFile>& files) const {
    std::filesystem::remove_all(data().index());
    for (const IndexFile& file : files) {
      const auto path = data().index() / file.path;
      std::filesystem::create_directories(path.parent_path());
      if (file.is_there) std::ofstream(path, std::ios::binary) << file.bytes;
    }
  }

 private:
  test::TemporaryDirectory directory_;
  std::vector<IndexFile> files_;
};

/// Ignores the answers: that there are any is what is tested.
inline void ask(search::SearchEngine& engine) {
  const Moment now{std::chrono::seconds{1'776'000'000}};
  for (const char* q : {"the", "\"of the\"", "mo* NEAR the", "author:\"ada b1\"", "", "tag:tag1 -model", "is:gone"}) {
    search::SearchRequest request;
    request.q = q;
    request.facets = {"source", "tag", "author", "date"};
    request.with_text = true;
    request.snippets = 2;
    static_cast<void>(engine.search(request, now));
  }
  for (const std::size_t i : {0U, 1U, 5U}) {
    static_cast<void>(engine.article(articles()[i].id));
    static_cast<void>(engine.related(articles()[i].id, 3));
    static_cast<void>(engine.is_removed(articles()[i].id));
  }
  static_cast<void>(engine.suggest("mo", 5));
  static_cast<void>(engine.trending(std::chrono::hours{24}, 5, now));
  static_cast<void>(engine.sources());
  static_cast<void>(engine.stats());
}

} // namespace trawl::fuzz
