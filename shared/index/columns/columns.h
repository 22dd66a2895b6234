// SPDX-License-Identifier: GPL-3.0-or-later
/// The documents of a snapshot: its shards one after another, and columns by document number over all of them. For one
/// thread. Reading may throw as Xapian does.
///
/// Part p has the document numbers base + 1 … base + documents; bases are multiples of 64, so a part owns whole words
/// of a bitmap. Numbers change when shards are merged, so they are valid only within their snapshot.
///
/// `columns.words[document]` first looks for the part. A loop over many documents goes part by part and takes the
/// arrays of each shard once (NumberArray::with_array).
#pragma once

#include "shared/index/shard/shard.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// A shard in a snapshot.
struct Part {
  std::shared_ptr<const Shard> shard;
  std::uint32_t base = 0;
  std::uint32_t last = 0;             ///< its last document
  std::uint32_t upper = 0;            ///< the last number before the next part; of the last part, the highest there is
  std::vector<std::uint64_t> removed; ///< bitmap by local number; empty: every number has a document
  bool is_gone = false;               ///< its articles were withdrawn

  bool is_removed(std::uint32_t local) const {
    return local / 64 < removed.size() && (removed[local / 64] >> (local % 64) & 1) != 0;
  }
  /// Its postings of a term, removed documents included.
  PostingList find(std::string_view term) const { return shard->find(term, offset()); }
  /// The number of a document in the shard's database.
  std::uint32_t number_in_shard(std::uint32_t document) const { return document - offset(); }
  /// Wraps around.
  std::uint32_t offset() const { return base - shard->base(); }
};

/// A document's values of one field: ordinals, read in place.
class Ordinals {
 public:
  class iterator {
   public:
    using iterator_concept = std::random_access_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = std::uint32_t;
    using difference_type = std::ptrdiff_t;
    using reference = std::uint32_t;
    using pointer = void;

    iterator() = default;
    iterator(const NumberArray* array, std::size_t at) : array_(array), at_(at) {}
    std::uint32_t operator*() const { return static_cast<std::uint32_t>(array_->raw(at_)); }
    std::uint32_t operator[](difference_type n) const { return *(*this + n); }
    iterator& operator++() { return ++at_, *this; }
    iterator operator++(int) { return {array_, at_++}; }
    iterator& operator--() { return --at_, *this; }
    iterator operator--(int) { return {array_, at_--}; }
    iterator& operator+=(difference_type n) { return at_ += static_cast<std::size_t>(n), *this; }
    iterator& operator-=(difference_type n) { return at_ -= static_cast<std::size_t>(n), *this; }
    friend iterator operator+(iterator it, difference_type n) { return it += n; }
    friend iterator operator+(difference_type n, iterator it) { return it += n; }
    friend iterator operator-(iterator it, difference_type n) { return it -= n; }
    friend difference_type operator-(const iterator& a, const iterator& b) {
      return static_cast<difference_type>(a.at_) - static_cast<difference_type>(b.at_);
    }
    bool operator==(const iterator& other) const { return at_ == other.at_; }
    auto operator<=>(const iterator& other) const { return at_ <=> other.at_; }

   private:
    const NumberArray* array_ = nullptr;
    std::size_t at_ = 0;
  };

  /// The ordinals begin … end − 1 of an array.
  Ordinals(const NumberArray& array, std::size_t begin, std::size_t end) : array_(&array), begin_(begin), end_(end) {}
  iterator begin() const { return {array_, begin_}; }
  iterator end() const { return {array_, end_}; }
  std::size_t size() const { return end_ - begin_; }
  bool empty() const { return begin_ == end_; }
  std::uint32_t front() const { return *begin(); }
  std::uint32_t operator[](std::size_t i) const { return begin()[static_cast<std::ptrdiff_t>(i)]; }

 private:
  const NumberArray* array_;
  std::size_t begin_, end_;
};

/// The parts of a snapshot.
class Parts {
 public:
  explicit Parts(std::vector<Part> parts) : parts_(std::move(parts)) {}

  std::span<const Part> all() const { return parts_; }
  /// The part of a document, which exists or did. There are few parts, the largest first.
  const Part& of(std::uint32_t document) const {
    const Part* part = parts_.data();
    while (document > part->upper) ++part;
    return *part;
  }

 private:
  std::vector<Part> parts_;
};

/// One filter field of all documents. Ordinals are those of the index: dense, and the same in all shards.
class ValueColumn {
 public:
  /// Values by ordinal.
  class Values {
   public:
    Values(const ValueColumn& column, std::size_t size) : column_(column), size_(size) {}
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::string_view operator[](std::size_t ordinal) const;

   private:
    const ValueColumn& column_;
    std::size_t size_;
  };
  /// The number of live documents by ordinal; 0 after removals.
  class Documents {
   public:
    explicit Documents(const ValueColumn& column) : column_(column) {}
    std::uint32_t operator[](std::size_t ordinal) const {
      return column_.documents_with(static_cast<std::uint32_t>(ordinal));
    }

   private:
    const ValueColumn& column_;
  };

  ValueColumn(const Parts& parts, std::size_t field, std::size_t size)
      : values(*this, size), documents(*this), parts_(parts), field_(field) {}
  ValueColumn(const ValueColumn&) = delete;
  ValueColumn& operator=(const ValueColumn&) = delete;

  Values values;       ///< as shown
  Documents documents; ///< counted at the first call

  /// The values of a document.
  Ordinals of(std::uint32_t document) const {
    const Part& part = parts_.of(document);
    return in_part(part, document - part.base);
  }
  /// The values of a document of a part by its local number; none of number 0.
  Ordinals in_part(const Part& part, std::uint32_t local) const {
    const FieldColumn& field = in(part);
    return {field.ordinals, local == 0 ? 0 : field.ends[local - 1], field.ends[local]};
  }
  std::string_view key(std::uint32_t ordinal) const;

  /// The ordinal of a key.
  std::optional<std::uint32_t> find(std::string_view key) const;

  /// The ordinals of the values with a word that begins with `prefix`; both are folded.
  std::vector<std::uint32_t> with_word(std::string_view prefix) const;

  std::span<const Part> parts() const { return parts_.all(); }
  /// The field's column of a part, for loops.
  const FieldColumn& in(const Part& part) const { return part.shard->field(field_); }

 private:
  std::uint32_t documents_with(std::uint32_t ordinal) const;
  const ValueTable& values_in(const Part& part) const { return part.shard->values(field_); }
  /// The table that introduced an ordinal; null if none did.
  const ValueTable* table_of(std::size_t ordinal) const;

  const Parts& parts_;
  std::size_t field_;
  mutable std::once_flag counted_;
  mutable std::vector<std::uint32_t>
      removed_; ///< by ordinal, how many removed documents have it; empty if none is removed
};

/// The place of a document's sources among Columns::fields.
inline constexpr std::size_t kSourceColumn = *schema::filter_index("source");

/// How many values each field has, those that no document has any more included.
using ValueCounts = std::array<std::uint32_t, kFields>;

/// How Columns reads one number of a document.
namespace read_column {
inline std::int64_t published(const RowColumns& rows, std::uint32_t local) { return rows.published_at(local); }
inline std::int64_t published_day(const RowColumns& rows, std::uint32_t local) { return rows.published_day_at(local); }
inline std::int64_t words(const RowColumns& rows, std::uint32_t local) { return rows.words[local]; }
inline std::int64_t title_words(const RowColumns& rows, std::uint32_t local) { return rows.title_words[local]; }
inline std::int64_t id(const RowColumns& rows, std::uint32_t local) { return rows.ids[local]; }
} // namespace read_column

class Columns {
 private:
  Parts parts_;
  /// Of the documents that exist.
  struct Sums {
    std::uint32_t documents = 0;
    std::uint64_t words = 0, title_words = 0;
  };
  static Sums sums_of(const Parts& parts);
  Sums sums_;

 public:
  /// A number by document.
  template <std::int64_t (*Read)(const RowColumns& rows, std::uint32_t local), typename Number>
  class Column {
   public:
    explicit Column(const Parts& parts) : parts_(parts) {}
    Number operator[](std::uint32_t document) const {
      const Part& part = parts_.of(document);
      return static_cast<Number>(Read(part.shard->rows(), document - part.base));
    }

   private:
    const Parts& parts_;
  };
  Columns(std::vector<Part> parts, const ValueCounts& values);
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;

  std::span<const Part> parts() const { return parts_.all(); }
  const Part& part_of(std::uint32_t document) const { return parts_.of(document); }

  const std::uint32_t last_document;               ///< document numbers are 1 … last_document; some are not in use
  const std::uint32_t live_documents;              ///< how many there are
  const double average_words, average_title_words; ///< mean over live documents
  const Column<read_column::published, std::int64_t> published;         ///< seconds since 1970 or kUndated
  const Column<read_column::published_day, std::int64_t> published_day; ///< days since 1970 or kUndated
  const Column<read_column::words, std::uint32_t> words;
  const Column<read_column::title_words, std::uint32_t> title_words;
  const Column<read_column::id, std::uint64_t> id; ///< article id as a number: orders as its 16 hex digits do
  /// In the order of schema::kFilterFields.
  const std::array<std::unique_ptr<const ValueColumn>, kFields> fields;

  /// The document that this article id leads to: its own id first, then another of its names (article_names.h). 0 if
  /// there is none.
  std::uint32_t find(std::string_view article_id) const;
  bool is_live(std::uint32_t document) const;
  /// A bitmap of the documents that exist, 64 per word; made at each call.
  std::vector<std::uint64_t> live() const;
  /// Clears the bits of removed documents in a bitmap of last_document / 64 + 1 words.
  void erase_removed(std::span<std::uint64_t> bitmap) const;
  bool has_removed() const { return has_removed_; }

  /// The stored parts of a live document.
  StoredDocument stored_document(std::uint32_t document) const {
    const Part& part = parts_.of(document);
    return part.shard->stored(part.number_in_shard(document));
  }
  /// Borrows from the columns.
  PositionIndex positions_of(std::uint32_t document) const {
    const Part& part = parts_.of(document);
    return PositionIndex(part.shard->positions(part.number_in_shard(document)));
  }
  /// Prefetches what `positions_of` reads first.
  void prefetch_positions(std::uint32_t document) const {
    const Part& part = parts_.of(document);
    part.shard->prefetch_positions(part.number_in_shard(document));
  }
  /// Prefetches the row of a document.
  void prefetch_row(std::uint32_t document) const {
    const Part& part = parts_.of(document);
    const RowColumns& rows = part.shard->rows();
    for (const NumberArray* array : {&rows.words, &rows.title_words, &rows.published, &rows.ids})
      array->prefetch(document - part.base);
  }

  /// The column of a filter field ("tag"), or nullptr.
  const ValueColumn* column(std::string_view filter) const;

  /// The column of sources, which grouping and sorting read for every hit.
  const ValueColumn& source() const { return *fields[kSourceColumn]; }

 private:
  bool has_removed_ = false;
};

} // namespace trawl::index

/// Iterators do not need the range.
template <>
inline constexpr bool std::ranges::enable_borrowed_range<trawl::index::Ordinals> = true;
