// SPDX-License-Identifier: GPL-3.0-or-later
/// Columns of given documents, for tests that need no words.
#pragma once

#include "shared/index/segment/memory_segment.h"
#include "shared/index/segment_stack.h"
#include "tests/support/temporary_directory.h"

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
};

class MadeColumns {
 public:
  explicit MadeColumns(const std::vector<ColumnValues>& documents) {
    index::SegmentStack stack(directory_.data().root);
    index::MemorySegment memory;
    for (const ColumnValues& values : documents) {
      index::PreparedDocument document;
      document.id = memory.documents() + 1;
      document.published = values.published;
      document.words = values.words;
      const std::size_t tag = *schema::filter_index("tag");
      for (const std::string& value : values.tags) document.ordinals[tag].push_back(stack.ordinal(tag, value, value));
      memory.add(std::move(document));
    }
    if (!documents.empty() && !stack.append(memory)) throw std::runtime_error("cannot write the segment");
    for (std::size_t i = 0; i < documents.size(); ++i) {
      if (documents[i].is_removed) stack.remove(i + 1);
    }
    columns_ = std::make_unique<const index::Columns>(stack.parts(), stack.manifest().summary());
  }

  const index::Columns& operator*() const { return *columns_; }

 private:
  TemporaryDirectory directory_;
  std::unique_ptr<const index::Columns> columns_;
};

} // namespace trawl::test
