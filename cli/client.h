// SPDX-License-Identifier: GPL-3.0-or-later
/// What answers the commands: the index on this machine, or a daemon. Both take the paths and parameters of the HTTP
/// API and give its JSON and its problems, so the commands treat both alike.
#pragma once

#include "cli/settings.h"

#include "shared/api/response/problem.h"
#include "shared/base/result.h"
#include "shared/search/answer/search_engine.h"

#include <memory>
#include <string>
#include <string_view>

namespace trawl::cli {

class Client {
 public:
  virtual ~Client() = default;

  /// The body of GET `path` (percent-encoded) with `parameters`; an error of `to_error` if the API answers a problem.
  /// Follows an article to its present id.
  virtual Result<std::string> get(const std::string& path, const Parameters& parameters) = 0;

  /// The body of PUT, which changes what the reader remembers. Only on this machine: a daemon writes for its page
  /// alone.
  virtual Result<std::string> put(const std::string& path, const Parameters& parameters) = 0;
};

/// The daemon at `settings.server` if that is not empty, else the index of the data directory (see data_directory.h).
/// Usage if the engine is not one of this machine.
Result<std::unique_ptr<Client>> make_client(const Settings& settings);

/// Whether that is the daemon of the package since the user has no articles and has named no index.
bool asks_system_daemon(const Settings& settings);

/// Whether the index has no articles.
bool has_no_articles(const search::IndexState& state);

/// NoIndex or IndexDamaged when there is nothing to search. A note names the directory of an empty index.
Result<std::unique_ptr<Client>> make_local_client(const Settings& settings);
/// `get` fails with Network and `hint` when the daemon cannot be reached. A query for marks (is:starred) is answered
/// with those of the daemon's page, which is said on `notes`; of the system's daemon it is Usage: the user's are
/// elsewhere; and what its services do about a lack of articles is said.
std::unique_ptr<Client> make_remote_client(
    std::ostream& notes, const std::string& server,
    const std::string& hint = "start it with `trawl serve`, or leave out --server to search the index on this machine",
    bool is_of_system = false);

/// A problem of the API as an error of this program, with the position in a query and what to do about it.
Error to_error(const api::Problem& problem);

std::string query_string(const Parameters& parameters);

/// The path to ask instead when the API answers `path` with 301 and this body: the same about the article's present id.
/// Empty if the body does not name one.
std::string moved_path(const std::string& path, std::string_view body);

/// The language of the terminal as Accept-Language has it ("de", "zh-CN"): from $LC_ALL, $LC_MESSAGES or $LANG, the
/// first that is set. Empty if that names no language (C, POSIX).
std::string reader_language();

} // namespace trawl::cli
