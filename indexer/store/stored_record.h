// SPDX-License-Identifier: GPL-3.0-or-later
/// How the bodies of inputs and the records of articles are stored, so that short ones take little. A page is a zstd
/// frame (compress.h). An imported row is one byte and a piece, compressed with the store's dictionary, which is
/// trained on the first million bytes of rows; those are frames. A row nearly is its article's record, so of that only
/// what the row does not say is kept: a zero byte, and a frame that is read with the row (compress_against). Any other
/// record is a frame of its own.
#pragma once

#include "shared/base/piece.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace trawl::store {

/// SQL for the body that the record of member `m` is read with, of its input `i`; else NULL, so that no page is read.
inline constexpr std::string_view kBodyOfRecord = "CASE WHEN substr(m.record, 1, 1) = x'00' THEN i.body END";

/// `database` must outlive it. Not thread-safe.
class StoredRecords {
 public:
  explicit StoredRecords(Database& database) : db_(&database) {}

  /// What is stored of the body of an imported row. Inside the caller's Transaction, which must be committed if rows
  /// are packed after it.
  Result<std::string> pack_row(std::string_view body);
  Result<std::string> read_body(std::string_view stored);

  /// What is stored of the record of an input, which is there already.
  Result<std::string> pack_record(std::int64_t input, std::string_view record);
  /// `body`: the column kBodyOfRecord.
  Result<std::string> read_record(std::string_view stored, std::string_view body);
  /// Writes the record of the member of this input, if there is one, as a frame of its own. Called before the body is
  /// replaced by another one.
  Result<void> detach_record(std::string_view url, std::int64_t kind, std::string_view new_body);

 private:
  Result<const Dictionary*> dictionary();
  Result<std::string> base_of(std::string_view body);

  Database* db_;
  std::shared_ptr<const Dictionary> dictionary_; ///< null: not read yet, or the store has none
  DictionaryTrainer trainer_;                    ///< of rows, while the store has none
};

} // namespace trawl::store
