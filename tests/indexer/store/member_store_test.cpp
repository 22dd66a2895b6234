// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/member_store.h"

#include "indexer/store/compress.h"
#include "indexer/store/input_store.h"
#include "indexer/store/open_store.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

#include "tests/support/temporary_directory.h"

namespace member_store_test {

using namespace trawl;
using namespace trawl::store;

namespace {

Moment at(int seconds) { return Moment(std::chrono::seconds(seconds)); }

/// A store with the inputs that members belong to.
struct Store {
  test::TemporaryDirectory directory;
  Database db = open_store(directory.data()).value();
  InputStore inputs{db};
  MemberStore members{db};

  std::int64_t add_input(const std::string& url, InputKind kind = InputKind::Page, const std::string& body = {}) {
    Input input;
    input.kind = kind;
    input.url = url;
    input.first_seen = input.fetched_at = at(100);
    REQUIRE(inputs.save(input, compress(body)));
    return input.id;
  }

  /// A member of the given cluster, with an input of its own.
  Member add(std::int64_t cluster, const std::vector<std::uint64_t>& keys = {}, std::string source = {},
             std::optional<Moment> published = {}) {
    const auto input = add_input("https://a.example/" + std::to_string(++added_));
    Member member{input, cluster, 0, "address", "claim", "record", std::move(source), published};
    REQUIRE(members.save_member(member, keys));
    return member;
  }

 private:
  int added_ = 0;
};

} // namespace

TEST_CASE("member store: a member comes back as saved, with what its input says", "[store]") {
  Store store;
  const auto input = store.add_input("https://a.example/1", InputKind::Row);
  const std::string bytes("\0\xFF\x01", 3);
  REQUIRE(store.members.save_member({input, 7, 0, {}, "https://b.example/", bytes, "src", at(50)}, {}));
  const auto found = store.members.member(input).value();
  REQUIRE(found.has_value());
  CHECK(found->input == input);
  CHECK(found->cluster == 7);
  CHECK(found->kind == static_cast<int>(InputKind::Row));
  CHECK(found->address == "https://a.example/1");
  CHECK(found->claim == "https://b.example/");
  CHECK(found->record == bytes);
  CHECK(found->source == "src");
  CHECK(found->published == at(50));
  CHECK_FALSE(store.members.member(99).value().has_value());
}

TEST_CASE("member store: a member without a date has none when it comes back", "[store]") {
  Store store;
  const auto member = store.add(1);
  CHECK_FALSE(store.members.member(member.input).value()->published.has_value());
}

TEST_CASE("member store: a cluster has the members that were put into it", "[store]") {
  Store store;
  const auto one = store.add(1), two = store.add(1), three = store.add(3);
  CHECK(store.members.cluster(1)->size() == 2);
  REQUIRE(store.members.set_cluster(two.input, 3));
  CHECK(store.members.cluster(1)->size() == 1);
  CHECK(store.members.cluster(1)->front().input == one.input);
  CHECK(store.members.cluster(3)->size() == 2);
  CHECK(store.members.cluster(99)->empty());
}

TEST_CASE("member store: a key leads to the first of its members", "[store]") {
  constexpr std::uint64_t kHigh = std::uint64_t{1} << 47;
  Store store;
  const auto one = store.add(1, {5, 6}).input, two = store.add(2, {5}).input, three = store.add(2, {5, kHigh}).input;
  CHECK(store.members.inputs_with_key(5, 3) == std::vector{one, two, three});
  CHECK(store.members.inputs_with_key(5, 2) == std::vector{one, two});
  CHECK(store.members.inputs_with_key(6, 1) == std::vector{one});
  CHECK(store.members.inputs_with_key(kHigh, 1) == std::vector{three});
  CHECK(store.members.inputs_with_key(7, 1)->empty());
  CHECK(store.members.first_by_address(6, 9) == 1);
  CHECK(store.members.first_by_address(kHigh, 9) == 2);
  CHECK(store.members.first_by_address(7, 9) == 0);
  CHECK(store.members.cluster_of(three) == 2);
  CHECK(store.members.cluster_of(99) == 0);
}

TEST_CASE("member store: a removed member leaves no keys", "[store]") {
  Store store;
  const auto member = store.add(1, {5});
  REQUIRE(store.members.save_member(member, {5, 6}));
  const auto other = store.add(2, {6});
  REQUIRE(store.members.remove_member(member.input, {5, 6}));
  CHECK_FALSE(store.members.member(member.input).value().has_value());
  CHECK(store.members.inputs_with_key(5, 10)->empty());
  CHECK(store.members.inputs_with_key(6, 10) == std::vector{other.input});
  CHECK(store.db.number("SELECT count(*) FROM member_keys") == 1);
}

TEST_CASE("member store: saving a member twice replaces it", "[store]") {
  Store store;
  auto member = store.add(1, {5});
  member.record = "newer";
  REQUIRE(store.members.save_member(member, {5}));
  CHECK(store.members.member(member.input).value()->record == "newer");
  CHECK(store.db.number("SELECT count(*) FROM members") == 1);
  CHECK(store.db.number("SELECT count(*) FROM member_keys") == 1);
}

TEST_CASE("member store: the dates of a source's articles are the newest first", "[store]") {
  Store store;
  store.add(1, {}, "a", at(10));
  store.add(2, {}, "a", at(30));
  store.add(3, {}, "a", at(20));
  store.add(4, {}, "a"); // undated
  store.add(5, {}, "b", at(40));
  store.add(6, {}, "", at(50));
  CHECK(store.members.publications("a", 10) == std::vector<Moment>{at(30), at(20), at(10)});
  CHECK(store.members.publications("a", 2) == std::vector<Moment>{at(30), at(20)});
  CHECK(store.members.publications("c", 10)->empty());
  auto sources = store.members.sources().value();
  std::ranges::sort(sources);
  CHECK(sources == std::vector<std::string>{"a", "b"}); // a member without a source has none
}

TEST_CASE("member store: a member goes with its input", "[store]") {
  Store store;
  const auto member = store.add(1);
  REQUIRE(store.db.run("DELETE FROM inputs WHERE id = ?", {member.input}));
  CHECK_FALSE(store.members.member(member.input).value().has_value());
}

namespace {

std::string numbered_words(int first, int count) {
  std::string out;
  for (int i = first; i < first + count; ++i) out += "word" + std::to_string(i * i) + ' ';
  return out;
}

} // namespace

TEST_CASE("member store: a text that the imported row has is not stored a second time", "[store]") {
  Store store;
  const std::string text = numbered_words(0, 100), record = R"({"id":"1"})" + text;
  const std::string row = R"({"url":"https://a.example/1","text":")" + text + "\"}";
  const std::int64_t input = store.add_input("https://a.example/1", InputKind::Row, row);
  REQUIRE(store.members.save_member({input, 1, 0, {}, {}, record}, {}));
  CHECK(store.members.member(input).value()->record == record);
  CHECK(store.db.number("SELECT length(record) FROM members").value() < 100);

  const std::string page = numbered_words(1'000, 1'000) + text;
  const std::int64_t other = store.add_input("https://a.example/2", InputKind::Page, page);
  REQUIRE(store.members.save_member({other, 2, 0, {}, {}, record}, {}));
  REQUIRE(store.db.execute("UPDATE inputs SET body = 'no frame'"));
  CHECK(store.members.member(other).value()->record == record); // needs no page
  CHECK(store.members.member(input).error().code == ErrorCode::StoreDamaged);
}

TEST_CASE("member store: an article stays as it is when its row is replaced", "[store]") {
  Store store;
  const std::string text = numbered_words(0, 100);
  const std::int64_t input = store.add_input("https://a.example/1", InputKind::Row, "{\"text\":\"" + text + "\"}");
  REQUIRE(store.members.save_member({input, 1, 0, {}, {}, text}, {}));
  const auto stored = [&] { return store.db.number("SELECT length(record) FROM members").value(); };
  const std::int64_t little = stored();
  store.add_input("https://a.example/1", InputKind::Row, "{\"text\":\"" + text + "\"}");
  CHECK(stored() == little);
  for (const std::string& newer : {numbered_words(5'000, 100), std::string(), text}) {
    CHECK(store.add_input("https://a.example/1", InputKind::Row, newer) == input);
    CHECK(store.members.member(input).value()->record == text);
  }
}

TEST_CASE("member store: a damaged record is an error, not an empty article", "[store]") {
  Store store;
  const auto member = store.add(1);
  REQUIRE(store.db.execute("UPDATE members SET record = 'no frame'"));
  CHECK(store.members.member(member.input).error().code == ErrorCode::StoreDamaged);
  CHECK_FALSE(store.members.cluster(1));
}

} // namespace member_store_test
