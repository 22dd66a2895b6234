// SPDX-License-Identifier: GPL-3.0-or-later
/// The HTTP client of an OpenSearch cluster: JSON in, JSON out, over one kept connection.
///
/// Certificates are verified. Nothing that the cluster answers is trusted further than its form, which callers check.
#pragma once

#include "shared/base/json.h"
#include "shared/base/result.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

using Json = nlohmann::json;

/// Where the cluster is.
struct ClusterSettings {
  std::string urls = {};       ///< of one node or several, with commas between them
  std::string index = "trawl"; ///< the beginning of the names of all our indices, and the alias that searches read
  std::string auth_file = {};  ///< USER:PASSWORD, or "Bearer TOKEN"; empty: no login
  std::string ca_file = {};    ///< PEM certificates to trust in place of the system's; empty: the system's
};

/// Until when a call may take.
struct CallLimit {
  std::chrono::steady_clock::time_point at;
  const std::atomic<bool>* is_abandoned = nullptr; ///< nobody waits for the answer any more; null: somebody does
};

struct Answer {
  long status = 0;
  Json body;
};

/// Not for two threads at once.
class Client {
 public:
  /// Usage if the settings are wrong; NotFound, Permission for the files.
  static Result<Client> open(const ClusterSettings& settings);
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;

  /// The name that all our indices begin with.
  const std::string& index() const;

  /// The answer, whatever its status. If a node cannot be reached, the next one is asked. Network, Timeout.
  Result<Answer> ask(std::string_view method, const std::string& path, std::string_view body, const CallLimit& limit);

  /// The body of an answer that says that all went well, or an error that says what did not. NotFound for 404.
  Result<Json> get(std::string_view method, const std::string& path, const Json& body, const CallLimit& limit);

 private:
  struct Impl;
  explicit Client(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// What an answer with an error status says, in a sentence: "cluster_block_exception: … disk usage exceeded …".
Error refusal_of(const Answer& answer, std::string_view where);

/// A limit so far from now.
CallLimit within(std::chrono::milliseconds time);

} // namespace trawl::opensearch
