// SPDX-License-Identifier: GPL-3.0-or-later
/// Columns of given documents, for tests that need no words.
#pragma once

#include "shared/index/manifest.h"
#include "shared/index/segment/memory_segment.h"
#include "shared/index/segment_stack.h"
#include "tests/support/temporary_directory.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace trawl::test {

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
  /// `forge` changes the segment's file before it is read.
  explicit MadeColumns(const std::vector<ColumnValues>& documents,
                       const std::function<void(const std::filesystem::path&)>& forge = {}) {
    index::SegmentStack stack(directory_.data().root);
    index::MemorySegment memory;
    for (const ColumnValues& values : documents) {
      index::PreparedDocument document;
      document.id = memory.documents() + 1;
      document.published = values.published;
      if (const Moment moment{std::chrono::seconds(values.published)}; values.published != index::kUndated)
        document.published_day = day_of({moment, DatePrecision::Second, values.offset}).time_since_epoch().count();
      document.words = values.words;
      const std::size_t tag = *schema::filter_index("tag");
      for (const std::string& value : values.tags) document.ordinals[tag].push_back(stack.ordinal(tag, value, value));
      memory.add(std::move(document));
    }
    if (!documents.empty() && !stack.append(memory, {})) throw std::runtime_error("cannot write the segment");
    for (std::size_t i = 0; i < documents.size(); ++i) {
      if (documents[i].is_removed) stack.remove(i + 1);
    }
    std::vector<index::Part> parts = stack.parts();
    if (forge) {
      const std::filesystem::path path = index::segment_path(directory_.data().root, 1);
      forge(path);
      parts.at(0).segment = index::Segment::open(path).value();
    }
    columns_ = std::make_unique<const index::Columns>(std::move(parts), stack.manifest().summary());
  }

  const index::Columns& operator*() const { return *columns_; }
  /// Whether the segment was found to be damaged.
  bool is_damaged() const { return columns_->parts().front().segment->file().is_damaged(); }

 private:
  TemporaryDirectory directory_;
  std::unique_ptr<const index::Columns> columns_;
};

} // namespace trawl::test
