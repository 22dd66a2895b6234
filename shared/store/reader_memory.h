// SPDX-License-Identifier: GPL-3.0-or-later
/// What one reader did: articles read, starred, kept for later and noted; saved searches and what they have shown. It
/// is in DIR/reader.db, not in the index, so it outlives a rebuild; every engine, the page and the command line share
/// it.
///
/// Any number of processes may write: each call that writes is one transaction, on the disk when it returns.
#pragma once

#include "shared/article/reader_marks.h"
#include "shared/base/data_directory.h"
#include "shared/base/date_time.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

/// The name under which it is remembered what digests have shown. No search of the reader's can have it.
inline constexpr const char* kDigests = " ";

struct SavedSearch {
  std::string name;           ///< empty: of every article, which `trawl new` shows without a name
  std::string parameters;     ///< q and filters, as in a URL of the API after "?"
  std::optional<Moment> seen; ///< when what it found was last shown; nullopt: never
};

/// One connection, for one thread.
class ReaderMemory {
 public:
  static constexpr std::size_t kMaxNoteBytes = 20'000, kMaxSearches = 500, kMaxNameBytes = 200;

  /// Makes reader.db if it is missing. Permission, Disk, Locked; StoreDamaged if it is none, or a newer program's.
  static Result<ReaderMemory> open(const DataDirectory& directory);
  /// The same without the right to write. Nullopt if nothing was ever remembered.
  static Result<std::optional<ReaderMemory>> open_for_reading(const DataDirectory& directory);

  bool may_write() const { return may_write_; }
  /// False once somebody has removed the file, or replaced it.
  bool is_in_place() const { return database_.check_place().has_value(); }
  /// Grows with every change.
  Result<std::int64_t> revision();
  /// Kept until the revision changes.
  Result<std::shared_ptr<const ReaderMarks>> marks();

  /// Gives articles a mark, or takes it away. Returns how many articles that changed.
  Result<std::size_t> set(ReaderMark mark, std::span<const std::string> ids, bool has_mark, Moment now);
  /// Takes the mark away again from the articles to which the last `set` of several gave it. Returns how many they are.
  Result<std::size_t> undo();
  /// How many articles `undo` would change, if they were marked after `since`; else 0.
  Result<std::size_t> undoable(Moment since);

  /// Empty if there is none.
  Result<std::string> note(std::string_view id);
  /// An empty text removes the note. TooLarge over kMaxNoteBytes; Malformed if it is not UTF-8.
  Result<void> set_note(std::string_view id, std::string_view note);

  /// By name: those of the reader, whose names are not blank.
  Result<std::vector<SavedSearch>> searches();
  Result<std::optional<SavedSearch>> search(std::string_view name);
  /// Replaces a search of this name, with what it has shown. Usage if the name cannot be typed again; TooLarge if it is
  /// too long, or there are too many.
  Result<void> save(const SavedSearch& search);
  /// Whether it was there.
  Result<bool> forget(std::string_view name);

  /// The articles that a saved search has shown.
  Result<std::set<std::string, std::less<>>> shown(std::string_view name);
  Result<void> add_shown(std::string_view name, std::span<const std::string> ids, Moment now);

  /// Replaces everything by what is in `file`, a copy of a memory that may come from anybody: only rows are taken.
  Result<void> take_all_from(const std::filesystem::path& file);

 private:
  ReaderMemory(Database database, bool may_write) : database_(std::move(database)), may_write_(may_write) {}
  Result<Transaction> begin_change();

  Database database_;
  bool may_write_;
  std::shared_ptr<const ReaderMarks> marks_;
};

} // namespace trawl::store
