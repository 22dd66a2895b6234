// SPDX-License-Identifier: GPL-3.0-or-later
/// Who answers the command line's questions: the index here, or a daemon. Both take the HTTP API's paths and parameters
/// and give its JSON, so everything after this seam is the same.
#pragma once

#include "cli/settings.h"

#include "shared/base/result.h"

#include <memory>
#include <string>

namespace trawl::cli {

class Client {
 public:
  virtual ~Client() = default;

  /// The body of GET `path` with `parameters`. Usage and BadQuery for what the API answers 400, NotFound for 404,
  /// NoIndex, Network.
  virtual Result<std::string> get(const std::string& path, const Parameters& parameters) = 0;
};

/// The daemon at `server` if that is not empty, else the index of the data directory `data` (see data_directory.h).
Result<std::unique_ptr<Client>> make_client(const std::string& server, const std::string& data);

/// The two kinds; `make_client` chooses.
Result<std::unique_ptr<Client>> make_local_client(const std::string& data);
std::unique_ptr<Client> make_remote_client(const std::string& server);

} // namespace trawl::cli
