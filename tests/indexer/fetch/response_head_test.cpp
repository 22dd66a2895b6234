// SPDX-License-Identifier: GPL-3.0-or-later
// Limits, interim responses and binary signatures; the fields themselves are in tests/data/standards/http_fields.json.
#include "indexer/fetch/response_head.h"

#include <catch2/catch.hpp>

#include <initializer_list>
#include <string>

using namespace trawl;
using namespace trawl::fetch;

namespace {

/// Adds lines until one is refused.
Result<void> add_all(ResponseHead& head, std::initializer_list<std::string_view> lines) {
  for (const std::string_view line : lines) TRAWL_CHECK(head.add_line(line));
  return {};
}

FetchResponse copied(const ResponseHead& head, std::string url = "https://a.example/x/y") {
  FetchResponse response;
  response.url = std::move(url);
  head.copy_to(response);
  return response;
}

} // namespace

TEST_CASE("response head: a later status line discards the fields of an interim response", "[response_head]") {
  const FetchLimits limits;
  ResponseHead head(limits, ResourceKind::Page);
  REQUIRE(add_all(head, {"HTTP/1.1 103 Early Hints", "Link: </a>", "ETag: \"early\"", "Content-Encoding: gzip", "",
                         "HTTP/1.1 200 OK", "ETag: \"final\"", "Content-Encoding: br", ""}));
  CHECK(head.status() == 200);
  const FetchResponse response = copied(head);
  CHECK(response.etag == "\"final\"");
  CHECK(response.link.empty());
}

TEST_CASE("response head: the number of lines is limited, over all interim responses", "[response_head][limits]") {
  FetchLimits limits;
  limits.header_lines = 5;
  for (const std::size_t fields : {4u, 5u, 6u}) {
    INFO(fields << " fields");
    ResponseHead head(limits, ResourceKind::Page);
    Result<void> added = head.add_line("HTTP/1.1 200 OK");
    for (std::size_t i = 0; i < fields && added; ++i) added = head.add_line("X-" + std::to_string(i) + ": 1");
    CHECK(added.has_value() == (fields <= 5));
    if (!added) CHECK(added.error().what == "more than 5 header lines");
  }
  ResponseHead interim(limits, ResourceKind::Page);
  for (int i = 0; i < 6; ++i) {
    REQUIRE(interim.add_line("HTTP/1.1 100 Continue"));
    REQUIRE(interim.add_line("")); // empty lines do not count
  }
  CHECK(interim.add_line("HTTP/1.1 200 OK").error().code == ErrorCode::TooLarge);
}

TEST_CASE("response head: the number of bytes is limited, line ends included", "[response_head][limits]") {
  FetchLimits limits;
  limits.header_bytes = 40;
  const std::string status = "HTTP/1.1 200 OK\r\n"; // 17 bytes
  for (const std::size_t field : {22u, 23u, 24u}) {
    INFO(field << " bytes");
    ResponseHead head(limits, ResourceKind::Page);
    REQUIRE(head.add_line(status));
    const auto added = head.add_line("A: " + std::string(field - 5, 'x') + "\r\n");
    CHECK(added.has_value() == (field <= 23));
    if (!added) CHECK(added.error().what == "headers of more than 40 bytes");
  }
}

TEST_CASE("response head: a target that is too long for a URL is ignored", "[response_head][limits]") {
  FetchLimits limits;
  limits.url_bytes = 30;
  for (const int path : {11, 12, 13}) {
    INFO("a path of " << path << " bytes"); // after "https://a.example/", which has 18
    ResponseHead head(limits, ResourceKind::Page);
    REQUIRE(
        add_all(head, {"HTTP/1.1 302 Found", "Location: /" + std::string(static_cast<std::size_t>(path), 'p'), ""}));
    CHECK(copied(head).location.size() == (path <= 12 ? 18u + static_cast<unsigned>(path) : 0u));
  }
}

TEST_CASE("response head: only a success is refused for its type, and only where types count", "[response_head]") {
  struct Row {
    const char* status;
    ResourceKind kind;
    bool accepted;
  };
  const Row rows[] = {
      {"HTTP/1.1 200 OK", ResourceKind::Page, false},       {"HTTP/1.1 206 Partial Content", ResourceKind::Page, false},
      {"HTTP/1.1 299 ?", ResourceKind::Feed, false},        {"HTTP/1.1 300 Multiple Choices", ResourceKind::Page, true},
      {"HTTP/1.1 404 Not Found", ResourceKind::Page, true}, {"HTTP/1.1 199 ?", ResourceKind::Page, true},
      {"HTTP/1.1 200 OK", ResourceKind::Robots, true}};
  for (const Row& row : rows) {
    INFO(row.status);
    const FetchLimits limits;
    ResponseHead head(limits, row.kind);
    CHECK(add_all(head, {row.status, "Content-Type: application/zip", ""}).has_value() == row.accepted);
  }
}

TEST_CASE("response head: an unreadable status line leaves the status 0", "[response_head]") {
  for (const std::string_view line : {"HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 OK", "HTTP/", "HTTP/1.1 -"}) {
    INFO(line);
    const FetchLimits limits;
    ResponseHead head(limits, ResourceKind::Page);
    REQUIRE(add_all(head, {line, "Content-Type: image/png", ""}));
    CHECK(head.status() == 0);
  }
}

TEST_CASE("response head: binary signatures are recognised only if complete and at the beginning", "[response_head]") {
  using namespace std::string_view_literals;
  for (const std::string_view magic : {"%PDF-"sv, "PK\x03\x04"sv, "\x89PNG\r"sv, "GIF87a"sv, "GIF89a"sv,
                                       "\xFF\xD8\xFF"sv, "7z\xBC\xAF\x27"sv, "Rar!\x1A"sv,
                                       "\x7F"
                                       "ELF"sv}) {
    INFO(magic);
    CHECK(looks_binary(magic));
    CHECK(looks_binary(std::string(magic) + "rest"));
    CHECK_FALSE(looks_binary(magic.substr(0, magic.size() - 1)));
    CHECK_FALSE(looks_binary(" " + std::string(magic)));
  }
  for (const std::string_view text :
       {""sv, "<!doctype html>"sv, "{\"a\":1}"sv, "\x1F\x8B"sv, "GIF88a"sv, "\xEF\xBB\xBF<rss>"sv})
    CHECK_FALSE(looks_binary(text));
}

TEST_CASE("response head: parameters, case and white space of a media type do not matter", "[response_head]") {
  for (const std::string_view binary :
       {"image/png", "IMAGE/PNG", " image/png ", "image/png; q=1", "image/png;text/html"})
    CHECK(is_binary_type(binary));
  for (const std::string_view text : {"", ";image/png", "text/html; x=image/png", "application/octet-stream",
                                      "x-image/png", "application/x-gzip", "imagepng", "application/xml"})
    CHECK_FALSE(is_binary_type(text));
}
