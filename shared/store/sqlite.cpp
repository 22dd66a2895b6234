// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/store/sqlite.h"

#include "shared/base/hex.h"
#include "shared/base/system_error.h"

#include <cerrno>
#include <charconv>
#include <mutex>
#include <string_view>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
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
    return ErrorCode::StoreDamaged;
  case SQLITE_INTERRUPT:
    return ErrorCode::Interrupted;
  case SQLITE_TOOBIG:
    return ErrorCode::TooLarge;
  default:
    return ErrorCode::Internal;
  }
}

std::string hint_of(ErrorCode code) {
  switch (code) {
  case ErrorCode::Locked:
    return "wait until the other trawl-indexer process ends";
  case ErrorCode::Permission:
    return "check the owner and mode of the data directory";
  default:
    return {};
  }
}

/// For statements of our own, which are known to be correct: if SQLite rejects one, the tables in the file are not
/// ours.
Error blamed_on_file(Error error) {
  if (error.code != ErrorCode::Internal) return error;
  error.code = ErrorCode::StoreDamaged;
  error.hint = kIfDamaged;
  return error;
}

/// The errno of the last failed call of this thread's connections. SQLite overwrites its own record of it
/// afterwards, but its log has it: "os_unix.c:43210: (24) open(PATH) - Too many open files".
// SQLite calls a function without an object of ours. NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
thread_local int logged_errno = 0;

void read_log(void*, int, const char* message) {
  const std::string_view line = message;
  const auto at = line.find(": (");
  if (at != std::string_view::npos) std::from_chars(line.data() + at + 3, line.data() + line.size(), logged_errno);
}

/// SQLite reads these settings only before its first use. Its statistics of memory, which we do not use, would
/// lock a mutex for each allocation.
void set_up_sqlite() {
  static std::once_flag once;
  std::call_once(once, [] {
    sqlite3_config(SQLITE_CONFIG_LOG, read_log, nullptr);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  });
}

void forget_causes() { errno = logged_errno = 0; }

bool is_telling(int number) { return number != 0 && number != ENOENT && number != ENOTDIR; }

/// What the system refused when SQLite failed with `code`; 0 if it was not the system. SQLite reports a page that
/// cannot be read as a damaged one, but leaves errno as it was.
int system_cause_of(int code, sqlite3* handle, int number) {
  switch (code & 0xFF) {
  case SQLITE_NOMEM:
    return ENOMEM;
  case SQLITE_FULL:
    return ENOSPC;
  case SQLITE_CORRUPT:
    return number == EIO ? EIO : 0;
  case SQLITE_ERROR:    // also when stat fails: "output file already exists"
  case SQLITE_READONLY: // also for a file that was moved away
    return number;
  case SQLITE_CANTOPEN:
  case SQLITE_IOERR:
    if (code == SQLITE_IOERR_NOMEM) return ENOMEM;
    return is_telling(logged_errno) ? logged_errno : sqlite3_system_errno(handle);
  default:
    return 0;
  }
}

/// Why no file can be made beside `path`; 0 if one can. When SQLite cannot make a file, it tries to open it for
/// reading, and reports only that there is none.
int refusal_to_create(const std::filesystem::path& path) {
  std::string name = path.string() + ".XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return errno;
  ::close(file);
  ::unlink(name.c_str());
  return 0;
}

int flags_of(OpenMode mode) {
  const bool writes = mode == OpenMode::ReadWrite || mode == OpenMode::SingleFile;
  return SQLITE_OPEN_NOMUTEX | (writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY);
}

/// The path as a SQLite URI filename (https://www.sqlite.org/uri.html).
std::string uri_of(const std::filesystem::path& path, OpenMode mode) {
  std::string uri = "file:";
  for (const char c : path.string()) {
    if (c == '%' || c == '?' || c == '#') {
      uri += '%';
      append_hex(uri, c, kUpperHexDigits);
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
  std::error_code unknown; // a named pipe would be waited for
  if (const auto there = std::filesystem::status(path, unknown);
      std::filesystem::exists(there) && !is_regular_file(there) && !is_directory(there))
    return fail(ErrorCode::StoreDamaged, "is not a plain file", path.string(), kIfDamaged);
  if (mode == OpenMode::ReadOnly && is_unwritable(path)) mode = OpenMode::Immutable;
  Database database;
  database.path_ = path.string();
  sqlite3* handle = nullptr;
  set_up_sqlite();
  forget_causes();
  const auto open = [&] {
    const int code = sqlite3_open_v2(uri_of(path, mode).c_str(), &handle, flags_of(mode) | SQLITE_OPEN_URI, nullptr);
    database.handle_.reset(handle);
    return code;
  };
  int code = open();
  // A file that cannot be opened for writing is opened for reading, whatever the reason, which may be over.
  const bool writes = (flags_of(mode) & SQLITE_OPEN_READWRITE) != 0;
  if (code == SQLITE_OK && writes && sqlite3_db_readonly(handle, "main") == 1) code = open();
  if (code != SQLITE_OK) return std::unexpected(database.error("cannot open the store"));
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, 10'000);
  const auto set = [&](const char* sql) -> Result<void> {
    forget_causes();
    if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return {};
    return std::unexpected(blamed_on_file(database.error("cannot open the store"))); // "unsupported file format"
  };
  // A file may come from anybody. Ours have no triggers and no views, and those of others do not run.
  for (const auto& [option, value] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                      {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                      {SQLITE_DBCONFIG_DQS_DML, 0}}) {
    sqlite3_db_config(handle, option, value, nullptr);
  }
  TRAWL_CHECK(set("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768;"));
  if (mode == OpenMode::ReadWrite) TRAWL_CHECK(set("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"));
  if (mode == OpenMode::SingleFile) TRAWL_CHECK(set("PRAGMA journal_mode = DELETE;"));
  return database;
}

Result<std::string> Database::image_of(const char* sql) {
  TRAWL_TRY(Database database, open(":memory:", OpenMode::SingleFile));
  TRAWL_CHECK(database.execute(sql));
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, void (*)(void*)> bytes(
      sqlite3_serialize(database.handle_.get(), "main", &size, 0), sqlite3_free);
  if (!bytes) return std::unexpected(system_error(ENOMEM, "cannot make the store", database.path_));
  std::string image(reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size));
  // Written and read with a write-ahead log: else who opens it first would change that, and a kill could leave a
  // journal that readers cannot take back.
  image.at(18) = image.at(19) = 2;
  return image;
}

Error Database::error(std::string_view doing) const {
  const int number = errno;
  const int code = handle_ ? sqlite3_extended_errcode(handle_.get()) : SQLITE_NOMEM;
  int cause = system_cause_of(code, handle_.get(), number);
  const bool is_refused = (code & 0xFF) == SQLITE_CANTOPEN || (code & 0xFF) == SQLITE_READONLY;
  if (is_refused && !is_telling(cause)) cause = refusal_to_create(path_);
  if (is_telling(cause)) return system_error(cause, doing, path_);
  const std::string message = sqlite3_errmsg(handle_.get());
  return {code_of(code), std::string(doing) + ": " + message, path_, hint_of(code_of(code))};
}

Result<void> Database::execute(const char* sql) {
  forget_causes();
  if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    return std::unexpected(error("cannot change the store"));
  }
  return {};
}

Result<Database::Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  forget_causes();
  if (sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &statement,
                         nullptr) != SQLITE_OK) {
    return std::unexpected(blamed_on_file(error("cannot read the store"))); // "no such column"
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
    forget_causes();
    const int code = sqlite3_step(statement);
    if (code == SQLITE_DONE) return {};
    if (code != SQLITE_ROW) return std::unexpected(error("cannot use the store"));
    const bool goes_on = visit(Row(statement));
    // Without memory a column reads as empty.
    if (sqlite3_errcode(handle_.get()) == SQLITE_NOMEM) return std::unexpected(error("cannot read the store"));
    if (!goes_on) return {};
  }
}

Result<void> Database::run(std::string_view sql, std::initializer_list<Value> values) {
  return each(sql, values, [](const Row&) { return true; });
}

Result<void> Database::each(std::string_view sql, std::initializer_list<Value> values, const Visitor& visit) {
  if (loss_) return std::unexpected(*loss_);
  auto found = statements_.find(sql);
  if (found == statements_.end()) found = statements_.emplace(sql, nullptr).first;
  Statement& kept = found->second; // stays where it is when others are added
  // Taken out of the cache while it runs, so that the same SQL inside `visit` gets its own statement.
  Statement statement = std::move(kept);
  if (!statement) {
    TRAWL_TRY(statement, prepare(sql));
  }
  auto result = bind(statement.get(), values);
  if (result) result = visit_rows(statement.get(), visit);
  if (!result && is_in_transaction_ && sqlite3_get_autocommit(handle_.get()) != 0) loss_ = result.error();
  sqlite3_reset(statement.get());
  sqlite3_clear_bindings(statement.get());
  kept = std::move(statement);
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

Result<void> Database::attach(const std::filesystem::path& path, std::string_view name) {
  return run("ATTACH ? AS " + std::string(name), {uri_of(path, OpenMode::Immutable)});
}

void Database::stop_when(std::function<bool()> stopped) {
  constexpr int kStepsBetween = 1'000; // steps of SQLite's virtual machine between two checks: less than a millisecond
  if (!stopped) return sqlite3_progress_handler(handle_.get(), 0, nullptr, nullptr);
  stopped_ = std::make_unique<std::function<bool()>>(std::move(stopped));
  const auto ask = [](void* asked) { return (*static_cast<std::function<bool()>*>(asked))() ? 1 : 0; };
  sqlite3_progress_handler(handle_.get(), kStepsBetween, ask, stopped_.get());
}

Result<std::string> Database::damage() {
  std::string verdict;
  TRAWL_CHECK(each("PRAGMA integrity_check(1)", {}, [&](const Row& row) {
    verdict = row.text(0);
    return false;
  }));
  if (verdict == "ok") return std::string();
  constexpr std::string_view kUnread = "error code=";
  if (const auto at = verdict.find(kUnread); at != std::string::npos) {
    int code = 0;
    std::from_chars(verdict.data() + at + kUnread.size(), verdict.data() + verdict.size(), code);
    const bool is_memory = (code & 0xFF) == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM;
    if (is_memory || (code & 0xFF) == SQLITE_IOERR) {
      return std::unexpected(system_error(is_memory ? ENOMEM : EIO, "cannot read the store", path_));
    }
  }
  return verdict;
}

std::int64_t Database::changes() const { return sqlite3_changes64(handle_.get()); }

Result<Transaction> Transaction::begin(Database& database) {
  TRAWL_CHECK(database.run("BEGIN IMMEDIATE"));
  database.is_in_transaction_ = true;
  return Transaction(&database);
}

Transaction::~Transaction() {
  if (database_ == nullptr) return;
  database_->is_in_transaction_ = false;
  const bool is_rolled_back = database_->loss_.has_value();
  database_->loss_.reset();
  // If this fails, SQLite rolls back when the file is opened next.
  if (!is_rolled_back) std::ignore = database_->run("ROLLBACK");
}

Transaction::Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}

Result<void> Database::check_place() const {
  // SQLite also says so if it could not ask the system: then the same question may fail for us, or have an answer
  // later.
  for (int turn = 0; turn < 2; ++turn) {
    int is_gone = 0;
    struct stat status{};
    sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &is_gone);
    if (is_gone == 0 || (::stat(path_.c_str(), &status) != 0 && errno != ENOENT)) return {};
  }
  return fail(ErrorCode::Disk, "the store was removed or replaced while it was in use", path_,
              "put it back, from a backup if need be, and run the command again");
}

Result<void> Transaction::commit() {
  TRAWL_CHECK(database_->run("COMMIT"));
  TRAWL_CHECK(database_->check_place());
  database_->is_in_transaction_ = false;
  database_ = nullptr;
  return {};
}

} // namespace trawl::store
