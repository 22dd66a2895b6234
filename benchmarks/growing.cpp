// SPDX-License-Identifier: GPL-3.0-or-later
// bench_growing SMALLER LARGER QUERIES.tsv [RANDOM [SEED]]
//
// Whether a larger index finds what a smaller one finds. SMALLER and LARGER are data directories; every article of
// SMALLER is in LARGER. Asks both the queries of the file (column q) and RANDOM more (1,000 unless told), made of the
// words and titles of the articles of SMALLER: words, phrases, NEAR, OR, minus, prefixes, exact words, names, titles.
//
// match=all: what the smaller finds, the larger must find, for an answer that says it is exact; every answer must be
// exact or say so. match=most: an answer may lose an article only if the smaller index's answer says that other words
// were looked for (phrase_relaxed, name_relaxed), or searched for another spelling.
#include "benchmarks/timed_queries.h"
#include "shared/search/answer/search_engine.h"
#include "shared/search/match/matched_set.h"
#include "shared/search/match/snapshot.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace trawl;

using Ids = std::set<std::uint64_t>;

struct Answer {
  Ids found;
  std::vector<std::string> warnings;
  bool is_exact = true, is_corrected = false;

  bool has(const char* code) const { return std::ranges::find(warnings, code) != warnings.end(); }
  /// Other words, or words elsewhere, were looked for: whatever has the words as typed may take their place.
  bool is_replaced() const { return is_corrected || has("phrase_relaxed") || has("name_relaxed"); }
  /// An answer that is not exact says where it was cut.
  bool is_honest() const {
    return is_exact || std::ranges::any_of(warnings, [](const std::string& code) { return code.ends_with("_cut"); });
  }
};

Result<search::Snapshot> open_snapshot(const char* directory) {
  TRAWL_TRY(auto reader, index::IndexReader::open(DataDirectory{directory}));
  return search::make_snapshot(std::move(reader));
}

Result<Answer> ask(const search::Snapshot& snapshot, const std::string& q, search::MatchMode mode) {
  search::SearchRequest request;
  request.q = q;
  request.match = mode;
  request.as_typed = mode == search::MatchMode::All;
  const search::Deadline deadline{std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  TRAWL_TRY(search::MatchedSet typed, search::match_request(request, snapshot, now(), deadline));
  const search::MatchedSet found = search::in_best_spelling(std::move(typed), deadline);
  Answer answer;
  found.listed.for_each([&](std::uint32_t document) { answer.found.insert(snapshot.columns().ids()[document]); });
  for (const auto& warning : found.warnings) answer.warnings.push_back(warning.code);
  answer.is_exact = found.is_exact;
  answer.is_corrected = found.correction.has_value();
  return answer;
}

/// A query made of neighbouring words of an article.
std::string random_query(const search::Snapshot& snapshot, std::mt19937& random) {
  const std::uint32_t document = 1 + static_cast<std::uint32_t>(random() % snapshot.columns().last_document);
  const auto article = snapshot.index->article(document, ArticlePart::Whole);
  if (!article) return {};
  const std::string& text = random() % 3 == 0 || article->text.empty() ? article->title : article->text;
  const std::vector<text::WordPlace> places = text::word_places(text);
  if (places.size() < 6) return article->title;
  const std::size_t at = random() % (places.size() - 5);
  const auto piece = [&](std::size_t first, std::size_t count) {
    return text.substr(places[first].begin, places[first + count - 1].end - places[first].begin);
  };
  const std::string one = piece(at, 1), two = piece(at + 2, 1);
  switch (random() % 12) {
  case 0:
    return one;
  case 1:
    return one + " " + two;
  case 2:
    return piece(at, 3);
  case 3:
    return piece(at, 5);
  case 4:
    return '"' + piece(at, 2) + '"';
  case 5:
    return '"' + piece(at, 3) + "\" " + piece(at + 4, 1);
  case 6:
    return one + " NEAR/4 " + two;
  case 7:
    return one + " OR " + two + " OR zzzz";
  case 8:
    return one + " -" + two;
  case 9:
    return one.substr(0, std::max<std::size_t>(2, one.size() / 2)) + "*";
  case 10:
    return "+" + one + " " + two;
  default:
    return one + "-" + two;
  }
}

struct Counts {
  std::size_t asked = 0, lost = 0, lost_by_rule = 0, not_exact = 0, silent = 0, failed = 0;
};

std::vector<std::uint64_t> missing(const Ids& smaller, const Ids& larger) {
  std::vector<std::uint64_t> out;
  std::ranges::set_difference(smaller, larger, std::back_inserter(out));
  return out;
}

void complain(const char* what, const std::string& q, const std::vector<std::uint64_t>& lost) {
  std::fprintf(stderr, "%s\t%s\t%zu articles", what, q.c_str(), lost.size());
  if (!lost.empty()) std::fprintf(stderr, "\t%016llx", static_cast<unsigned long long>(lost.front()));
  std::fprintf(stderr, "\n");
}

void compare(const std::string& q, const search::Snapshot& small, const search::Snapshot& large, Counts& all,
             Counts& most) {
  const auto small_all = ask(small, q, search::MatchMode::All), large_all = ask(large, q, search::MatchMode::All);
  const auto small_most = ask(small, q, search::MatchMode::Most), large_most = ask(large, q, search::MatchMode::Most);
  if (!small_all || !large_all || !small_most || !large_most) {
    ++all.failed;
    return complain("failed", q, {});
  }
  ++all.asked;
  ++most.asked;
  for (const Answer* answer : {&*small_all, &*large_all}) {
    all.not_exact += answer->is_exact ? 0 : 1;
    all.silent += answer->is_honest() ? 0 : 1;
  }
  for (const Answer* answer : {&*small_most, &*large_most}) {
    most.not_exact += answer->is_exact ? 0 : 1;
    most.silent += answer->is_honest() ? 0 : 1;
  }
  const auto lost_all = missing(small_all->found, large_all->found);
  if (!lost_all.empty() && large_all->is_exact) {
    ++all.lost;
    complain("lost, match=all", q, lost_all);
  }
  const auto lost_most = missing(small_most->found, large_most->found);
  if (lost_most.empty() || !large_most->is_exact) return;
  if (small_most->is_replaced()) {
    ++most.lost_by_rule;
  } else {
    ++most.lost;
    complain("lost, match=most", q, lost_most);
  }
}

void print(const char* mode, const Counts& counts) {
  std::printf("%s\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\n", mode, counts.asked, counts.lost, counts.lost_by_rule,
              counts.not_exact, counts.silent, counts.failed);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 4 || argc > 6) {
    std::fprintf(stderr, "usage: bench_growing SMALLER LARGER QUERIES.tsv [RANDOM [SEED]]\n");
    return 2;
  }
  const auto small = open_snapshot(argv[1]), large = open_snapshot(argv[2]);
  if (!small || !large) {
    std::fprintf(stderr, "bench_growing: %s\n", to_sentence((small ? large : small).error()).c_str());
    return 3;
  }
  std::vector<std::string> queries = bench::read_texts(argv[3]);
  std::mt19937 random(argc > 5 ? static_cast<unsigned>(std::stoul(argv[5])) : 7);
  for (std::size_t left = argc > 4 ? std::stoul(argv[4]) : 1'000; left > 0; --left)
    queries.push_back(random_query(*small, random));
  Counts all, most;
  for (const std::string& q : queries) compare(q, *small, *large, all, most);
  std::printf("match\tqueries\tlost\tlost by rule\tnot exact\tnot exact and silent\tfailed\n");
  print("all", all);
  print("most", most);
  return all.lost + most.lost + all.silent + most.silent == 0 ? 0 : 1;
}
