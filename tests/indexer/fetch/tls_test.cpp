// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include <catch2/catch.hpp>

#include "indexer/fetch/curl_fetcher.h"

namespace tls_test {

using namespace trawl;
using namespace trawl::fetch;

namespace {

/// `openssl s_server` with a self-signed certificate for 127.0.0.1. It exits after `connections`.
class SelfSignedServer {
 public:
  explicit SelfSignedServer(int connections) {
    std::string name = (std::filesystem::temp_directory_path() / "trawl-tls-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    const std::string make =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout " + file("key") +
        " -out " + file("certificate") + " -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 2>/dev/null";
    if (std::system(make.c_str()) != 0) return;
    const std::string serve = "timeout 30 openssl s_server -accept 127.0.0.1:0 -www -naccept " +
                              std::to_string(connections) + " -cert " + file("certificate") + " -key " + file("key") +
                              " 2>/dev/null";
    process_ = ::popen(serve.c_str(), "r");
    std::array<char, 256> line{};
    while (process_ && endpoint_.empty() && std::fgets(line.data(), line.size(), process_)) {
      const std::string text = line.data();
      if (text.starts_with("ACCEPT ")) endpoint_ = text.substr(7, text.find_last_not_of(" \n") - 6);
    }
  }
  ~SelfSignedServer() {
    if (process_) ::pclose(process_);
    std::filesystem::remove_all(folder_);
  }
  SelfSignedServer(const SelfSignedServer&) = delete;
  SelfSignedServer& operator=(const SelfSignedServer&) = delete;

  /// "127.0.0.1:PORT"; empty if openssl is not installed.
  const std::string& endpoint() const { return endpoint_; }
  std::string certificate() const { return file("certificate"); }

 private:
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
  std::FILE* process_ = nullptr;
  std::string endpoint_;
};

std::optional<Result<FetchResponse>> ask(const FetcherOptions& options, const std::string& url) {
  std::optional<Result<FetchResponse>> result;
  CurlFetcher fetcher(options);
  fetcher.start({.url = url}, [&](Result<FetchResponse> given) { result = std::move(given); });
  for (int round = 0; round < 1'000 && !result; ++round) fetcher.wait(std::chrono::seconds{1});
  return result;
}

} // namespace

TEST_CASE("fetcher: an untrusted certificate is refused", "[fetcher][tls]") {
  const SelfSignedServer server(2);
  if (server.endpoint().empty()) {
    WARN("skipped: needs the openssl program");
    return;
  }
  FetcherOptions options;
  options.addresses = AddressPolicy::allowing({server.endpoint()}).value();
  const auto refused = ask(options, "https://" + server.endpoint() + "/");
  REQUIRE(refused.has_value());
  REQUIRE_FALSE(refused->has_value());
  CHECK(refused->error().code == ErrorCode::Network);
  CHECK(refused->error().what.starts_with("TLS failed: "));

  options.ca_file = server.certificate();
  const auto trusted = ask(options, "https://" + server.endpoint() + "/");
  REQUIRE(trusted.has_value());
  REQUIRE(trusted->has_value());
  CHECK((*trusted)->status == 200);
}

} // namespace tls_test
