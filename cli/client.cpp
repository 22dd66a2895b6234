// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

namespace trawl::cli {

Result<std::unique_ptr<Client>> make_client(const std::string& server, const std::string& data) {
  if (!server.empty()) return make_remote_client(server);
  return make_local_client(data);
}

} // namespace trawl::cli
