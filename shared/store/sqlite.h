// SPDX-License-Identifier: GPL-3.0-or-later
/// SQLite behind our error type: a connection, rows, a transaction. Knows no tables.
///
/// Each SQL text is prepared once per connection and reused. Not thread-safe: one connection per thread.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace trawl::store {

/// What helps when crawl.db is damaged.
inline constexpr const char* kIfDamaged =
    "restore a backup (`trawl index restore DIR`), or use another data directory (--data)";

/// Bytes that are not text.
struct Blob {
  std::string_view bytes;
};

/// A bound parameter. Views must outlive the call.
using Value = std::variant<std::nullptr_t, std::int64_t, std::string_view, Blob>;

/// One row of a result, valid only inside the visitor. Columns count from 0; NULL reads as 0 or empty.
class Row {
 public:
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
  std::int64_t integer(int column) const;
  std::string text(int column) const { return std::string(view(column)); }
  std::string_view view(int column) const;
  Moment moment(int column) const; ///< of a column that holds `to_seconds`
  bool is_null(int column) const;

 private:
  sqlite3_stmt* statement_;
};

/// Times are stored as seconds since 1970.
inline std::int64_t to_seconds(Moment moment) { return moment.time_since_epoch().count(); }

/// Return false to stop.
using Visitor = std::function<bool(const Row&)>;

enum class OpenMode {
  ReadWrite,
  ReadOnly,   ///< while another process may write; works in a read-only directory if no writer can be active there
  SingleFile, ///< write one file, without a -wal or -shm file next to it
  Immutable,  ///< read a file that nobody changes, in any directory
};

class Database {
 public:
  /// Uses WAL with synchronous=FULL: a commit is on the disk when it returns.
  /// Errors: Permission, Disk, Exhausted, Locked, StoreDamaged (not a SQLite file).
  static Result<Database> open(const std::filesystem::path& path, OpenMode mode);

  /// The bytes of a new file in which `sql` was executed, for OpenMode::ReadWrite.
  static Result<std::string> image_of(const char* sql);

  /// Runs several statements without parameters or results.
  Result<void> execute(const char* sql);
  /// Runs one statement and ignores its rows.
  Result<void> run(std::string_view sql, std::initializer_list<Value> values = {});
  /// Calls `visit` for each row. `visit` may run the same SQL again.
  Result<void> each(std::string_view sql, std::initializer_list<Value> values, const Visitor& visit);
  /// The first column of the first row; 0 if there is none.
  Result<std::int64_t> number(std::string_view sql, std::initializer_list<Value> values = {});

  /// Makes the tables of another file, which nobody changes, readable as NAME.TABLE.
  Result<void> attach(const std::filesystem::path& path, std::string_view name);

  /// From now on, a statement fails with Interrupted if `stopped` returns true while it runs. nullptr: none does.
  void stop_when(std::function<bool()> stopped);

  /// Reads every page: the first thing that does not fit, empty if all does. Disk, Exhausted if it cannot be read.
  Result<std::string> damage();

  /// Rows changed by the last statement.
  std::int64_t changes() const;

  /// Fails if another file has the place of ours, or none: what is committed would be gone with the last that has it
  /// open.
  Result<void> check_place() const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;
  struct TextHash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  Database() = default;
  Result<Statement> prepare(std::string_view sql);
  Error error(std::string_view doing) const;
  Result<void> bind(sqlite3_stmt* statement, std::initializer_list<Value> values);
  Result<void> visit_rows(sqlite3_stmt* statement, const Visitor& visit);

  std::unique_ptr<std::function<bool()>> stopped_; // SQLite keeps its address
  std::unique_ptr<sqlite3, Close> handle_;         // declared before the statements, which must be destroyed first
  std::unordered_map<std::string, Statement, TextHash, std::equal_to<>> statements_; // an article takes sixty
  std::string path_;
  friend class Transaction;
  bool is_in_transaction_ = false;
  std::optional<Error> loss_; ///< why SQLite rolled back the transaction that has begun
};

/// A transaction from `begin` to `commit`; the destructor rolls back an uncommitted one. It begins with BEGIN
/// IMMEDIATE, because with plain BEGIN the first write fails instead of waiting when another process writes.
///
/// After some errors, such as a lack of memory, SQLite rolls back on its own. A program that carried on would store
/// half of what belongs together, so every later statement of the transaction fails with that error.
class Transaction {
 public:
  static Result<Transaction> begin(Database& database);
  ~Transaction();
  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;

  Result<void> commit();

 private:
  explicit Transaction(Database* database) : database_(database) {}
  Database* database_;
};

} // namespace trawl::store
