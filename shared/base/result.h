// SPDX-License-Identifier: GPL-3.0-or-later
/// How functions fail: `Result<T>` is a value or an `Error`. Bad input is never an exception.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace trawl {

/// Why something failed, as far as programs distinguish it. result.cpp has one row per code: name, exit code, HTTP
/// status.
enum class ErrorCode {
  Usage,          ///< a wrong flag or value on the command line or in a request
  BadInput,       ///< a file or row that does not have the expected form
  NotFound,       ///< the article, source, file or route does not exist
  NoIndex,        ///< the data directory has no index, or it cannot be read
  IndexDamaged,   ///< the index exists but is broken; `trawl index rebuild` makes it again
  StoreDamaged,   ///< crawl.db, reader.db or a backup is broken, missing or of another version
  Locked,         ///< another writer holds the data directory
  Network,        ///< a host could not be reached, or it broke the connection
  Unresolved,     ///< a host's name has no address, or no resolver can be reached
  AddressRefused, ///< the address is private, reserved or otherwise off limits
  RobotsRefused,  ///< robots.txt forbids it
  HttpStatus,     ///< the server answered, with an error status
  TooLarge,       ///< more bytes, entries or depth than a limit allows
  Timeout,        ///< a time limit ran out
  Malformed,      ///< bytes that do not parse as what they claim to be
  Disk,           ///< disk full, or reading or writing failed
  Permission,     ///< the file system denied access
  Exhausted,      ///< no memory, open files or threads left
  Interrupted,    ///< stopped on request
  Partial,        ///< some inputs were rejected, the rest is done
  Internal,       ///< a bug: our own code broke an invariant
};

/// One failure in words: what happened, where (file and line, URL, option), what the reader can do about it.
struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string what;
  std::string where;
  std::string hint;

  bool operator==(const Error&) const = default;
};

template <typename T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(ErrorCode code, std::string what, std::string where = {}, std::string hint = {}) {
  return std::unexpected(Error{code, std::move(what), std::move(where), std::move(hint)});
}

/// The stable lower-case name of a code, e.g. "address_refused": for the failures table, logs and JSON.
std::string_view name_of(ErrorCode code);

/// The process exit code of a program that ends with this error (docs: README, "Exit codes").
int exit_code_of(ErrorCode code);

/// The HTTP status the daemon answers with.
int http_status_of(ErrorCode code);

/// One sentence for people: "where: what. hint".
std::string to_sentence(const Error& error);

} // namespace trawl

#define TRAWL_CONCAT_INNER(a, b) a##b
#define TRAWL_CONCAT(a, b) TRAWL_CONCAT_INNER(a, b)
#define TRAWL_TRY_IMPL(temp, declaration, expression)                                                                  \
  auto temp = (expression);                                                                                            \
  if (!temp) return std::unexpected(temp.error());                                                                     \
  declaration = std::move(*temp)

/// `TRAWL_TRY(auto page, fetch(url));` declares `page`, or returns the error from the enclosing function.
#define TRAWL_TRY(declaration, expression)                                                                             \
  TRAWL_TRY_IMPL(TRAWL_CONCAT(trawl_try_, __COUNTER__), declaration, expression)

/// The same for `Result<void>`: `TRAWL_CHECK(store.commit());`.
#define TRAWL_CHECK(expression)                                                                                        \
  if (auto trawl_checked = (expression); !trawl_checked) {                                                             \
    return std::unexpected(trawl_checked.error());                                                                     \
  }
