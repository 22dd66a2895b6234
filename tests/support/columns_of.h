// SPDX-License-Identifier: GPL-3.0-or-later
/// Columns of given documents: a database in memory.
#pragma once

#include "shared/article/article_id.h"
#include "shared/base/date_time.h"
#include "shared/index/columns/columns.h"
#include "shared/index/postings/xapian_terms.h"
#include "shared/schema/terms.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <xapian.h>

namespace trawl::test {

/// A database whose documents are numbered from 1 in the order in which they are added.
class MadeDatabase {
 public:
  void add(const Xapian::Document& document) { database_.add_document(document); }
  void remove(std::uint32_t number) { database_.delete_document(number); }

  std::unique_ptr<const index::Columns> columns() const {
    return std::make_unique<const index::Columns>(database_,
                                                  std::make_shared<const index::ColumnState>(database_, false));
  }

 private:
  Xapian::WritableDatabase database_{std::string(), Xapian::DB_BACKEND_INMEMORY};
};

/// The values of one document. Documents are numbered from 1 by their place in the list.
struct ColumnValues {
  std::int64_t published = index::kUndated;
  std::vector<std::string> tags = {};
  std::uint32_t words = 0;
  bool is_removed = false;
  std::chrono::minutes offset{0}; ///< of the clock that printed its day
};

class MadeColumns {
 public:
  explicit MadeColumns(const std::vector<ColumnValues>& documents) {
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const ColumnValues& one = documents[i];
      Xapian::Document document;
      document.add_value(schema::kIdSlot, article_id_of(i + 1));
      document.add_value(schema::kWordsSlot, Xapian::sortable_serialise(one.words));
      if (one.published != index::kUndated) {
        const Moment moment{std::chrono::seconds(one.published)};
        document.add_value(schema::kDateSlot, Xapian::sortable_serialise(static_cast<double>(one.published)));
        document.add_value(schema::kDaySlot, schema::day_value(day_of({moment, DatePrecision::Second, one.offset})));
      }
      std::string tags;
      for (const std::string& tag : one.tags) {
        if (!tags.empty()) tags += schema::kValueEnd;
        tags += tag;
      }
      document.add_value(schema::value_slot(*schema::filter_index("tag")), tags);
      database_.add(document);
    }
    for (std::size_t i = 0; i < documents.size(); ++i)
      if (documents[i].is_removed) database_.remove(static_cast<std::uint32_t>(i + 1));
    columns_ = database_.columns();
  }

  const index::Columns& operator*() const { return *columns_; }

 private:
  MadeDatabase database_;
  std::unique_ptr<const index::Columns> columns_;
};

} // namespace trawl::test
