// SPDX-License-Identifier: GPL-3.0-or-later
/// The documents of a snapshot: its segments one after another, and columns by document number over all of them. Making
/// one costs nothing that grows with the documents.
///
/// Part p has the document numbers base + 1 … base + documents; bases are multiples of 64, so a part owns whole words
/// of a bitmap. Numbers change when segments are merged, so they are valid only within their snapshot.
///
/// `columns.words[document]` first looks for the part. A loop over many documents goes part by part and takes the
/// arrays of each segment once (NumberArray::with_array).
#pragma once

#include "shared/index/segment/segment.h"
#include "shared/schema/fields.h"

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

/// Terms that are not in segments: those of an index of another kind, whose columns alone make a part. Ranking reads
/// them as it reads a segment's. Document numbers are those of the snapshot.
class OtherTerms {
 public:
  virtual ~OtherTerms() = default;
  /// The postings of a term; they stay as long as this object.
  virtual PostingList find(std::string_view term) const = 0;
  /// Calls `visit(term, df)` for each term that begins with `prefix`.
  virtual void for_each_term(std::string_view prefix,
                             const std::function<void(std::string_view, std::size_t)>& visit) const = 0;
  /// Sets `out` to the positions of the term of a stem ("Z…", "SZ…") in a document, ascending, each once.
  virtual void positions(std::string_view stem_term, std::uint32_t document, std::vector<std::uint32_t>& out) const = 0;
};

/// A segment in a snapshot.
struct Part {
  std::shared_ptr<const Segment> segment;
  std::uint32_t base = 0;
  std::uint32_t last = 0;             ///< its last document
  std::uint32_t upper = 0;            ///< the last number before the next part; of the last part, the highest there is
  std::vector<std::uint64_t> removed; ///< bitmap by local number; empty: no document was removed
  std::vector<std::uint64_t> gone = {}; ///< the same, of withdrawn articles, if the snapshot shows these
  const OtherTerms* other = nullptr;    ///< the terms, if they are not in the segment

  bool is_gone(std::uint32_t local) const {
    return local / 64 < gone.size() && (gone[local / 64] >> (local % 64) & 1) != 0;
  }
  bool is_removed(std::uint32_t local) const {
    return local / 64 < removed.size() && (removed[local / 64] >> (local % 64) & 1) != 0;
  }
  /// Its postings of a term, removed documents included.
  PostingList find(std::string_view term, std::uint64_t hash) const {
    return other == nullptr ? segment->find(term, hash, base) : other->find(term);
  }
};

/// A document's values of one field: ordinals below the number of values, read in place. A segment with other ordinals
/// is marked as damaged, and these ordinals are left out or read as value 0.
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
    iterator(const NumberArray* array, std::size_t at, std::size_t values) : array_(array), at_(at), values_(values) {}
    std::uint32_t operator*() const {
      const std::uint64_t ordinal = array_->raw(at_);
      if (ordinal < values_) [[likely]]
        return static_cast<std::uint32_t>(ordinal);
      array_->note_damage();
      return 0;
    }
    std::uint32_t operator[](difference_type n) const { return *(*this + n); }
    iterator& operator++() { return ++at_, *this; }
    iterator operator++(int) { return {array_, at_++, values_}; }
    iterator& operator--() { return --at_, *this; }
    iterator operator--(int) { return {array_, at_--, values_}; }
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
    std::size_t values_ = 0;
  };

  /// The ordinals begin … end − 1 of an array, for a field of `values` values.
  Ordinals(const NumberArray& array, std::size_t begin, std::size_t end, std::size_t values)
      : array_(&array), values_(values), begin_(begin), end_(end) {
    if (begin > end || end > array.size() || (values == 0 && begin < end)) [[unlikely]] {
      array.note_damage();
      begin_ = end_ = 0;
    }
  }
  iterator begin() const { return {array_, begin_, values_}; }
  iterator end() const { return {array_, end_, values_}; }
  std::size_t size() const { return end_ - begin_; }
  bool empty() const { return begin_ == end_; }
  std::uint32_t front() const { return *begin(); }
  std::uint32_t operator[](std::size_t i) const { return begin()[static_cast<std::ptrdiff_t>(i)]; }

 private:
  const NumberArray* array_;
  std::size_t values_, begin_, end_;
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

/// One filter field of all documents. Ordinals are those of the generation: dense, and the same in all segments.
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
    std::uint32_t operator[](std::size_t ordinal) const { return column_.counts()[ordinal]; }

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
    const FieldColumn& field = part.segment->field(field_);
    const std::uint32_t local = document - part.base;
    return {field.ordinals, field.ends.raw(local - 1), field.ends.raw(local), values.size()};
  }
  /// The values of a document of a part by its local number; none of number 0.
  Ordinals in_part(const Part& part, std::uint32_t local) const {
    const FieldColumn& field = part.segment->field(field_);
    const std::uint64_t begin = local == 0 ? 0 : field.ends.raw(local - 1);
    return {field.ordinals, begin, local == 0 ? 0 : field.ends.raw(local), values.size()};
  }
  std::string_view key(std::uint32_t ordinal) const;

  /// The ordinal of a key.
  std::optional<std::uint32_t> find(std::string_view key) const;

  /// The ordinals of the values with a word that begins with `prefix`; both are folded.
  std::vector<std::uint32_t> with_word(std::string_view prefix) const;

  std::span<const Part> parts() const { return parts_.all(); }
  /// The field's column of a part, for loops.
  const FieldColumn& in(const Part& part) const { return part.segment->field(field_); }

 private:
  const std::vector<std::uint32_t>& counts() const;
  /// The table that introduced an ordinal; null if its segment cannot be read.
  const ValueTable* table_of(std::size_t ordinal) const;

  const Parts& parts_;
  std::size_t field_;
  mutable std::once_flag counted_;
  mutable std::vector<std::uint32_t> counts_;
};

/// The place of a document's sources among Columns::fields.
inline constexpr std::size_t kSourceColumn = *schema::filter_index("source");

/// What the manifest says about all live documents.
struct CorpusSummary {
  std::uint32_t documents = 0;
  std::uint64_t words = 0, title_words = 0;                         ///< sums
  std::array<std::uint32_t, schema::kFilterFields.size()> values{}; ///< of each field, removed ones included
};

/// How Columns reads one number of a document.
namespace read_column {
inline std::int64_t published(const Segment& segment, std::uint32_t local) { return segment.published_at(local); }
inline std::int64_t published_day(const Segment& segment, std::uint32_t local) {
  return segment.published_day_at(local);
}
inline std::int64_t words(const Segment& segment, std::uint32_t local) { return segment.words()[local]; }
inline std::int64_t title_words(const Segment& segment, std::uint32_t local) { return segment.title_words()[local]; }
inline std::int64_t id(const Segment& segment, std::uint32_t local) { return segment.names().ids[local]; }
} // namespace read_column

/// Immutable; shared by all readers of one snapshot.
class Columns {
 private:
  Parts parts_;

 public:
  /// A number by document.
  template <std::int64_t (*Read)(const Segment& segment, std::uint32_t local), typename Number>
  class Column {
   public:
    explicit Column(const Parts& parts) : parts_(parts) {}
    Number operator[](std::uint32_t document) const {
      const Part& part = parts_.of(document);
      return static_cast<Number>(Read(*part.segment, document - part.base));
    }

   private:
    const Parts& parts_;
  };
  Columns(std::vector<Part> parts, const CorpusSummary& summary);
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
  const std::array<std::unique_ptr<const ValueColumn>, schema::kFilterFields.size()> fields;

  /// The article that this id (article_number) leads to: its own id first, then another of its names
  /// (article_names.h). 0 if there is none. Not for columns of a Xapian database, whose names are terms.
  std::uint32_t find(std::uint64_t article) const;
  bool is_live(std::uint32_t document) const;
  /// A bitmap of the documents that exist, 64 per word; made at each call.
  std::vector<std::uint64_t> live() const;
  /// Clears the bits of removed documents in a bitmap of last_document / 64 + 1 words.
  void erase_removed(std::span<std::uint64_t> bitmap) const;
  bool has_removed() const { return has_removed_; }
  /// The terms of all documents, if they are not in segments; else null.
  const OtherTerms* other_terms() const { return parts().empty() ? nullptr : parts().front().other; }

  /// The stored parts of a live document.
  StoredDocument stored_document(std::uint32_t document) const {
    const Part& part = parts_.of(document);
    return part.segment->records().stored(document - part.base);
  }
  PositionIndex positions_of(std::uint32_t document) const {
    const Part& part = parts_.of(document);
    return PositionIndex(part.segment->records().positions(document - part.base));
  }
  /// Prefetches the row of a document, and what `stored_document` will read of a short text, but not the text.
  void prefetch_row(std::uint32_t document) const {
    const Part& part = parts_.of(document);
    const Segment& segment = *part.segment;
    const std::uint32_t local = document - part.base;
    for (const NumberArray* array : {&segment.words(), &segment.title_words(), &segment.published()})
      array->prefetch(local);
    segment.names().ids.prefetch(local);
    segment.records().prefetch_ends(local);
  }
  void prefetch_stored(std::uint32_t document) const {
    const Part& part = parts_.of(document);
    part.segment->records().prefetch_stored(document - part.base);
  }
  /// Prefetches what `positions_of` will read.
  void prefetch_positions(std::uint32_t document) const {
    const Part& part = parts_.of(document);
    part.segment->records().prefetch_positions(document - part.base);
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
