// SPDX-License-Identifier: GPL-3.0-or-later
/// Damaged files of the index: what Xapian notices becomes an error with a sentence, never a part of an answer, and
/// nothing that it does not notice makes a program stop.
#include "shared/base/file.h"
#include "shared/index/index_check.h"
#include "shared/index/index_writer.h"
#include "shared/search/answer/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/flipped_bit.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace damage_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;
namespace fs = std::filesystem;

namespace {

/// What an engine answers, as text.
struct Said {
  std::string text;
  std::size_t errors = 0;

  void note(const Error& error) {
    // Whatever is wrong with the files, the sentence says what and what to do.
    INFO(to_sentence(error));
    CHECK((error.code == ErrorCode::IndexDamaged || error.code == ErrorCode::NoIndex ||
           error.code == ErrorCode::NotFound));
    CHECK_FALSE(error.what.empty());
    if (error.code == ErrorCode::IndexDamaged) CHECK(error.hint.contains("trawl index rebuild"));
    errors += error.code == ErrorCode::NotFound ? 0 : 1;
    text += to_sentence(error) + "\n";
  }
};

void say(const SearchResponse& found, Said& said) {
  said.text += std::to_string(found.total) + ":";
  for (const Hit& hit : found.hits) {
    said.text += hit.article.id + " " + hit.article.title + " " + std::to_string(hit.score) + ";";
    for (const Snippet& snippet : hit.snippets) said.text += snippet.text + ";";
  }
  for (const Facet& facet : found.facets) {
    for (const FacetValue& value : facet.values) said.text += value.value + "=" + std::to_string(value.count) + ";";
  }
  said.text += found.is_exact ? "\n" : "cut\n";
}

Said answers_of(const DataDirectory& data) {
  Said said;
  auto engine = SearchEngine::open(data);
  if (!engine) {
    said.note(engine.error());
    return said;
  }
  for (const char* q :
       {"words", "\"words about\"", "word1*", "tag:tag1", "", "author:\"ada b1\"", "article number 2", "is:gone"}) {
    SearchRequest request;
    request.q = q;
    request.facets = {"source", "tag", "author", "date"};
    auto found = engine->search(request, Moment{});
    while (!found && found.error().code == ErrorCode::Timeout)
      found = engine->search(request, Moment{}); // a busy machine
    if (found) {
      say(*found, said);
    } else {
      said.note(found.error());
    }
  }
  const auto also = [&](const auto& answer, const auto& text) {
    if (answer) {
      said.text += text(*answer) + "\n";
    } else {
      said.note(answer.error());
    }
  };
  for (std::size_t i = 0; i < 6; ++i) {
    also(engine->article(trawl::test::article(i).id),
         [](const Hit& hit) { return hit.article.text + hit.article.structure; });
  }
  also(engine->suggest("wor", 5),
       [](const SuggestResponse& found) { return std::to_string(found.suggestions.size()); });
  also(engine->related(trawl::test::article(1).id, 3),
       [](const RelatedResponse& found) { return std::to_string(found.articles.size()); });
  also(engine->stats(), [](const IndexStats& found) { return std::to_string(found.documents); });
  also(engine->sources(), [](const SourcesResponse& found) { return std::to_string(found.sources.size()); });
  also(engine->facet_values("author", {}, "", Moment{}),
       [](const FacetResponse& found) { return std::to_string(found.facet.values.size()); });
  return said;
}

/// A large shard, a small one with a new version of an article in it, and withdrawn articles.
void make_index(const DataDirectory& data) {
  std::mt19937 random(93);
  {
    index::IndexWriter writer = must(index::IndexWriter::open_live(data));
    for (std::size_t i = 0; i < 1'000; ++i) must(writer.put(trawl::test::random_article(i, random)));
    must(writer.set_sources({{"one", "One", "https://one.example/", {}, "ok", ""}}));
    must(writer.commit(1));
    must(writer.compact());
  }
  index::IndexWriter writer = must(index::IndexWriter::open_live(data));
  for (std::size_t i = 0; i < 3; ++i) {
    must(writer.put(trawl::test::random_article(2'000 + i, random)));
    must(writer.put(trawl::test::random_article(i, random)));
    must(writer.remove(trawl::test::article(20 + i).id));
    Article gone = trawl::test::random_article(30 + i, random);
    gone.gone_since = Moment{};
    must(writer.put(gone));
    must(writer.commit(2 + i));
  }
}

struct IndexFile {
  fs::path path;
  std::string bytes;
  void write(std::string_view content) const { // unsynced: nothing here has to survive a power failure
    std::ofstream(path, std::ios::binary) << content;
  }
};

std::vector<IndexFile> files_of(const DataDirectory& data) {
  std::vector<IndexFile> files;
  for (const auto& entry : fs::recursive_directory_iterator(data.index())) {
    if (entry.is_regular_file() && entry.file_size() > 0)
      files.push_back({entry.path(), must(read_file(entry.path()))});
  }
  std::ranges::sort(files, {}, &IndexFile::path);
  return files;
}

struct World {
  trawl::test::TemporaryDirectory directory;
  std::vector<IndexFile> files;
  std::string whole;

  World() {
    make_index(directory.data());
    files = files_of(directory.data());
    const Said said = answers_of(directory.data());
    REQUIRE(said.errors == 0);
    whole = said.text;
  }
  const DataDirectory& data() const { return directory.data(); }

  /// Answers with a changed file, and what a writer and the check say to it.
  Said try_change(const IndexFile& file, std::string_view changed) const {
    file.write(changed);
    Said said = answers_of(data());
    const auto checked = index::check_files(data());
    if (!checked) said.note(checked.error());
    restore(file);
    return said;
  }
  void restore(const IndexFile& file) const { file.write(file.bytes); }
};

} // namespace

TEST_CASE("damage: whatever bit is flipped, an answer is one or an error that says what to do", "[search]") {
  const World world;
  std::mt19937 random(91);
  std::size_t reported = 0, same = 0;
  for (int i = 0; i < 120; ++i) {
    // Each file as often as the others: most bytes are of the large shard's positions.
    const IndexFile& file = world.files[random() % world.files.size()];
    const std::size_t bit = random() % (8 * file.bytes.size());
    CAPTURE(file.path, bit);
    const Said said = world.try_change(file, trawl::test::with_flipped_bit(file.bytes, bit));
    reported += said.errors > 0 ? 1 : 0;
    same += said.text == world.whole ? 1 : 0;
  }
  CHECK(reported > 20);
  CHECK(same > 20);
  CHECK((answers_of(world.data()).text == world.whole));
}

TEST_CASE("damage: a page of zeros and a cut of any file never make an answer of a part of the articles", "[search]") {
  const World world;
  std::mt19937 random(94);
  constexpr std::size_t kPage = 8'192;
  std::size_t reported = 0;
  for (const IndexFile& file : world.files) {
    for (int i = 0; i < 4; ++i) {
      const std::size_t at = random() % (file.bytes.size() / kPage + 1) * kPage;
      CAPTURE(file.path, at);
      std::string zeroed = file.bytes;
      std::fill_n(zeroed.begin() + static_cast<std::ptrdiff_t>(std::min(at, zeroed.size())),
                  std::min(kPage, zeroed.size() - std::min(at, zeroed.size())), '\0');
      for (const std::string& changed :
           {zeroed, file.bytes.substr(0, at), file.bytes.substr(0, file.bytes.size() - 1)}) {
        const Said said = world.try_change(file, changed);
        if (said.errors == 0) CHECK((said.text == world.whole));
        reported += said.errors > 0 ? 1 : 0;
      }
    }
  }
  CHECK(reported > 40);
  CHECK((answers_of(world.data()).text == world.whole));
}

TEST_CASE("damage: a file that is missing never makes an answer of a part of the articles", "[search]") {
  const World world;
  for (const IndexFile& file : world.files) {
    CAPTURE(file.path);
    fs::rename(file.path, world.data().root / "aside");
    const Said without = answers_of(world.data());
    if (without.errors == 0) CHECK((without.text == world.whole));
    fs::rename(world.data().root / "aside", file.path);
    for (const IndexFile& other : world.files) {
      if (other.path.filename() != file.path.filename() || other.path == file.path) continue;
      CAPTURE(other.path);
      const Said swapped = world.try_change(file, other.bytes);
      if (swapped.errors == 0) CHECK((swapped.text == world.whole));
    }
  }
  CHECK((answers_of(world.data()).text == world.whole));
}

TEST_CASE("damage: an index that was damaged while it was open is an error, and works again once it is whole",
          "[search]") {
  trawl::test::TestIndex made({trawl::test::article(1)});
  auto engine = must(SearchEngine::open(made.data()));
  SearchRequest request;
  request.q = "words";
  CHECK(must(engine.search(request, Moment{})).total == 1);
  const auto postings = made.data().index() / must(index::live_database(made.data())) / "postlist.glass";
  made.add({trawl::test::article(2)});
  const std::string later = must(read_file(postings));
  std::ofstream(postings, std::ios::binary) << std::string(later.size(), '\xff');
  const auto failed = engine.search(request, Moment{});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == ErrorCode::IndexDamaged);
  std::ofstream(postings, std::ios::binary) << later;
  CHECK(must(engine.search(request, Moment{})).total == 2);
}

} // namespace damage_test
