// SPDX-License-Identifier: GPL-3.0-or-later
/// Random bits of a large index are flipped; run by hand, as it takes hours:
///
///   TRAWL_INDEX=DIR      a data directory, of which a copy is made in TMPDIR
///   TRAWL_FLIPS=N        how many bits (default: 1000)
///   TRAWL_FLIPS_SEED=N   which (default: 1)
///   TRAWL_CHECKED=N      each N-th flip, and each that changes an answer, is checked as `trawl index check` does it
///                        (default: 1; a check reads all files)
///   test_shared_search "flips: *"
#include "shared/base/environment.h"
#include "shared/base/file.h"
#include "shared/index/generation_check.h"
#include "shared/search/search_engine.h"
#include "tests/support/index_of.h"
#include "tests/support/temporary_directory.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace random_flips_test {

using namespace trawl;
using namespace trawl::search;
using trawl::test::must;
namespace fs = std::filesystem;

namespace {

std::size_t number(const char* variable, std::size_t otherwise) {
  const std::string text = environment(variable);
  return text.empty() ? otherwise : std::stoul(text);
}

struct Answers {
  std::string text;
  std::string suggestions; ///< their answers have no place for a warning
  std::size_t missing = 0; ///< articles, as the state of the engine says at the end
  bool is_told = false;    ///< that something is damaged or missing
  std::string late;        ///< the queries whose time was up
};

void note(Answers& answers, const Error& error) {
  answers.is_told = answers.is_told || error.code == ErrorCode::IndexDamaged;
  answers.text += to_sentence(error) + "\n";
}

bool tells_damage(const SearchResponse& found) {
  return std::ranges::any_of(found.warnings, [](const auto& warning) { return warning.code == "index_damaged"; });
}

void note_late(Answers& answers, const char* words) { answers.late += std::string(words) + "; "; }

void search(SearchEngine& engine, const char* words, Answers& answers) {
  SearchRequest request;
  request.q = words;
  request.facets = {"source", "tag", "date"};
  auto found = engine.search(request, Moment{});
  // A busy machine: an answer that lacks something for want of time is asked for again.
  const auto is_late = [&] {
    if (!found) return found.error().code == ErrorCode::Timeout;
    return !found->is_exact && !tells_damage(*found);
  };
  for (int again = 0; again < 50 && is_late(); ++again) found = engine.search(request, Moment{});
  if (is_late()) return note_late(answers, words);
  if (!found) return note(answers, found.error());
  answers.is_told = answers.is_told || tells_damage(*found);
  answers.text += std::to_string(found->total) + ":";
  for (const Hit& hit : found->hits) {
    answers.text += hit.article.id + " " + hit.article.title + " " + std::to_string(hit.score) + ";";
    for (const Snippet& snippet : hit.snippets) answers.text += snippet.text + ";";
  }
  for (const Facet& facet : found->facets) {
    for (const FacetValue& value : facet.values) answers.text += value.value + std::to_string(value.count) + ";";
  }
  answers.text += "\n";
  if (found->hits.empty()) return;
  const auto article = engine.article(found->hits.front().article.id);
  if (!article) return note(answers, article.error());
  answers.text += article->article.text + "\n";
}

/// Common and rare words, a phrase, beginnings, typing errors, filters; the words that a user is offered.
Answers answers_of(const DataDirectory& data) {
  Answers answers;
  auto engine = SearchEngine::open(data);
  if (!engine) {
    note(answers, engine.error());
    return answers;
  }
  for (const char* words : {"learning", "\"neural network\"", "transform* attention", "lerning comptuer",
                            "kernel OR graph", "tag:cs.lg bayes", "diffusion -image", ""}) {
    search(*engine, words, answers);
  }
  for (const char* typed : {"trans", "neural n", "be"}) {
    const auto offered = engine->suggest(typed, 10);
    if (!offered) {
      note(answers, offered.error());
      continue;
    }
    for (const Suggestion& suggestion : *offered) answers.suggestions += suggestion.text + ";";
  }
  if (const auto state = engine->state()) answers.missing = state->missing;
  return answers;
}

/// Flips a bit in place, and back when it goes.
class Flipped {
 public:
  Flipped(const fs::path& path, std::size_t bit) : path_(path), bit_(bit) { flip(); }
  ~Flipped() { flip(); }
  Flipped(const Flipped&) = delete;
  Flipped& operator=(const Flipped&) = delete;

 private:
  void flip() const {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    const auto at = static_cast<std::streamoff>(bit_ / 8);
    file.seekg(at);
    const int byte = file.get();
    file.seekp(at);
    file.put(static_cast<char>(byte ^ (1 << bit_ % 8)));
  }
  fs::path path_;
  std::size_t bit_;
};

struct Row {
  std::size_t flips = 0, told = 0, checked = 0, found = 0, silent = 0, late = 0;
  std::size_t suggested = 0,
              of_missing = 0; ///< other suggestions; those while the state says that articles are missing
};

struct File {
  fs::path path;
  std::size_t size;
};

std::vector<File> files_of(const fs::path& index) {
  std::vector<File> files;
  for (const auto& entry : fs::recursive_directory_iterator(index)) {
    if (entry.is_regular_file() && entry.file_size() > 0) files.push_back({entry.path(), entry.file_size()});
  }
  std::ranges::sort(files, {}, &File::path);
  return files;
}

/// The marks that readers leave when they meet damage.
void remove_new_files(const fs::path& index, const std::vector<File>& known) {
  for (const File& file : files_of(index)) {
    if (std::ranges::find(known, file.path, &File::path) == known.end()) fs::remove(file.path);
  }
}

void try_flip(const DataDirectory& data, const File& file, std::size_t bit, const Answers& whole, bool is_checked,
              Row& row) {
  const Flipped flipped(file.path, bit);
  const Answers answers = answers_of(data);
  INFO("out of time: " << answers.late);
  ++row.flips;
  row.told += answers.is_told ? 1 : 0;
  const bool is_silent = !answers.is_told && answers.late.empty() && answers.text != whole.text;
  if (!answers.is_told && answers.suggestions != whole.suggestions) {
    ++row.suggested;
    row.of_missing += answers.missing > 0 ? 1 : 0;
  }
  row.late += answers.late.empty() ? 0 : 1;
  if (is_silent) {
    const auto [ours, theirs] = std::ranges::mismatch(whole.text, answers.text);
    const auto at = static_cast<std::size_t>(ours - whole.text.begin()), from = at < 100 ? 0 : at - 100;
    WARN("whole: " << whole.text.substr(from, 300) << "\nnow: " << answers.text.substr(from, 300));
  }
  CHECK_FALSE(is_silent);
  row.silent += is_silent ? 1 : 0;
  if (!is_checked && !is_silent) return;
  ++row.checked;
  const bool is_found = !index::check_generation(data);
  CHECK(is_found);
  row.found += is_found ? 1 : 0;
}

} // namespace

TEST_CASE("flips: no random bit of a large index changes an answer silently, and a check finds each", "[.][search]") {
  const std::string source = environment("TRAWL_INDEX");
  if (source.empty()) {
    WARN("skipped: TRAWL_INDEX names no data directory");
    return;
  }
  const trawl::test::TemporaryDirectory copy;
  const DataDirectory& data = copy.data();
  fs::remove_all(data.index());
  fs::copy(fs::path(source) / "index", data.index(), fs::copy_options::recursive);
  const auto files = files_of(data.index());
  std::size_t size = 0;
  for (const File& file : files) size += file.size;
  const Answers whole = answers_of(data);
  INFO("out of time: " << whole.late);
  REQUIRE_FALSE(whole.is_told);
  REQUIRE(whole.late.empty());
  for (int again = 0; again < 5; ++again) {
    const auto same = answers_of(data);
    REQUIRE(same.text == whole.text);
    REQUIRE(same.suggestions == whole.suggestions);
  } // they depend on nothing else
  REQUIRE(index::check_generation(data));
  std::mt19937_64 random(number("TRAWL_FLIPS_SEED", 1));
  std::map<std::string, Row> rows;
  const std::size_t flips = number("TRAWL_FLIPS", 1'000),
                    checked = std::max<std::size_t>(1, number("TRAWL_CHECKED", 1));
  for (std::size_t i = 0; i < flips; ++i) {
    std::size_t byte = random() % size;
    const std::size_t bit = random() % 8;
    auto file = files.begin();
    for (; byte >= file->size; ++file) byte -= file->size;
    CAPTURE(i, file->path, byte, bit);
    const std::string name = fs::relative(file->path, data.index()).string();
    try_flip(data, *file, 8 * byte + bit, whole, i % checked == 0, rows[name]);
    remove_new_files(data.index(), files);
    if ((i + 1) % 20 == 0 || i + 1 == flips) {
      std::cerr << i + 1 << " flips\n";
      for (const auto& [of, row] : rows) {
        std::cerr << "  " << of << ": " << row.flips << " flips, " << row.told << " told, " << row.silent << " silent, "
                  << row.late << " out of time, " << row.suggested << " other suggestions (" << row.of_missing
                  << " told by the state); " << row.found << " of " << row.checked << " found by the check\n";
      }
    }
  }
  CHECK(answers_of(data).text == whole.text);
}

} // namespace random_flips_test
