// SPDX-License-Identifier: GPL-3.0-or-later
/// An index of given articles in a temporary directory.
#pragma once

#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "tests/support/temporary_directory.h"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace trawl::test {

/// The value of a result that a test requires to succeed.
template <typename T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(to_sentence(result.error()));
  return std::move(*result);
}
inline void must(const Result<void>& result) {
  if (!result) throw std::runtime_error(to_sentence(result.error()));
}

class TestIndex {
 public:
  explicit TestIndex(const std::vector<Article>& articles = {})
      : writer_(must(index::IndexWriter::open_live(directory_.data()))) {
    add(articles);
  }

  /// Another program goes on, without what was not committed: it begins a shard if the newest has many articles.
  void begin_run() {
    writer_.reset();
    writer_.emplace(must(index::IndexWriter::open_live(data())));
  }

  /// One commit.
  void add(const std::vector<Article>& articles) {
    for (const Article& article : articles) must(writer_->put(article));
    must(writer_->commit(writer_->store_sequence() + 1));
  }

  const DataDirectory& data() const { return directory_.data(); }
  index::IndexWriter& writer() { return *writer_; }
  std::shared_ptr<index::IndexReader> reader() const { return must(index::IndexReader::open(data())); }

 private:
  TemporaryDirectory directory_;
  std::optional<index::IndexWriter> writer_;
};

} // namespace trawl::test
