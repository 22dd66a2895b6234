// SPDX-License-Identifier: GPL-3.0-or-later
/// The reader whose memory belongs to an engine: opened when it is first asked for, and as soon as there is one.
#pragma once

#include "shared/article/reader_marks.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/store/reader_memory.h"

#include <memory>
#include <optional>
#include <utility>

namespace trawl::api {

/// One per thread.
class Reader {
 public:
  /// Nobody: nothing is remembered.
  Reader() = default;
  Reader(DataDirectory directory, bool may_write) : directory_(std::move(directory)), may_write_(may_write) {}

  /// Whether there may be a memory, so that answers change with what the reader does.
  bool is_somebody() const { return directory_.has_value(); }
  bool may_write() const { return may_write_; }
  /// Null if nothing was ever remembered.
  Result<store::ReaderMemory*> memory();
  /// The same to write to. Permission unless it may be written.
  Result<store::ReaderMemory*> memory_to_write();
  /// Null if nothing was ever remembered.
  Result<std::shared_ptr<const ReaderMarks>> marks();
  /// Of the memory; 0 without one, -1 if it cannot be read. Answers that show marks depend on it.
  std::int64_t revision();

 private:
  std::optional<DataDirectory> directory_;
  bool may_write_ = false;
  std::optional<store::ReaderMemory> memory_;
};

} // namespace trawl::api
