// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/options.h"

#include <catch2/catch.hpp>

using namespace trawl::searchd;

namespace {

Options options_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "trawl-searchd");
  return std::get<Options>(*parse_options(static_cast<int>(arguments.size()), arguments.data()));
}

std::string complaint_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "trawl-searchd");
  const auto parsed = parse_options(static_cast<int>(arguments.size()), arguments.data());
  return parsed ? "" : trawl::to_sentence(parsed.error());
}

} // namespace

TEST_CASE("options: what is given is taken, what is wrong is named", "[searchd]") {
  const Options options = options_of({"--listen", "[::1]:0", "--threads", "3", "--server-name", "a.example",
                                      "--server-name", "b.example", "--cors-origin", "https://app.example:8443",
                                      "--data", "/x", "--trusted-proxy", "2001:DB8:0::1", "--access-log"});
  CHECK(options.trusted_proxies == std::vector<std::string>{"2001:db8::1"});
  CHECK(options.access_log);
  CHECK(complaint_of({"--trusted-proxy", "proxy.example"}).contains("IP address"));
  CHECK(options.listen.is_ipv6());
  CHECK(options.threads == 3);
  CHECK(options.server_names == std::vector<std::string>{"a.example", "b.example"});
  CHECK(options.cors_origin == "https://app.example:8443");
  CHECK(options_of({}).listen.text() == "127.0.0.1:7700");
  CHECK(options_of({}).threads >= 2);
  CHECK(options_of({}).max_age == std::chrono::seconds{0});
  CHECK(options_of({"--max-age", "60"}).max_age == std::chrono::seconds{60});
  CHECK(complaint_of({"--max-age", "100000"}).contains("--max-age"));
  CHECK(complaint_of({"--listen", "nowhere"}).contains("--listen nowhere"));
  CHECK(complaint_of({"--threads", "257"}).contains("at most 256"));
  CHECK(options_of({"--threads", "0"}).threads >= 2);
  CHECK(complaint_of({"--bogus"}).contains("--bogus"));
  for (const char* origin : {"*", "null", "https://a.example/", "https://a.example, https://b.example", "https://"}) {
    CHECK_FALSE(complaint_of({"--cors-origin", origin}).empty());
  }
  CHECK(complaint_of({"--cors-origin", "https://a.example", "--cors-origin", "https://b.example"})
            .contains("--cors-origin is given more than once"));
}
