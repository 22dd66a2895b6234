// SPDX-License-Identifier: GPL-3.0-or-later
/// SQLite with results instead of codes: a connection, rows, a transaction. Nothing here knows a table.
///
/// Statements are prepared once per connection and text of SQL. Not thread-safe: one connection per thread.
#pragma once

#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace trawl::store {

/// Bytes that are no text.
struct Blob {
  std::string_view bytes;
};

/// A bound parameter; views must outlive the call they are given to.
using Value = std::variant<std::nullptr_t, std::int64_t, std::string_view, Blob>;

/// One row of a result, valid inside the visitor that gets it. Columns count from 0; NULL reads as 0 or empty.
class Row {
 public:
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
  std::int64_t integer(int column) const;
  std::string text(int column) const { return std::string(view(column)); }
  std::string_view view(int column) const;
  bool is_null(int column) const;

 private:
  sqlite3_stmt* statement_;
};

/// Return false to stop.
using Visitor = std::function<bool(const Row&)>;

enum class OpenMode {
  ReadWrite,
  ReadOnly,   ///< beside a writer; also in a directory that cannot be written, when no writer can be at work there
  SingleFile, ///< for writing a file that must have no others beside it
  Immutable,  ///< for reading a file that nobody changes, wherever it lies
};

class Database {
 public:
  /// WAL with synchronous=NORMAL: a commit costs no fsync. A machine that loses power may lose the last commits, never
  /// the file's health, and a crawler gets them again; a killed process loses nothing that was committed.
  /// Permission, Disk, Locked, IndexDamaged (no SQLite file).
  static Result<Database> open(const std::filesystem::path& path, OpenMode mode);

  /// Several statements without parameters or result.
  Result<void> execute(const char* sql);
  /// One statement without result.
  Result<void> run(std::string_view sql, std::initializer_list<Value> values = {});
  /// Calls `visit` for each row. The same SQL may be used again inside.
  Result<void> each(std::string_view sql, std::initializer_list<Value> values, const Visitor& visit);
  /// The first column of the first row; 0 if there is none.
  Result<std::int64_t> number(std::string_view sql, std::initializer_list<Value> values = {});

  /// Rows changed by the last statement; the key of the last INSERT.
  std::int64_t changes() const;
  std::int64_t last_insert_id() const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

  Database() = default;
  Result<Statement> prepare(std::string_view sql);
  Error error(std::string_view doing) const;
  Result<void> bind(sqlite3_stmt* statement, std::initializer_list<Value> values);
  Result<void> visit_rows(sqlite3_stmt* statement, const Visitor& visit);

  std::unique_ptr<sqlite3, Close> handle_; // declared first: statements must go before it
  std::map<std::string, Statement, std::less<>> statements_;
  std::string path_;
};

/// BEGIN IMMEDIATE until `commit`; rolled back by the destructor else. IMMEDIATE, because only then does SQLite wait
/// for another writer instead of failing at the first write.
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
