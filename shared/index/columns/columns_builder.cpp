// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/columns_builder.h"

#include "shared/index/columns/column_row.h"
#include "shared/index/xapian_guard.h"
#include "shared/schema/terms.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

namespace trawl::index {
namespace {

/// By column: whether a value's key can differ from its shown form, so that both are kept.
constexpr auto kHasKeys = [] {
  std::array<bool, schema::kFilterFields.size()> flags{};
  for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = schema::find_filter(schema::kFilterFields[i])->ignores_case;
  return flags;
}();

/// Takes documents in ascending order; numbers that are left out stay unused.
class Builder {
 public:
  explicit Builder(std::uint32_t last_document) {
    const std::size_t rows = std::size_t{last_document} + 1;
    out_.last_document = last_document;
    out_.live.resize(last_document / 64 + 1);
    out_.published.assign(rows, kUndated);
    out_.words.resize(rows);
    out_.title_words.resize(rows);
    out_.id.resize(rows);
    out_.stored_offset.resize(rows);
    for (ValueColumn& column : out_.fields) column.offsets.reserve(rows + 1);
  }

  /// Starts with the values of `older`, so that their ordinals stay the same.
  void use_values_of(const Columns& older) {
    for (std::size_t i = 0; i < out_.fields.size(); ++i) {
      const ValueColumn& from = older.fields[i];
      ValueColumn& to = out_.fields[i];
      to.values = from.values;
      to.keys = from.keys;
      to.dictionary = from.dictionary;
      to.documents.assign(from.values.size(), 0);
      to.ids.reserve(from.ids.size());
    }
  }

  void add(std::uint32_t document, const ColumnRow& row) {
    begin(document, row.published, row.words, row.title_words, row.id, row.stored_offset);
    for (std::size_t i = 0; i < out_.fields.size(); ++i) {
      ValueColumn& column = out_.fields[i];
      for (const RowValue& value : row.fields[i]) {
        const std::uint32_t ordinal = intern(column, value, kHasKeys[i]);
        ++column.documents[ordinal];
        column.ids.push_back(ordinal);
      }
    }
  }

  /// Adds the document as it is in `older`. Call use_values_of(older) before.
  void copy(std::uint32_t document, const Columns& older) {
    begin(document, older.published[document], older.words[document], older.title_words[document], older.id[document],
          older.stored_offset[document]);
    for (std::size_t i = 0; i < out_.fields.size(); ++i) {
      ValueColumn& column = out_.fields[i];
      for (const std::uint32_t ordinal : older.fields[i].of(document)) {
        ++column.documents[ordinal];
        column.ids.push_back(ordinal);
      }
    }
  }

  Columns finish() {
    pad(std::size_t{out_.last_document} + 2);
    const auto average = [this](const std::vector<std::uint32_t>& lengths) {
      return count_ == 0 ? 0 : std::accumulate(lengths.begin(), lengths.end(), 0.0) / count_;
    };
    out_.average_words = average(out_.words);
    out_.average_title_words = average(out_.title_words);
    return std::move(out_);
  }

 private:
  /// Fills the offsets up to `size`: documents that were left out have no values.
  void pad(std::size_t size) {
    for (ValueColumn& column : out_.fields) {
      column.offsets.resize(size, static_cast<std::uint32_t>(column.ids.size()));
    }
  }

  void begin(std::uint32_t document, std::int64_t published, std::uint32_t words, std::uint32_t title_words,
             std::uint64_t id, std::uint64_t stored_offset) {
    pad(std::size_t{document} + 1);
    ++count_;
    out_.live[document / 64] |= std::uint64_t{1} << (document % 64);
    out_.published[document] = published;
    out_.words[document] = words;
    out_.title_words[document] = title_words;
    out_.id[document] = id;
    out_.stored_offset[document] = stored_offset;
  }

  static std::uint32_t intern(ValueColumn& column, const RowValue& value, bool keyed) {
    const std::uint32_t ordinal = column.dictionary.intern(value.key, keyed ? column.keys : column.values);
    if (ordinal == column.documents.size()) {
      if (keyed) column.values.emplace_back(value.shown);
      column.documents.push_back(0);
    }
    return ordinal;
  }

  Columns out_;
  double count_ = 0; ///< documents
};

std::unexpected<Error> damaged_row(std::uint32_t document) {
  return fail(ErrorCode::IndexDamaged, "document " + std::to_string(document) + " of the index cannot be read", {},
              "run `trawl index rebuild`");
}

} // namespace

Result<Columns> build_columns(const Xapian::Database& database) {
  return guarded([&]() -> Result<Columns> {
    Builder builder(database.get_lastdocid());
    ColumnRow row;
    const auto end = database.valuestream_end(schema::kColumnsSlot);
    for (auto it = database.valuestream_begin(schema::kColumnsSlot); it != end; ++it) {
      const std::string packed = *it;
      if (!unpack_row(packed, row)) return damaged_row(it.get_docid());
      builder.add(it.get_docid(), row);
    }
    return builder.finish();
  });
}

Result<Columns> refresh_columns(const Xapian::Database& database, const Columns& older,
                                const std::vector<std::uint32_t>& changed) {
  return guarded([&]() -> Result<Columns> {
    const std::uint32_t last = database.get_lastdocid();
    Builder builder(last);
    builder.use_values_of(older);
    ColumnRow row;
    auto next = changed.begin();
    auto stream = database.valuestream_begin(schema::kColumnsSlot);
    const auto end = database.valuestream_end(schema::kColumnsSlot);
    for (std::uint32_t document = 1; document <= last; ++document) {
      if (next == changed.end() || *next != document) {
        if (older.is_live(document)) builder.copy(document, older);
        continue;
      }
      ++next;
      if (stream != end) stream.skip_to(document);
      if (stream == end || stream.get_docid() != document) continue; // removed
      const std::string packed = *stream;
      if (!unpack_row(packed, row)) return damaged_row(document);
      builder.add(document, row);
    }
    return builder.finish();
  });
}

void attach_posting_lists(Columns& columns, std::shared_ptr<const PostingLists> lists) {
  columns.merged.assign(columns.live.size(), 0);
  columns.all_merged = false;
  columns.posting_lists = nullptr;
  // Document numbers never shrink: lists that know a higher one are damaged.
  if (!lists || lists->state().last_document > columns.last_document) return;
  columns.posting_lists = std::move(lists);
  const PostingLists::State& state = columns.posting_lists->state();
  std::uint32_t live = 0, merged = 0;
  for (std::uint32_t document = 1; document <= columns.last_document; ++document) {
    if (!columns.is_live(document)) continue;
    ++live;
    if (document > state.last_document || columns.stored_offset[document] >= state.document_store_bytes) continue;
    columns.merged[document / 64] |= std::uint64_t{1} << (document % 64);
    ++merged;
  }
  columns.all_merged = merged == live && merged == state.documents;
}

} // namespace trawl::index
