// SPDX-License-Identifier: GPL-3.0-or-later
/// The HTTP client of an OpenSearch cluster: JSON in, JSON out, over one persistent connection.
///
/// Certificates are verified. Callers check the form of every answer.
#pragma once

#include "shared/base/json.h"
#include "shared/base/result.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

using Json = nlohmann::json;

/// How to reach the cluster.
struct ClusterSettings {
  std::string urls = {};       ///< of one or more nodes, separated by commas
  std::string index = "trawl"; ///< the beginning of the names of all our indices, and the alias that searches read
  std::string auth_file = {};  ///< USER:PASSWORD, or "Bearer TOKEN"; empty: no login
  std::string ca_file = {};    ///< PEM certificates to trust instead of the system's; empty: the system's
};

/// When a call must end.
using CallLimit = std::chrono::steady_clock::time_point;

struct Answer {
  long status = 0;
  Json body;
};

/// Not thread-safe.
class Client {
 public:
  /// Usage if the settings are wrong; NotFound, Permission for the files.
  static Result<Client> open(const ClusterSettings& settings);
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;

  /// The common prefix of the names of all our indices.
  const std::string& index() const;

  /// Sends a request and returns the answer, whatever its status. If a node cannot be reached, tries the next one.
  /// Network, Timeout.
  Result<Answer> ask(std::string_view method, const std::string& path, std::string_view body, CallLimit limit);

  /// Sends a request and returns the body if it succeeded completely, else an error that says what failed. NotFound for
  /// 404.
  Result<Json> get(std::string_view method, const std::string& path, const Json& body, CallLimit limit);

 private:
  struct Impl;
  explicit Client(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The error for an answer with an error status, in the cluster's words: "cluster_block_exception: … disk usage
/// exceeded …".
Error cluster_error(const Answer& answer, std::string_view where);

/// The list at `pointer` in an answer; empty if it is missing.
const Json& buckets_of(const Json& answer, const std::string& pointer);

/// A number in an answer; 0 if it is missing.
std::size_t number_at(const Json& answer, const std::string& pointer);

/// A limit that is `time` from now.
CallLimit within(std::chrono::milliseconds time);

} // namespace trawl::opensearch
