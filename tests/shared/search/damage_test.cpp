// SPDX-License-Identifier: GPL-3.0-or-later
/// Damaged files of the index: every answer is the one of the whole index, or says that articles are missing.
#include "shared/base/environment.h"
#include "shared/base/file.h"
#include "shared/index/generation_check.h"
#include "shared/index/segment/segment.h"
#include "shared/search/search_engine.h"
#include "tests/support/articles.h"
#include "tests/support/flipped_bit.h"
#include "tests/support/index_of.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace damage_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;

namespace {

/// What an engine answers, as text.
std::string said(SearchEngine& engine, bool& is_incomplete) {
  std::string out;
  const auto note = [&](const Error& error) {
    is_incomplete = is_incomplete || error.code == ErrorCode::IndexDamaged;
    out += to_sentence(error) + "\n";
  };
  for (const char* q :
       {"words", "\"words about\"", "word1*", "tag:tag1", "", "author:\"ada b1\"", "article number 2"}) {
    SearchRequest request;
    request.q = q;
    request.facets = {"source", "tag", "author", "date"};
    auto found = engine.search(request, Moment{});
    while (!found && found.error().code == ErrorCode::Timeout)
      found = engine.search(request, Moment{}); // a busy machine
    if (!found) {
      note(found.error());
      continue;
    }
    out += std::to_string(found->total) + ":";
    for (const Hit& hit : found->hits) {
      out += hit.article.id + " " + hit.article.title + " " + std::to_string(hit.score) + ";";
      for (const Snippet& snippet : hit.snippets) out += snippet.text + ";";
    }
    for (const Facet& facet : found->facets) {
      for (const FacetValue& value : facet.values) out += value.value + "=" + std::to_string(value.count) + ";";
    }
    is_incomplete = is_incomplete || !found->is_exact;
    out += "\n";
  }
  for (std::size_t i = 0; i < 6; ++i) {
    const auto hit = engine.article(trawl::test::article(i).id);
    if (!hit) {
      note(hit.error());
    } else {
      out += hit->article.text + hit->article.structure + "\n";
    }
  }
  return out;
}

std::string answers_of(const DataDirectory& data, bool& is_incomplete) {
  auto engine = SearchEngine::open(data);
  if (engine) return said(*engine, is_incomplete);
  is_incomplete = engine.error().code == ErrorCode::IndexDamaged;
  return to_sentence(engine.error());
}

} // namespace

TEST_CASE("damage: no flipped byte of a segment changes an answer silently", "[search]") {
  std::mt19937 random(91);
  trawl::test::TestIndex made;
  for (std::size_t commit = 0; commit < 2; ++commit) {
    std::vector<Article> articles;
    for (std::size_t i = 0; i < 3; ++i) articles.push_back(trawl::test::random_article(commit * 3 + i, random));
    articles.back().structure = "a structure";
    made.add(articles);
  }
  bool is_incomplete = false;
  const std::string whole = answers_of(made.data(), is_incomplete);
  REQUIRE_FALSE(is_incomplete);
  const auto generation = index::generation_path(made.data(), 1);
  const auto path = index::segment_path(generation, 2);
  const std::string bytes = must(read_file(path));
  std::size_t unnoticed = 0;
  for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
    CAPTURE(byte);
    must(write_file_atomic(path, trawl::test::with_flipped_bit(bytes, byte * 8 + random() % 8)));
    is_incomplete = false;
    const std::string got = answers_of(made.data(), is_incomplete);
    if (!is_incomplete) REQUIRE(got == whole);
    unnoticed += is_incomplete ? 0 : 1;
    // Whether or not a query met it, a full check does.
    const auto segment = index::Segment::open(path);
    REQUIRE_FALSE((segment && (*segment)->file().check_all()));
  }
  CHECK(unnoticed < bytes.size() / 10);
}

TEST_CASE("damage: no flipped byte of the manifest changes an answer silently", "[search]") {
  trawl::test::TestIndex made;
  made.add({trawl::test::article(1), trawl::test::article(2)});
  made.add({trawl::test::article(1)});
  bool is_incomplete = false;
  const std::string whole = answers_of(made.data(), is_incomplete);
  const auto path = index::manifest_file(index::generation_path(made.data(), 1));
  const std::string bytes = must(read_file(path));
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    must(write_file_atomic(path, trawl::test::with_flipped_bit(bytes, bit)));
    CHECK(index::IndexReader::open(made.data()).error().code == ErrorCode::IndexDamaged);
    CHECK(index::IndexWriter::open_live(made.data()).error().code != ErrorCode::Internal);
  }
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    must(write_file_atomic(path, bytes.substr(0, size)));
    CHECK(index::IndexReader::open(made.data()).error().code == ErrorCode::IndexDamaged);
  }
  must(write_file_atomic(path, bytes));
  CHECK(answers_of(made.data(), is_incomplete) == whole);
}

namespace {

/// Checks that the changed file gives the answers of the whole index, or says that some are missing.
void check_changed(const DataDirectory& data, const std::filesystem::path& path, std::string_view bytes,
                   const std::string& whole) {
  must(write_file_atomic(path, bytes));
  bool is_incomplete = false;
  const std::string got = answers_of(data, is_incomplete);
  if (!is_incomplete) CHECK(got == whole);
}

} // namespace

TEST_CASE("damage: zeroed pages, a cut and an addition to a segment change no answer silently", "[search]") {
  trawl::test::TestIndex made;
  std::mt19937 random(93);
  made.add({trawl::test::random_article(1, random), trawl::test::random_article(2, random)});
  made.add({trawl::test::random_article(3, random)});
  bool is_incomplete = false;
  const std::string whole = answers_of(made.data(), is_incomplete);
  const auto path = index::segment_path(index::generation_path(made.data(), 1), 1);
  const std::string bytes = must(read_file(path));
  for (const std::size_t page : {16u, 512u, 4'096u}) {
    for (std::size_t at = 0; at < bytes.size(); at += page) {
      CAPTURE(page, at);
      std::string zeroed = bytes;
      std::fill_n(zeroed.begin() + static_cast<std::ptrdiff_t>(at), std::min(page, bytes.size() - at), '\0');
      check_changed(made.data(), path, zeroed, whole);
    }
  }
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 1'000) {
    CAPTURE(size);
    check_changed(made.data(), path, std::string_view(bytes).substr(0, size), whole);
  }
  check_changed(made.data(), path, bytes + std::string(4'096, '\0'), whole);
  check_changed(made.data(), path, bytes + bytes, whole);
  must(write_file_atomic(path, bytes));
  is_incomplete = false;
  CHECK(answers_of(made.data(), is_incomplete) == whole);
  CHECK_FALSE(is_incomplete);
}

TEST_CASE("damage: files of another index change no answer silently", "[search]") {
  trawl::test::TestIndex made, other;
  std::mt19937 random(94);
  for (std::size_t i = 0; i < 2; ++i) {
    made.add({trawl::test::random_article(i, random)});
    other.add({trawl::test::random_article(i + 10, random)}); // as many documents
  }
  bool is_incomplete = false;
  const std::string whole = answers_of(made.data(), is_incomplete);
  const auto ours = index::generation_path(made.data(), 1), theirs = index::generation_path(other.data(), 1);
  for (const auto& name : {index::segment_path("", 1), index::segment_path("", 2), index::manifest_file("")}) {
    CAPTURE(name);
    const std::string bytes = must(read_file(ours / name));
    check_changed(made.data(), ours / name, must(read_file(theirs / name)), whole);
    must(write_file_atomic(ours / name, bytes));
  }
  const std::string second = must(read_file(index::segment_path(ours, 2)));
  check_changed(made.data(), index::segment_path(ours, 1), second, whole); // one twice
}

TEST_CASE("damage: no flipped bit of the stub gives another answer", "[search]") {
  trawl::test::TestIndex made({trawl::test::article(1)});
  bool is_incomplete = false;
  const std::string whole = answers_of(made.data(), is_incomplete);
  const std::string bytes = must(read_file(made.data().current()));
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    CAPTURE(bit);
    check_changed(made.data(), made.data().current(), trawl::test::with_flipped_bit(bytes, bit), whole);
  }
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    check_changed(made.data(), made.data().current(), bytes.substr(0, size), whole);
  }
}

namespace {

/// Which bytes of an index are flipped: a hundred, or those that TRAWL_BYTES=FIRST/STRIDE names. All of them (0/1) take
/// minutes.
std::vector<std::size_t> chosen_bytes(std::size_t size, std::mt19937& random) {
  std::vector<std::size_t> chosen;
  std::size_t first = 0, stride = 0;
  char slash = 0;
  if (std::istringstream(environment("TRAWL_BYTES")) >> first >> slash >> stride && stride > 0) {
    for (std::size_t byte = first; byte < size; byte += stride) chosen.push_back(byte);
  } else {
    for (std::size_t i = 0; i < 100; ++i) chosen.push_back(random() % size);
  }
  return chosen;
}

/// An index of several segments, with articles that were removed from them.
void make_index(const DataDirectory& data, std::mt19937& random) {
  index::IndexWriter writer = must(index::IndexWriter::create_generation(data));
  for (std::size_t i = 0; i < 30; ++i) must(writer.put(trawl::test::random_article(i, random)));
  must(writer.set_sources({{"one", "One", "https://one.example/", {}, "ok", ""}}));
  must(writer.publish(1));
  for (std::size_t i = 0; i < 3; ++i) {
    must(writer.put(trawl::test::random_article(40 + i, random)));
    must(writer.remove(trawl::test::article(20 + i).id));
    must(writer.commit(2 + i));
  }
}

struct IndexFile {
  std::filesystem::path path;
  std::string bytes;
  void write(const std::string& content) const { // unsynced: nothing here has to survive a power failure
    std::ofstream(path, std::ios::binary) << content;
  }
};

std::vector<IndexFile> files_of(const DataDirectory& data) {
  std::vector<IndexFile> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data.index())) {
    if (entry.is_regular_file() && entry.file_size() > 0) {
      files.push_back({entry.path(), must(read_file(entry.path()))});
    }
  }
  std::ranges::sort(files, {}, &IndexFile::path);
  return files;
}

/// What happened with changed files.
struct Tally {
  std::size_t tried = 0, reported = 0;
};

/// Changes a file and restores it: the answers must equal those of the whole index or report the damage, and the check
/// must find it.
void try_change(const DataDirectory& data, const IndexFile& file, const std::string& changed, const std::string& whole,
                Tally& tally) {
  file.write(changed);
  bool is_incomplete = false;
  const std::string got = answers_of(data, is_incomplete);
  if (!is_incomplete) REQUIRE(got == whole);
  const auto checked = index::check_generation(data);
  REQUIRE_FALSE(checked);
  CHECK(checked.error().code == ErrorCode::IndexDamaged);
  ++tally.tried;
  tally.reported += is_incomplete ? 1 : 0;
  file.write(file.bytes);
  std::filesystem::remove(index::damage_mark(index::generation_path(data, 2)));
}

} // namespace

TEST_CASE("damage: no flipped bit of any file of an index changes an answer silently, and a check finds each",
          "[search]") {
  std::mt19937 random(93);
  trawl::test::TestIndex made;
  make_index(made.data(), random);
  bool is_incomplete = false;
  const std::string whole = answers_of(made.data(), is_incomplete);
  const auto files = files_of(made.data());
  REQUIRE(files.size() == 6); // current, manifest, four segments
  REQUIRE(index::check_generation(made.data()));
  std::size_t size = 0;
  for (const IndexFile& file : files) size += file.bytes.size();
  Tally flips;
  for (std::size_t byte : chosen_bytes(size, random)) {
    auto file = files.begin();
    for (; byte >= file->bytes.size(); ++file) byte -= file->bytes.size();
    CAPTURE(file->path, byte);
    const std::size_t bit = 8 * byte + random() % 8;
    try_change(made.data(), *file, trawl::test::with_flipped_bit(file->bytes, bit), whole, flips);
  }
  if (flips.tried > 100) {
    WARN(flips.tried << " of " << size << " bytes flipped: answers reported " << flips.reported
                     << ", the check all of them");
  }
  CHECK(answers_of(made.data(), is_incomplete) == whole);
}

TEST_CASE(
    "damage: no page of zeros and no cut of any file of an index changes an answer silently, and a check finds each",
    "[search]") {
  std::mt19937 random(94);
  trawl::test::TestIndex made;
  make_index(made.data(), random);
  bool is_incomplete = false;
  const std::string whole = answers_of(made.data(), is_incomplete);
  Tally changes;
  for (const IndexFile& file : files_of(made.data())) {
    constexpr std::size_t kPage = 4'096;
    for (std::size_t at = 0; at < file.bytes.size(); at += kPage) {
      CAPTURE(file.path, at);
      std::string zeroed = file.bytes;
      std::fill_n(zeroed.begin() + static_cast<std::ptrdiff_t>(at), std::min(kPage, zeroed.size() - at), '\0');
      if (zeroed != file.bytes) try_change(made.data(), file, zeroed, whole, changes);
      try_change(made.data(), file, file.bytes.substr(0, at), whole, changes);
      try_change(made.data(), file, file.bytes.substr(0, file.bytes.size() - std::min(at + 1, file.bytes.size())),
                 whole, changes);
    }
  }
  CHECK(changes.tried > 40);
  CHECK(index::check_generation(made.data()));
  CHECK(answers_of(made.data(), is_incomplete) == whole);
}

TEST_CASE("damage: found during a search, the segment is left out and the answer says what is missing", "[search]") {
  trawl::test::TestIndex made;
  std::mt19937 random(92);
  Article large = trawl::test::article(2);
  for (int i = 0; i < 40'000; ++i) large.text += " " + std::to_string(random()); // many checksums
  made.add({trawl::test::article(1), large});
  made.add({trawl::test::article(3)});
  auto cache = make_engine_cache();
  auto engine = must(SearchEngine::open(made.data(), cache)), other = must(SearchEngine::open(made.data(), cache));
  const auto path = index::segment_path(index::generation_path(made.data(), 1), 1);
  { // In place, as a failing disk does.
    std::FILE* file = std::fopen(path.c_str(), "r+b");
    const char* section = GENERATE("stored", "tag.values"); // the answer fails, and the answer has other counts
    CAPTURE(section);
    const index::SectionEntry part = *must(index::SegmentFile::open(path))->find(section);
    const auto at = static_cast<long>(part.offset + part.size / 2);
    std::fseek(file, at, SEEK_SET);
    const int byte = std::fgetc(file);
    std::fseek(file, at, SEEK_SET);
    std::fputc(byte ^ 1, file);
    std::fclose(file);
  }
  SearchRequest request;
  request.q = "words";
  request.facets = {"tag"};
  const auto found = must(engine.search(request, Moment{}));
  CHECK(found.total == 1);
  CHECK_FALSE(found.is_exact);
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings.front().code == "index_damaged");
  CHECK(found.warnings.front().message.contains("2 articles are missing"));
  CHECK(must(other.state()).missing == 2);
  CHECK(other.article(trawl::test::article(1).id).error().code == ErrorCode::IndexDamaged);
  CHECK(must(other.article(trawl::test::article(3).id)).article.title == "Article number 3");
}

} // namespace damage_test
