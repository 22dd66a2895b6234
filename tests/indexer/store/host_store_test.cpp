// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/host_store.h"
#include "indexer/store/open_store.h"

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

namespace host_store_test {

using namespace trawl;
using namespace trawl::store;

namespace {

Moment at(int seconds) { return Moment(std::chrono::seconds(seconds)); }

} // namespace

TEST_CASE("host store: a host's requests are counted for one day", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  HostStore hosts(*db);
  const Moment noon = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1} + std::chrono::hours{12};
  REQUIRE(hosts.save_requests("a.example", noon, 3));
  REQUIRE(hosts.save_requests("a.example", noon, 4));
  const auto count_at = [&](Moment at) {
    int total = 0;
    REQUIRE(hosts.each_requests(at, [&](std::string_view, int count) { total += count; }));
    return total;
  };
  CHECK(count_at(noon + std::chrono::hours{11}) == 4);
  CHECK(count_at(noon + std::chrono::hours{12}) == 0);
}

TEST_CASE("host store: a closed host is known until it opens again", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  HostStore hosts(*db);
  REQUIRE(hosts.save_closure("a.example", at(50)));
  REQUIRE(hosts.save_closure("a.example", at(60)));
  const auto closed_at = [&](Moment now) {
    std::vector<std::pair<std::string, Moment>> closed;
    REQUIRE(hosts.each_closure(now, [&](std::string_view host, Moment until) { closed.emplace_back(host, until); }));
    return closed;
  };
  REQUIRE(closed_at(at(59)).size() == 1);
  CHECK(closed_at(at(59))[0] == std::pair<std::string, Moment>("a.example", at(60)));
  CHECK(closed_at(at(60)).empty());
}
TEST_CASE("host store: robots.txt files come back, damaged ones are skipped", "[store]") {
  test::TemporaryDirectory directory;
  auto db = open_store(directory.data());
  HostStore hosts(*db);
  REQUIRE(hosts.save_robots("https://a.example", at(5), "User-agent: *\nDisallow: /"));
  REQUIRE(hosts.save_robots("https://b.example", at(6), "old"));
  REQUIRE(hosts.save_robots("https://b.example", at(7), ""));
  REQUIRE(hosts.save_robots("https://c.example", at(8), "x"));
  REQUIRE(db->execute("UPDATE robots SET body = 'no frame' WHERE origin = 'https://c.example'"));
  std::vector<std::string> found;
  REQUIRE(hosts.each_robots([&](const std::string& origin, Moment fetched_at, const std::string& body) {
    found.push_back(origin + " " + std::to_string(to_seconds(fetched_at)) + " " + body);
  }));
  CHECK(found == std::vector<std::string>{"https://a.example 5 User-agent: *\nDisallow: /", "https://b.example 7 "});
}

} // namespace host_store_test
