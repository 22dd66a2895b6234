// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/conditional.h"
#include "searchd/http/listener.h"
#include "searchd/http/media_type.h"
#include "searchd/options.h"
#include "searchd/systemd.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include <catch2/catch.hpp>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

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

TEST_CASE("media type: what a client accepts", "[searchd]") {
  const char* json = "application/json";
  for (const char* yes : {"", "*/*", "application/*", "Application/JSON", "text/html, */*;q=0.1",
                          "application/json;q=0.5", "*/*;q=0, application/json", "application/json; charset=utf-8"}) {
    INFO(yes);
    CHECK(accepts(yes, json));
  }
  for (const char* no :
       {"text/html", "application/json;q=0", "application/json;q=0.000, */*", "text/*", "application/jso"}) {
    INFO(no);
    CHECK_FALSE(accepts(no, json));
  }
  CHECK(accepts("text/html", "text/html; charset=utf-8"));
  CHECK(is_json_type("application/json"));
  CHECK(is_json_type("Application/Json; charset=\"UTF-8\""));
  CHECK_FALSE(is_json_type("application/json; charset=utf-16"));
  CHECK_FALSE(is_json_type("text/json"));
  CHECK_FALSE(is_json_type(""));
}

TEST_CASE("conditional: tags are compared weakly, in lists and by star", "[searchd]") {
  const std::string tag = index_tag({3, 41}, "q");
  CHECK(matches_tag(tag, tag));
  CHECK(matches_tag(tag.substr(2), tag));
  CHECK(matches_tag("\"a\" ,\t" + tag + " , \"b\"", tag));
  CHECK(matches_tag("*", tag));
  CHECK_FALSE(matches_tag("", tag));
  CHECK_FALSE(matches_tag("\"a\", , W/\"b\"", tag));
  CHECK(index_tag({3, 42}, "q") != tag);
  CHECK(index_tag({4, 41}, "q") != tag);
  CHECK(index_tag({3, 41}, "r") != tag);
}

TEST_CASE("listener: addresses are numeric, with a port", "[searchd]") {
  CHECK(parse_endpoint("127.0.0.1:7700")->text() == "127.0.0.1:7700");
  CHECK(parse_endpoint("[::1]:8080")->text() == "[::1]:8080");
  CHECK(parse_endpoint(":80")->text() == "127.0.0.1:80");
  CHECK(parse_endpoint("localhost:0")->text() == "127.0.0.1:0");
  CHECK_FALSE(parse_endpoint("0.0.0.0:1")->is_loopback());
  for (const char* wrong :
       {"", "7700", "::1:80", "example.org:80", "127.0.0.1:", "127.0.0.1:70000", "127.0.0.1:8x", "1.2.3:80"}) {
    INFO(wrong);
    CHECK_FALSE(parse_endpoint(wrong));
  }
}

TEST_CASE("listener: port 0 becomes a real one, and a socket can be handed over", "[searchd]") {
  const auto bound = Listener::bind({"127.0.0.1", 0});
  REQUIRE(bound);
  CHECK(bound->endpoint().port != 0);
  const auto adopted = Listener::adopt(::dup(bound->fd()));
  REQUIRE(adopted);
  CHECK(adopted->endpoint().port == bound->endpoint().port);
  CHECK_FALSE(Listener::adopt(-1));
}

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
  CHECK(complaint_of({"--threads", "0"}).contains("1 to 256"));
  CHECK(complaint_of({"--bogus"}).contains("--bogus"));
  for (const char* origin : {"*", "null", "https://a.example/", "https://a.example, https://b.example", "https://"}) {
    CHECK_FALSE(complaint_of({"--cors-origin", origin}).empty());
  }
}

TEST_CASE("systemd: the manager is told by datagram, to a path or an abstract name", "[searchd]") {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("trawl-notify-" + std::to_string(::getpid()))).string();
  for (const std::string& name : {path, "@trawl-notify-" + std::to_string(::getpid())}) {
    const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path, name.size());
    if (name.front() == '@') address.sun_path[0] = '\0';
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    REQUIRE(::bind(fd, reinterpret_cast<const sockaddr*>(&address), size) == 0);
    ::setenv("NOTIFY_SOCKET", name.c_str(), 1);
    notify_manager("READY=1");
    std::array<char, 64> buffer{};
    CHECK(::recv(fd, buffer.data(), buffer.size(), MSG_DONTWAIT) == 7);
    CHECK(std::string(buffer.data()) == "READY=1");
    ::close(fd);
  }
  std::filesystem::remove(path);
  ::unsetenv("NOTIFY_SOCKET");
}

TEST_CASE("systemd: a socket is taken if it is for this process, once", "[searchd]") {
  const auto set = [](const std::string& pid, const char* count) {
    ::setenv("LISTEN_PID", pid.c_str(), 1);
    ::setenv("LISTEN_FDS", count, 1);
  };
  set(std::to_string(::getpid()), "1");
  CHECK(take_activated_socket() == 3);
  CHECK_FALSE(take_activated_socket());
  set("1", "1");
  CHECK_FALSE(take_activated_socket());
  set(std::to_string(::getpid()), "0");
  CHECK_FALSE(take_activated_socket());
  CHECK(std::getenv("LISTEN_PID") == nullptr);
  ::setenv("WATCHDOG_USEC", "4000000", 1);
  CHECK(watchdog_interval() == std::chrono::seconds{2});
  ::unsetenv("WATCHDOG_USEC");
  CHECK_FALSE(watchdog_interval());
}
