// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/curl_fetcher.h"

#include <cstdlib>
#include <filesystem>

#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "shared/base/file.h"
#include "tests/indexer/fetch/fetching.h"
#include "tests/support/source_tree.h"

namespace curl_fetcher_test {

using namespace trawl;
using namespace trawl::fetch;
using namespace trawl::fetch::test_support;
using trawl::test::answer;
using trawl::test::LoopbackServer;
using trawl::test::page;
using trawl::test::Reply;
using namespace std::chrono_literals;

namespace {

std::string fixture(const std::string& name) {
  return read_file(trawl::test::in_source_tree("tests/data/fetch/" + name)).value();
}

} // namespace

TEST_CASE("fetcher: a response has its body, validators and sizes", "[fetcher]") {
  LoopbackServer server;
  server.on("/a?q=1", answer(200, "<p>hello</p>",
                             "Content-Type: text/html; charset=utf-8\r\nETag: W/\"x\"\r\nLast-Modified: yesterday\r\n"
                             "Cache-Control: max-age=60\r\ncache-control: private\r\nX-Robots-Tag: noindex\r\n"));
  const auto got = ask(options_for(server), server.url("/a?q=1#part"));
  REQUIRE(got.has_value());
  CHECK(got->status == 200);
  CHECK(got->body == "<p>hello</p>");
  CHECK(got->content_type == "text/html; charset=utf-8");
  CHECK(got->etag == "W/\"x\"");
  CHECK(got->last_modified == "yesterday");
  CHECK(got->cache_control == "max-age=60, private");
  CHECK(got->x_robots_tag == "noindex");
  CHECK(got->wire_bytes == 12);
  CHECK(got->url == server.url("/a?q=1#part"));
  CHECK(got->fetched_at == Moment{std::chrono::seconds{1'800'000'000}});
  CHECK(server.hits("/a?q=1") == 1);
}

TEST_CASE("fetcher: a request sends the user agent and validators, and nothing else", "[fetcher]") {
  LoopbackServer server;
  server.on("/", answer(200, "x", "Content-Type: text/html\r\nSet-Cookie: id=1\r\n"));
  CurlFetcher fetcher(options_for(server));
  REQUIRE(ask(fetcher, {.url = server.url("/"), .kind = ResourceKind::Page, .etag = "\"v1\"", .last_modified = "then"})
              .has_value());
  REQUIRE(
      ask(fetcher, {.url = server.url("/"), .kind = ResourceKind::Page, .etag = "a\r\nX-Bad: 1", .last_modified = {}})
          .has_value());
  const std::string first = server.requests("/").at(0);
  const std::string second = server.requests("/").at(1);
  CHECK(first.contains("User-Agent: " + default_user_agent() + "\r\n"));
  CHECK(first.contains("Accept-Encoding: gzip, br, zstd, deflate\r\n"));
  CHECK(first.contains("If-None-Match: \"v1\"\r\n"));
  CHECK(first.contains("If-Modified-Since: then\r\n"));
  CHECK_FALSE(second.contains("X-Bad"));
  for (const char* header : {"Cookie", "Referer", "Authorization"}) CHECK_FALSE((first + second).contains(header));
}

TEST_CASE("fetcher: an error status is a response", "[fetcher]") {
  LoopbackServer server;
  server.on("/busy", answer(503, "later", "Retry-After: 120\r\n"));
  server.on("/same", answer(304, "", ""));
  const auto busy = ask(options_for(server), server.url("/busy"));
  REQUIRE(busy.has_value());
  CHECK(busy->status == 503);
  CHECK(busy->retry_after == "120");
  CHECK(error_name(ask(options_for(server), server.url("/none"))) == "status 404");
  CHECK(error_name(ask(options_for(server), server.url("/same"))) == "status 304");
}

TEST_CASE("fetcher: redirects are reported, not followed", "[fetcher]") {
  LoopbackServer server;
  server.on("/from/here", answer(301, "", "Location: ../to?x=1\r\n"));
  server.on("/file", answer(302, "", "Location: file:///etc/hostname\r\n"));
  server.on("/nowhere", answer(302, "", ""));
  const auto moved = ask(options_for(server), server.url("/from/here"));
  REQUIRE(moved.has_value());
  CHECK(moved->status == 301);
  CHECK(moved->location == server.url("/to?x=1"));
  CHECK(ask(options_for(server), server.url("/file"))->location.empty());
  CHECK(ask(options_for(server), server.url("/nowhere"))->location.empty());
  CHECK(server.hits() == 3);
}

TEST_CASE("fetcher: several requests run at once, and a callback may start another", "[fetcher]") {
  LoopbackServer server;
  for (const char* path : {"/1", "/2", "/3", "/4"}) server.on(path, page(path));
  FetcherOptions options = options_for(server);
  options.limits.connections = 2;
  CurlFetcher fetcher(options);
  std::vector<std::string> bodies;
  const auto keep = [&](Result<FetchResponse> got) { bodies.push_back(got.value().body); };
  for (const char* path : {"/1", "/2"}) fetcher.start({.url = server.url(path)}, keep);
  fetcher.start({.url = server.url("/3")}, [&](Result<FetchResponse> got) {
    keep(std::move(got));
    fetcher.start({.url = server.url("/4")}, keep);
  });
  CHECK(fetcher.in_flight() == 3);
  CHECK(bodies.empty());
  for (int round = 0; round < 10'000 && bodies.size() < 4; ++round) fetcher.wait(1000ms);
  std::ranges::sort(bodies);
  CHECK(bodies == std::vector<std::string>{"/1", "/2", "/3", "/4"});
}

TEST_CASE("fetcher: a compressed body is decoded, but only once", "[fetcher]") {
  LoopbackServer server;
  server.on("/page", answer(200, fixture("page.gz"), "Content-Type: text/html\r\nContent-Encoding: gzip\r\n"));
  server.on("/twice", answer(200, fixture("packed-twice.gz"), "Content-Encoding: gzip, gzip\r\n"));
  server.on("/lines", answer(200, fixture("packed-twice.gz"), "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n"));
  server.on("/unknown", answer(200, "abc", "Content-Encoding: compress\r\n"));
  server.on("/false", answer(200, "no gzip at all", "Content-Encoding: gzip\r\n"));
  const auto got = ask(options_for(server), server.url("/page"));
  REQUIRE(got.has_value());
  CHECK(got->body.starts_with("<p>packed once"));
  CHECK(got->wire_bytes == fixture("page.gz").size());
  for (const char* path : {"/twice", "/lines", "/unknown", "/false"}) {
    CHECK(error_name(ask(options_for(server), server.url(path))) == "malformed");
  }
}

TEST_CASE("fetcher: decompression bombs are stopped", "[fetcher][limits]") {
  LoopbackServer server;
  const std::string encoding = GENERATE("gzip", "br", "zstd");
  CAPTURE(encoding);
  server.on("/", answer(200, fixture("zeros-50mb." + encoding),
                        "Content-Type: text/html\r\nContent-Encoding: " + encoding + "\r\n"));
  CHECK(error_name(ask(options_for(server), server.url("/"))) == "too_large");

  FetcherOptions no_ratio = options_for(server);
  no_ratio.limits.ratio_from_bytes = 1'000'000'000;
  const auto got = ask(no_ratio, server.url("/"));
  CHECK(error_name(got) == "too_large");
  CHECK(got.error().what == "body of more than 10000000 bytes decoded");
}

TEST_CASE("fetcher: an endless body stops at the limit, but robots.txt keeps its beginning", "[fetcher][limits]") {
  LoopbackServer server;
  Reply endless{.bytes = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", .endless = std::string(4096, 'x')};
  server.on("/", endless);
  server.on("/robots.txt", endless);
  FetcherOptions options = options_for(server);
  options.limits.page.wire_bytes = 100'000;
  CHECK(error_name(ask(options, server.url("/"))) == "too_large");
  const auto robots = ask(options, server.url("/robots.txt"), ResourceKind::Robots);
  REQUIRE(robots.has_value());
  CHECK(robots->body.size() == 512 * 1024);
}

TEST_CASE("fetcher: slow and silent servers time out", "[fetcher][limits]") {
  LoopbackServer server;
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  server.on("/drip", Reply{.bytes = head, .endless = "x", .piece = 1, .pause = 20ms});
  server.on("/silent", Reply{.bytes = "", .hold = true});
  server.on("/head-only", Reply{.bytes = head, .hold = true});
  server.on("/slow-head", Reply{.bytes = "HTTP/1.1 200 OK\r\n", .endless = "X-A: 1\r\n", .piece = 1, .pause = 20ms});
  FetcherOptions options = options_for(server);
  options.limits.page.total = 300ms;
  for (const char* path : {"/drip", "/silent", "/head-only", "/slow-head"}) {
    CAPTURE(path);
    const auto late = ask(options, server.url(path));
    CHECK(error_name(late) == "timeout");
    CHECK_FALSE(late.error().what.contains("too slow")); // that would be another limit
  }
  options.limits.page.total = 30s;
  options.limits.low_speed_time = 1s;
  const auto slow = ask(options, server.url("/drip"));
  CHECK(error_name(slow) == "timeout");
  CHECK(slow.error().what.contains("too slow"));
}

TEST_CASE("fetcher: the size of a response head is limited", "[fetcher][limits]") {
  LoopbackServer server;
  const std::string status = "HTTP/1.1 200 OK\r\n";
  server.on("/lines", Reply{.bytes = status, .endless = "X-Line: 1\r\n"});
  server.on("/bytes", Reply{.bytes = status, .endless = "X-Line: " + std::string(8'000, 'a') + "\r\n"});
  server.on("/line", Reply{.bytes = status + "X-Line: ", .endless = std::string(8'000, 'a')});
  server.on("/interim", Reply{.bytes = "", .endless = "HTTP/1.1 103 Early Hints\r\n\r\n"});
  server.on("/trailer",
            Reply{.bytes = status + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n", .endless = "X-T: 1\r\n"});
  server.on("/location", answer(302, "", "Location: /" + std::string(100'000, 'a') + "\r\n"));
  for (const char* path : {"/lines", "/bytes", "/line", "/interim", "/trailer", "/location"}) {
    CAPTURE(path);
    CHECK(error_name(ask(options_for(server), server.url(path))) == "too_large");
  }
}

TEST_CASE("fetcher: a body shorter than its Content-Length is an error", "[fetcher]") {
  LoopbackServer server;
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
  server.on("/short", Reply{.bytes = head + "Content-Length: 10\r\n\r\n12345"});
  server.on("/long", Reply{.bytes = head + "Content-Length: 5\r\n\r\n1234567890"});
  server.on("/chunks", Reply{.bytes = head + "Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n"});
  server.on("/closed", Reply{.bytes = ""});
  server.on("/no-http", Reply{.bytes = "hello, this is no HTTP\r\n\r\n"});
  CHECK(error_name(ask(options_for(server), server.url("/short"))) == "malformed");
  CHECK(ask(options_for(server), server.url("/long"))->body == "12345");
  CHECK(error_name(ask(options_for(server), server.url("/chunks"))) == "malformed");
  CHECK(error_name(ask(options_for(server), server.url("/closed"))) == "network");
  CHECK(error_name(ask(options_for(server), server.url("/no-http"))) == "malformed");
}

TEST_CASE("fetcher: images and archives are refused, PDF only of other things than pages", "[fetcher]") {
  LoopbackServer server;
  server.on("/pdf", answer(200, "x", "Content-Type: Application/PDF; q=1\r\n"));
  server.on("/image", answer(200, "x", "Content-Type: image/png\r\n"));
  server.on("/hidden", answer(200, "PK\x03\x04rest", "Content-Type: text/html\r\n"));
  server.on("/gone", answer(404, "x", "Content-Type: image/png\r\n"));
  server.on("/vague", answer(200, "<rss/>", "Content-Type: application/octet-stream\r\n"));
  CHECK(error_name(ask(options_for(server), server.url("/pdf"))) == "status 200");
  CHECK(error_name(ask(options_for(server), server.url("/pdf"), ResourceKind::Feed)) == "malformed");
  CHECK(error_name(ask(options_for(server), server.url("/image"))) == "malformed");
  CHECK(error_name(ask(options_for(server), server.url("/hidden"))) == "malformed");
  CHECK(error_name(ask(options_for(server), server.url("/gone"))) == "status 404");
  CHECK(error_name(ask(options_for(server), server.url("/vague"), ResourceKind::Feed)) == "status 200");
}

TEST_CASE("fetcher: a private address is refused in any notation", "[fetcher][addresses]") {
  LoopbackServer server("0.0.0.0"); // reachable by any notation of an IPv4 address
  const std::string port = ":" + std::to_string(server.port());
  FetcherOptions options;
  options.addresses.allow_port(server.port());
  options.resolve = {"public.example" + port + ":127.0.0.2", "mixed.example" + port + ":[::1],127.0.0.2"};
  for (const std::string host : {"127.0.0.2",
                                 "2130706434",
                                 "0x7f.2",
                                 "0177.0.0.2",
                                 "127.2",
                                 "0",
                                 "[::1]",
                                 "[::ffff:127.0.0.2]",
                                 "[::127.0.0.2]",
                                 "localhost",
                                 "a.localhost",
                                 "[fe80::1%25lo]",
                                 "[64:ff9b::7f00:2]",
                                 "/127.0.0.2",
                                 "user@127.0.0.2",
                                 "127.0.0.2%00",
                                 "①②⑦.⓪.⓪.②",
                                 "127.0.0.2.",
                                 "public.example",
                                 "mixed.example",
                                 "10.0.0.1",
                                 "169.254.169.254",
                                 "[fd00:ec2::254]"}) {
    CAPTURE(host);
    CHECK(error_name(ask(options, "http://" + host + port + "/")) == "address_refused");
  }
  CHECK(server.connections() == 0);
}

TEST_CASE("fetcher: only http(s) URLs without user info on the usual ports are fetched", "[fetcher][addresses]") {
  FetcherOptions options;
  for (const char* url :
       {"file:///etc/hostname", "gopher://127.0.0.1/", "ftp://example.org/", "dict://127.0.0.1:11211/",
        "//example.org/", "", "http://h\\@evil.example/", "http://example.org/a b", "http://example.org/\r\nX: 1",
        "http://example.org:22/", "http://example.org:0/", "https://user:pass@example.org/", "http://"}) {
    CAPTURE(url);
    CHECK(error_name(ask(options, url)) == "address_refused");
  }
  CHECK(error_name(ask(options, "http://example.org/" + std::string(3'000, 'a'))) == "too_large");
}

TEST_CASE("fetcher: only the exact permitted endpoint is allowed", "[fetcher][addresses]") {
  LoopbackServer allowed;
  LoopbackServer other;
  allowed.on("/", page("in"));
  const FetcherOptions options = options_for(allowed);
  CHECK(error_name(ask(options, allowed.url("/"))) == "status 200");
  CHECK(error_name(ask(options, other.url("/"))) == "address_refused");
  CHECK(other.connections() == 0);
}

TEST_CASE("fetcher: a reused connection is checked again", "[fetcher][addresses]") {
  LoopbackServer server;
  Reply kept = page("x");
  kept.keep_alive = true;
  server.on("/", kept);
  CurlFetcher fetcher(options_for(server));
  for (int i = 0; i < 3; ++i) CHECK(error_name(ask(fetcher, {.url = server.url("/")})) == "status 200");
  CHECK(server.connections() == 1);
}

TEST_CASE("fetcher: a proxy comes from the configuration, not from the environment", "[fetcher][proxy]") {
  LoopbackServer server;
  LoopbackServer proxy;
  server.on("/", page("direct"));
  proxy.on("http://public.example/", page("by proxy"));
  ::setenv("http_proxy", proxy.url("").c_str(), 1);
  CHECK(ask(options_for(server), server.url("/"))->body == "direct");
  ::unsetenv("http_proxy");
  CHECK(proxy.connections() == 0);

  FetcherOptions through;
  through.proxy = proxy.url("");
  CHECK(ask(through, "http://public.example/")->body == "by proxy");
}

TEST_CASE("fetcher: too many open files of our own are not a failure of the site", "[fetcher]") {
  LoopbackServer server;
  CurlFetcher fetcher(options_for(server));
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  const int lowest_free = ::dup(STDERR_FILENO);
  ::close(lowest_free);
  for (const std::string& url : {server.url("/x"), std::string("http://name.invalid/")}) {
    INFO(url);
    const rlimit none{static_cast<rlim_t>(lowest_free), before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
    const auto result = ask(fetcher, {.url = url, .kind = ResourceKind::Page, .etag = {}, .last_modified = {}});
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    CHECK(error_name(result) == "exhausted");
    CHECK(result.error().what.contains("Too many open files"));
    CHECK_FALSE(result.error().hint.empty());
  }
}

TEST_CASE("fetcher: errors say what failed", "[fetcher]") {
  LoopbackServer server;
  FetcherOptions options = options_for(server);
  const auto unnamed = ask(options, "http://name.invalid/");
  CHECK(error_name(unnamed) == "unresolved");
  CHECK(unnamed.error().what == "cannot resolve name.invalid");
  CHECK(unnamed.error().where == "http://name.invalid/");
  CHECK(error_name(ask(options, "https://" + server.endpoint() + "/")) == "network"); // does not speak TLS
}

} // namespace curl_fetcher_test
