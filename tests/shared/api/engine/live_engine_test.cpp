// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/engine/live_engine.h"

#include "tests/support/articles.h"
#include "tests/support/index_of.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>

namespace live_engine_test {

using namespace trawl;
using namespace trawl::api;
using test::must;

namespace {

const Moment kNow = parse_rfc3339("2026-04-21T12:34:56Z")->time;

std::size_t total_of(LiveEngine& engine) { return must(engine.search({}, kNow)).total; }

} // namespace

TEST_CASE("live engine: without an index every call says so, and the first index is found", "[api]") {
  const test::TemporaryDirectory directory;
  LiveEngine engine(directory.data());
  CHECK(engine.search({}, kNow).error().code == ErrorCode::NoIndex);
  CHECK(engine.article("0123456789abcdef").error().code == ErrorCode::NoIndex);
  CHECK(engine.is_removed("0123456789abcdef").error().code == ErrorCode::NoIndex);
  CHECK(engine.related("0123456789abcdef", 1).error().code == ErrorCode::NoIndex);
  CHECK(engine.facet_values("tag", {}, "", kNow).error().code == ErrorCode::NoIndex);
  CHECK(engine.suggest("at", 1).error().code == ErrorCode::NoIndex);
  CHECK(engine.trending(std::chrono::hours{48}, 1, kNow).error().code == ErrorCode::NoIndex);
  CHECK(engine.sources().error().code == ErrorCode::NoIndex);
  CHECK(engine.stats().error().code == ErrorCode::NoIndex);
  CHECK(engine.state().error().code == ErrorCode::NoIndex);

  index::IndexWriter writer = must(index::IndexWriter::open_live(directory.data()));
  must(writer.put(test::article(1)));
  must(writer.commit(1));
  CHECK(total_of(engine) == 1);
  CHECK(must(engine.stats()).documents == 1);
}

TEST_CASE("live engine: formulas in passages and headings are written as asked", "[api]") {
  Article article = test::article(1);
  article.text = "We sample \\mathbf{x} from noise.";
  const test::TestIndex index({article});
  LiveEngine engine(index.data());
  search::SearchRequest request;
  request.q = "noise";
  CHECK(must(engine.search(request, kNow)).hits.at(0).snippets.at(0).text.contains("sample \\mathbf{x} from"));
  engine.write_formulas_with([](const std::string&) { return std::string("𝐱"); });
  const auto found = must(engine.search(request, kNow)).hits.at(0).snippets.at(0);
  CHECK(found.text.contains("sample 𝐱 from noise"));
  CHECK(found.text.substr(found.marks.at(0).begin, 5) == "noise");
}

TEST_CASE("live engine: it follows commits", "[api]") {
  test::TestIndex index({test::article(1)});
  LiveEngine engine(index.data());
  const search::IndexState before = must(engine.state());
  CHECK(total_of(engine) == 1);
  index.add({test::article(2)});
  CHECK(must(engine.state()) > before);
  CHECK(total_of(engine) == 2);
  must(index.writer().remove(test::article(1).id));
  index.add({});
  CHECK(engine.article(test::article(1).id).error().code == ErrorCode::NotFound);
  CHECK(must(engine.is_removed(test::article(1).id)));
  CHECK_FALSE(must(engine.is_removed(test::article(2).id)));
}

TEST_CASE("live engine: an index that was damaged is opened again once it is whole", "[api]") {
  const test::TestIndex index({test::article(1)});
  LiveEngine engine(index.data());
  CHECK(total_of(engine) == 1);
  const auto kept = index.data().root / "kept";
  std::filesystem::rename(index.data().index_stub(), kept);
  std::ofstream(index.data().index_stub()) << "damage";
  CHECK(engine.search({}, kNow).error().code == ErrorCode::IndexDamaged);
  std::filesystem::rename(kept, index.data().index_stub());
  CHECK(total_of(engine) == 1);
}

TEST_CASE("live engine: an index of another store in its place is not answered from the former one", "[api]") {
  test::TestIndex first({test::article(1), test::article(2), test::article(3)});
  const test::TestIndex second({test::article(7)});
  LiveEngine engine(first.data());
  const auto before = must(engine.search({}, kNow));
  const auto state = must(engine.state());
  CHECK(must(engine.stats()).documents == 3);
  std::filesystem::remove_all(first.data().root / "index");
  std::filesystem::copy(second.data().root / "index", first.data().root / "index",
                        std::filesystem::copy_options::recursive);
  const auto after = must(engine.search({}, kNow));
  REQUIRE(after.index.generation == before.index.generation);
  REQUIRE(after.index.revision == before.index.revision);
  CHECK(after.total == 1);
  REQUIRE(after.hits.size() == 1);
  CHECK(after.hits.front().article.id == test::article(7).id);
  CHECK(must(engine.stats()).documents == 1);
  CHECK(must(engine.state()) != state);
}

TEST_CASE("live engine: engines with one cache give the same answers", "[api]") {
  const test::TestIndex index({test::article(1), test::article(2)});
  const auto cache = search::make_index_cache();
  LiveEngine first(index.data(), cache), second(index.data(), cache), apart(index.data());
  search::SearchRequest request;
  request.limit = 1;
  const search::SearchResponse page = must(first.search(request, kNow));
  request.cursor = page.next;
  CHECK_FALSE(page.next.empty());
  for (LiveEngine* engine : {&second, &apart}) {
    CHECK(must(engine->search(request, kNow)).hits.at(0).article.id != page.hits.at(0).article.id);
  }
}

} // namespace live_engine_test
