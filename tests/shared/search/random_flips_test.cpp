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

/// One answer: what it says, and whether it says that something is damaged or missing.
struct Answer {
  std::string asked;
  std::string text;
  bool is_reported = false;
  bool is_late = false; ///< its time was up
};

using Answers = std::vector<Answer>;

Answer failed(std::string asked, const Error& error) {
  return {std::move(asked), to_sentence(error) + "\n", error.code == ErrorCode::IndexDamaged,
          error.code == ErrorCode::Timeout};
}

bool has(const char* code, const std::vector<Warning>& warnings) {
  return std::ranges::find(warnings, code, &Warning::code) != warnings.end();
}

bool tells_damage(const std::vector<Warning>& warnings) { return has("index_damaged", warnings); }

std::string text_of(const Facet& facet) {
  std::string text;
  for (const FacetValue& value : facet.values) text += value.value + std::to_string(value.count) + ";";
  return text;
}

void search(SearchEngine& engine, const char* words, Answers& answers) {
  SearchRequest request;
  request.q = words;
  request.facets = {"source", "tag", "date"};
  auto found = engine.search(request, Moment{});
  // A busy machine: an answer that lacks something for want of time is asked for again.
  const auto is_late = [&] {
    if (!found) return found.error().code == ErrorCode::Timeout;
    return !found->is_exact && !tells_damage(found->warnings);
  };
  for (int again = 0; again < 50 && is_late(); ++again) found = engine.search(request, Moment{});
  const std::string asked = "search " + std::string(words);
  if (!found) return answers.push_back(failed(asked, found.error()));
  Answer answer{asked, std::to_string(found->total) + ":", tells_damage(found->warnings), is_late()};
  for (const Hit& hit : found->hits) {
    answer.text += hit.article.id + " " + hit.article.title + " " + std::to_string(hit.score) + ";";
    for (const Snippet& snippet : hit.snippets) answer.text += snippet.text + ";";
  }
  for (const Facet& facet : found->facets) answer.text += text_of(facet);
  answers.push_back(std::move(answer));
}

/// `call` of the engine, and what `text` makes of its answer.
template <typename Call, typename Text>
void ask(std::string asked, Call call, Text text, Answers& answers) {
  auto found = call();
  const auto is_late = [&] {
    if (!found) return found.error().code == ErrorCode::Timeout;
    if constexpr (requires { found->warnings; }) return has("time_cut", found->warnings);
    return false;
  };
  for (int again = 0; again < 50 && is_late(); ++again) found = call();
  if (!found) return answers.push_back(failed(std::move(asked), found.error()));
  bool is_reported = false;
  if constexpr (requires { found->warnings; }) is_reported = tells_damage(found->warnings);
  answers.push_back({std::move(asked), text(*found), is_reported, is_late()});
}

std::string titles_of(const std::vector<Hit>& hits) {
  std::string text;
  for (const Hit& hit : hits) text += hit.article.id + " " + hit.article.title + ";";
  return text;
}

/// The calls besides searches. `id` is an article of the index.
void ask_others(SearchEngine& engine, const std::string& id, Answers& answers) {
  for (const char* typed : {"trans", "neural n", "be", "diffusoin"}) {
    ask(
        "suggest " + std::string(typed), [&] { return engine.suggest(typed, 10); },
        [](const SuggestResponse& found) {
          std::string text;
          for (const Suggestion& one : found.suggestions) text += one.text + " " + std::to_string(one.count) + ";";
          return text;
        },
        answers);
  }
  ask("article", [&] { return engine.article(id); }, [](const Hit& hit) { return hit.article.text; }, answers);
  ask(
      "related", [&] { return engine.related(id, 8); },
      [](const RelatedResponse& found) { return titles_of(found.articles); }, answers);
  ask(
      "facet", [&] { return engine.facet_values("author", {}, "", Moment{}); },
      [](const FacetResponse& found) { return text_of(found.facet); }, answers);
  const Moment now = parse_rfc3339("2026-04-20T12:00:00Z")->time;
  ask(
      "trending", [&] { return engine.trending(std::chrono::hours{24 * 90}, 5, now); },
      [](const Trending& found) {
        std::string text = titles_of(found.articles);
        for (const TrendingTerm& term : found.terms) text += term.term + " " + std::to_string(term.count) + ";";
        return text;
      },
      answers);
  ask(
      "sources", [&] { return engine.sources(); },
      [](const SourcesResponse& found) {
        std::string text;
        for (const SourceStatus& source : found.sources) text += source.id + std::to_string(source.articles) + ";";
        return text;
      },
      answers);
  ask(
      "stats", [&] { return engine.stats(); },
      [](const IndexStats& found) {
        return std::to_string(found.documents) + " " + std::to_string(found.terms) + " " +
               std::to_string(found.average_length);
      },
      answers);
}

/// Common and rare words, a phrase, beginnings, typing errors, filters; then every other call.
Answers answers_of(const DataDirectory& data, const std::string& id) {
  Answers answers;
  auto engine = SearchEngine::open(data);
  if (!engine) return {failed("open", engine.error())};
  for (const char* words : {"learning", "\"neural network\"", "transform* attention", "lerning comptuer",
                            "kernel OR graph", "tag:cs.lg bayes", "diffusion -image", ""}) {
    search(*engine, words, answers);
  }
  ask_others(*engine, id, answers);
  return answers;
}

/// The first answer that differs from that of the whole index and does not say why.
const Answer* silent_one(const Answers& answers, const Answers& whole) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const bool is_same = answers.size() == whole.size() && answers[i].text == whole[i].text;
    if (!is_same && !answers[i].is_reported && !answers[i].is_late) return &answers[i];
  }
  return nullptr;
}

bool is_late(const Answers& answers) { return std::ranges::any_of(answers, &Answer::is_late); }
bool is_reported(const Answers& answers) { return std::ranges::any_of(answers, &Answer::is_reported); }

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
  std::size_t flips = 0, reported = 0, checked = 0, found = 0, silent = 0, late = 0;
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

/// An index, and what it answers.
struct Whole {
  const DataDirectory& data;
  std::vector<File> files;
  std::string id; ///< of an article
  Answers answers;
};

void try_flip(const Whole& whole, const File& file, std::size_t bit, bool is_checked, Row& row) {
  const Flipped flipped(file.path, bit);
  const Answers answers = answers_of(whole.data, whole.id);
  ++row.flips;
  row.reported += is_reported(answers) ? 1 : 0;
  row.late += is_late(answers) ? 1 : 0;
  const Answer* silent = silent_one(answers, whole.answers);
  if (silent != nullptr) WARN("silent: " << silent->asked << ": " << silent->text.substr(0, 300));
  CHECK(silent == nullptr);
  row.silent += silent != nullptr ? 1 : 0;
  if (!is_checked && silent == nullptr) return;
  ++row.checked;
  const bool is_found = !index::check_generation(whole.data);
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
  Whole whole{data, files_of(data.index()), {}, {}};
  std::size_t size = 0;
  for (const File& file : whole.files) size += file.size;
  {
    auto engine = must(SearchEngine::open(data));
    SearchRequest request;
    request.q = "learning";
    whole.id = must(engine.search(request, Moment{})).hits.at(0).article.id;
  }
  whole.answers = answers_of(data, whole.id);
  REQUIRE_FALSE(is_reported(whole.answers));
  REQUIRE_FALSE(is_late(whole.answers));
  for (int again = 0; again < 5; ++again) REQUIRE(silent_one(answers_of(data, whole.id), whole.answers) == nullptr);
  REQUIRE(index::check_generation(data));
  std::mt19937_64 random(number("TRAWL_FLIPS_SEED", 1));
  std::map<std::string, Row> rows;
  const std::size_t flips = number("TRAWL_FLIPS", 1'000),
                    checked = std::max<std::size_t>(1, number("TRAWL_CHECKED", 1));
  for (std::size_t i = 0; i < flips; ++i) {
    std::size_t byte = random() % size;
    const std::size_t bit = random() % 8;
    auto file = whole.files.begin();
    for (; byte >= file->size; ++file) byte -= file->size;
    CAPTURE(i, file->path, byte, bit);
    const std::string name = fs::relative(file->path, data.index()).string();
    try_flip(whole, *file, 8 * byte + bit, i % checked == 0, rows[name]);
    remove_new_files(data.index(), whole.files);
    if ((i + 1) % 20 == 0 || i + 1 == flips) {
      std::cerr << i + 1 << " flips\n";
      for (const auto& [of, row] : rows) {
        std::cerr << "  " << of << ": " << row.flips << " flips, " << row.reported << " reported, " << row.silent
                  << " silent, " << row.late << " out of time; " << row.found << " of " << row.checked
                  << " found by the check\n";
      }
    }
  }
  CHECK(silent_one(answers_of(data, whole.id), whole.answers) == nullptr);
}

} // namespace random_flips_test
