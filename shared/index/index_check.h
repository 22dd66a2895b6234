// SPDX-License-Identifier: GPL-3.0-or-later
/// Compares an index with the articles that it was made from. SQLite and Xapian have no checksums, so a flipped bit may
/// give another answer without any error: only the articles show it.
#pragma once

#include "shared/article/article.h"
#include "shared/base/result.h"
#include "shared/index/index_reader.h"
#include "shared/text/term_table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// Lets Xapian read every block. IndexDamaged, with what is wrong.
Result<void> check_files(const DataDirectory& directory);

/// For one state of an index, with the articles that are gone. Throws as Xapian does.
class IndexCheck {
 public:
  explicit IndexCheck(std::shared_ptr<IndexReader> reader);

  /// This article is not compared: the store has changed it since.
  void leave_out(std::string_view id);

  /// How many articles the index has beside those.
  std::size_t articles() const { return reader_->columns().live_documents - left_out_.size(); }

  enum class Verdict { Same, Missing, Different };
  /// Compares what the index has of an article: the terms, positions, values and data of its document.
  Verdict look_at(const Article& article);

  /// After all articles: compares the posting lists, which queries read, with the terms of the documents. What is
  /// wrong; nullopt if nothing is.
  std::optional<std::string> fault_of_postings() const;

 private:
  /// The document of the article with this id; 0 if there is none, also where the id leads to another article.
  std::uint32_t own_document(std::string_view id) const;

  std::shared_ptr<IndexReader> reader_;
  std::set<std::uint32_t> left_out_; ///< documents
  text::TermTable terms_;
  std::vector<std::uint64_t> expected_; ///< by document: the sum of the hashes of its terms and frequencies
};

} // namespace trawl::index
