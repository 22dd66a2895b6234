// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/sqlite.h"

#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

namespace trawl::store {
namespace {

ErrorCode code_of(int sqlite_code) {
  switch (sqlite_code & 0xFF) {
  case SQLITE_FULL:
  case SQLITE_IOERR:
    return ErrorCode::Disk;
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return ErrorCode::Locked;
  case SQLITE_PERM:
  case SQLITE_READONLY:
  case SQLITE_AUTH:
  case SQLITE_CANTOPEN:
    return ErrorCode::Permission;
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return ErrorCode::IndexDamaged;
  case SQLITE_TOOBIG:
    return ErrorCode::TooLarge;
  default:
    return ErrorCode::Internal;
  }
}

std::string hint_of(ErrorCode code) {
  switch (code) {
  case ErrorCode::Disk:
    return "free some space and run the command again; committed work is safe";
  case ErrorCode::Locked:
    return "wait until the other trawl-indexer process ends";
  case ErrorCode::Permission:
    return "check the owner and mode of the data directory";
  default:
    return {};
  }
}

int flags_of(OpenMode mode) {
  const bool writes = mode == OpenMode::ReadWrite || mode == OpenMode::SingleFile;
  return SQLITE_OPEN_NOMUTEX | (writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY);
}

/// The path as a SQLite URI filename (https://www.sqlite.org/uri.html).
std::string uri_of(const std::filesystem::path& path, OpenMode mode) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : path.string()) {
    if (c == '%' || c == '?' || c == '#') {
      const auto byte = static_cast<unsigned char>(c);
      uri.append({'%', kHex[byte >> 4], kHex[byte & 15]});
    } else {
      uri += c;
    }
  }
  return mode == OpenMode::Immutable ? uri + "?immutable=1" : uri;
}

/// Whether no process can be writing: the directory is read-only and there is no write-ahead log. With a log, even a
/// reader must be able to write to the directory.
bool is_unwritable(const std::filesystem::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK, AT_EACCESS) == 0) return false;
  std::error_code failed;
  const auto log = std::filesystem::file_size(path.string() + "-wal", failed);
  return failed || log == 0;
}

int bind_one(sqlite3_stmt* statement, int position, const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return sqlite3_bind_int64(statement, position, *number);
  if (const auto* text = std::get_if<std::string_view>(&value)) {
    // A null pointer would bind NULL instead of an empty text.
    return sqlite3_bind_text64(statement, position, text->empty() ? "" : text->data(), text->size(), SQLITE_STATIC,
                               SQLITE_UTF8);
  }
  if (const auto* blob = std::get_if<Blob>(&value)) {
    return sqlite3_bind_blob64(statement, position, blob->bytes.empty() ? "" : blob->bytes.data(), blob->bytes.size(),
                               SQLITE_STATIC);
  }
  return sqlite3_bind_null(statement, position);
}

} // namespace

std::int64_t Row::integer(int column) const { return sqlite3_column_int64(statement_, column); }

std::string_view Row::view(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return bytes == nullptr ? std::string_view()
                          : std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

Moment Row::moment(int column) const { return Moment(std::chrono::seconds(integer(column))); }

bool Row::is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
void Database::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Result<Database> Database::open(const std::filesystem::path& path, OpenMode mode) {
  if (mode == OpenMode::ReadOnly && is_unwritable(path)) mode = OpenMode::Immutable;
  Database database;
  database.path_ = path.string();
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(uri_of(path, mode).c_str(), &handle, flags_of(mode) | SQLITE_OPEN_URI, nullptr);
  database.handle_.reset(handle);
  if (code != SQLITE_OK) return std::unexpected(database.error("cannot open the store"));
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, 10'000);
  TRAWL_CHECK(database.execute("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768;"));
  if (mode == OpenMode::ReadWrite) {
    TRAWL_CHECK(database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"));
  }
  if (mode == OpenMode::SingleFile) TRAWL_CHECK(database.execute("PRAGMA journal_mode = DELETE;"));
  return database;
}

Error Database::error(std::string_view doing) const {
  const int code = handle_ ? sqlite3_extended_errcode(handle_.get()) : SQLITE_NOMEM;
  const std::string message = handle_ ? sqlite3_errmsg(handle_.get()) : "out of memory";
  return {code_of(code), std::string(doing) + ": " + message, path_, hint_of(code_of(code))};
}

Result<void> Database::execute(const char* sql) {
  if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    return std::unexpected(error("cannot change the store"));
  }
  return {};
}

Result<Database::Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &statement,
                         nullptr) != SQLITE_OK) {
    return std::unexpected(error("cannot read the store"));
  }
  return Statement(statement);
}

Result<void> Database::bind(sqlite3_stmt* statement, std::initializer_list<Value> values) {
  int position = 0;
  for (const auto& value : values) {
    if (bind_one(statement, ++position, value) != SQLITE_OK) return std::unexpected(error("cannot use the store"));
  }
  return {};
}

Result<void> Database::visit_rows(sqlite3_stmt* statement, const Visitor& visit) {
  for (;;) {
    const int code = sqlite3_step(statement);
    if (code == SQLITE_DONE) return {};
    if (code != SQLITE_ROW) return std::unexpected(error("cannot use the store"));
    if (!visit(Row(statement))) return {};
  }
}

Result<void> Database::run(std::string_view sql, std::initializer_list<Value> values) {
  return each(sql, values, [](const Row&) { return true; });
}

Result<void> Database::each(std::string_view sql, std::initializer_list<Value> values, const Visitor& visit) {
  // Taken out of the cache while it runs, so that the same SQL inside `visit` gets its own statement.
  Statement statement;
  if (const auto found = statements_.find(sql); found != statements_.end()) statement = std::move(found->second);
  if (!statement) {
    TRAWL_TRY(statement, prepare(sql));
  }
  auto result = bind(statement.get(), values);
  if (result) result = visit_rows(statement.get(), visit);
  sqlite3_reset(statement.get());
  sqlite3_clear_bindings(statement.get());
  statements_.insert_or_assign(std::string(sql), std::move(statement));
  return result;
}

Result<std::int64_t> Database::number(std::string_view sql, std::initializer_list<Value> values) {
  std::int64_t value = 0;
  TRAWL_CHECK(each(sql, values, [&](const Row& row) {
    value = row.integer(0);
    return false;
  }));
  return value;
}

std::int64_t Database::changes() const { return sqlite3_changes64(handle_.get()); }

Result<Transaction> Transaction::begin(Database& database) {
  TRAWL_CHECK(database.run("BEGIN IMMEDIATE"));
  return Transaction(&database);
}

Transaction::~Transaction() {
  // If this fails, SQLite rolls back when the file is opened next.
  if (database_ != nullptr) std::ignore = database_->run("ROLLBACK");
}

Transaction::Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}

Result<void> Transaction::commit() {
  TRAWL_CHECK(database_->run("COMMIT"));
  database_ = nullptr;
  return {};
}

} // namespace trawl::store
