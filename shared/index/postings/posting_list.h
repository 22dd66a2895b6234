// SPDX-License-Identifier: GPL-3.0-or-later
/// The postings of one term. Xapian's list is walked once, when it is first read, into two arrays.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::index {

/// Up to 128 postings of a list, by ascending document number.
struct PostingBlock {
  static constexpr std::size_t kSize = 128;
  std::size_t size = 0;
  std::array<std::uint32_t, kSize> documents;
  std::array<std::uint32_t, kSize> tf; ///< term frequency: how often the term occurs in the document
};

/// The postings of a term by ascending document.
struct Postings {
  std::vector<std::uint32_t> documents;
  std::vector<std::uint16_t> tfs; ///< at least 1; more than the type holds counts as that
  std::size_t bytes() const { return documents.capacity() * 4 + tfs.capacity() * 2; }
};

/// Where the postings of a term come from.
class PostingSource {
 public:
  virtual std::shared_ptr<const Postings> postings(const std::string& term) const = 0;

 protected:
  ~PostingSource() = default;
};

/// For one thread. Reading may throw as Xapian does.
class PostingList {
 public:
  PostingList() = default;
  /// `term`: of the database; `df`: of its list.
  PostingList(const PostingSource& source, std::string term, std::uint32_t df)
      : source_(&source), term_(std::move(term)), df_(df) {}
  explicit PostingList(std::shared_ptr<const Postings> postings)
      : df_(static_cast<std::uint32_t>(postings->documents.size())), postings_(std::move(postings)) {}

  /// Document frequency: how many documents hold the term.
  std::uint32_t df() const { return df_; }
  std::size_t blocks() const { return (size() + PostingBlock::kSize - 1) / PostingBlock::kSize; }

  /// Reads block `i`, below blocks(); its `tf` only if asked for.
  void read(std::size_t i, bool with_tf, PostingBlock& block) const;

  /// The place of the first posting at or after `from` whose document is at least `document`; size() if there is none.
  std::size_t place_of(std::uint32_t document, std::size_t from) const;
  std::size_t size() const { return df_ == 0 ? 0 : get().documents.size(); }
  std::uint32_t document(std::size_t place) const { return get().documents[place]; }
  std::uint32_t tf(std::size_t place) const { return get().tfs[place]; }

 private:
  const Postings& get() const {
    if (!postings_) postings_ = source_->postings(term_);
    return *postings_;
  }

  const PostingSource* source_ = nullptr;
  std::string term_;
  std::uint32_t df_ = 0;
  mutable std::shared_ptr<const Postings> postings_;
};

} // namespace trawl::index
