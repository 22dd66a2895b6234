// SPDX-License-Identifier: GPL-3.0-or-later
// bench_passages DIR QUERIES.tsv [PASSAGES.tsv]
//
// Asks data directory DIR each query of the file (column q) for its ten best articles, and makes a passage of each:
// CPU time of the calling thread per passage, the best of five passes, without the time of the search and of reading
// the article's fields. Writes the passages to a file, if one is named: to compare them with those of another build.
#include "benchmarks/timed_queries.h"
#include "shared/query/parse_query.h"
#include "shared/search/answer/search_engine.h"
#include "shared/search/answer/snippet.h"
#include "shared/search/match/snapshot.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace trawl;

constexpr int kPasses = 5;
constexpr std::size_t kWords = 30;

struct Asked {
  std::string q;
  search::SnippetMaker maker;
  std::vector<std::uint32_t> documents;
};

std::string one_line(const std::vector<search::Snippet>& snippets) {
  std::string out;
  for (const search::Snippet& snippet : snippets) {
    out += std::to_string(snippet.position) + '\t';
    std::size_t at = 0;
    for (const search::Mark& mark : snippet.marks) {
      out.append(snippet.text, at, mark.begin - at).append("[").append(snippet.text, mark.begin, mark.end - mark.begin);
      out += ']';
      at = mark.end;
    }
    out.append(snippet.text, at, std::string::npos);
  }
  return out;
}

int complain(const Error& error) {
  std::fprintf(stderr, "bench_passages: %s\n", to_sentence(error).c_str());
  return exit_code_of(error.code);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: bench_passages DIR QUERIES.tsv [PASSAGES.tsv]\n");
    return 2;
  }
  auto engine = search::SearchEngine::open(DataDirectory{argv[1]});
  if (!engine) return complain(engine.error());
  auto reader = index::IndexReader::open(DataDirectory{argv[1]});
  if (!reader) return complain(reader.error());
  const index::Columns& columns = (*reader)->columns();

  std::vector<Asked> asked;
  for (const std::string& q : bench::read_texts(argv[2])) {
    search::SearchRequest request;
    request.q = q;
    request.snippets = 0;
    const auto response = engine->search(request, now());
    if (!response) continue;
    asked.push_back({q, search::SnippetMaker(search::highlight_terms(request.parsed(now()).tree)), {}});
    for (const search::Hit& hit : response->hits) asked.back().documents.push_back((*reader)->find(hit.article.id));
  }
  std::vector<double> times;
  std::ofstream out(argc == 4 ? argv[3] : "/dev/null");
  for (int pass = 0; pass < kPasses; ++pass) {
    std::size_t at = 0;
    for (const Asked& query : asked) {
      for (const std::uint32_t document : query.documents) {
        const double before = bench::thread_microseconds();
        const index::StoredDocument stored = columns.stored_document(document);
        const index::TextBlocks blocks(stored.text);
        const search::StoredText text{blocks, columns, document};
        const auto made = query.maker.snippets(text, query.maker.find(text), 1, kWords);
        const double time = bench::thread_microseconds() - before;
        if (pass == 0) {
          times.push_back(time);
          out << query.q << '\t' << columns.ids()[document] << '\t' << one_line(made) << '\n';
        } else {
          times[at] = std::min(times[at], time);
        }
        ++at;
      }
    }
  }
  std::ranges::sort(times);
  const auto percentile = [&](double part) {
    return times.empty() ? 0 : times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  const double sum = std::accumulate(times.begin(), times.end(), 0.0);
  std::printf("queries\tpassages\tmean_us\tp50_us\tp99_us\tmax_us\n%zu\t%zu\t%.1f\t%.1f\t%.1f\t%.1f\n", asked.size(),
              times.size(), sum / static_cast<double>(std::max<std::size_t>(times.size(), 1)), percentile(0.5),
              percentile(0.99), percentile(1));
}
