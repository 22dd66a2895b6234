// SPDX-License-Identifier: GPL-3.0-or-later
/// Judged queries through the index and the engine's own parsing, matching and ranking, as users get it:
/// bench_relevance --sets DIR [--set NAME] --runs OUT [--index DIR] [--articles DATA] [--match most|all|any]
///                 [--weight NAME=VALUE]
/// Sets are in BEIR's layout (corpus.jsonl, queries.jsonl, qrels.tsv). A set without a corpus judges the articles of
/// the data directory --articles by their URLs, as benchmarks/relevance/mirror does. Writes OUT/SET.run (TREC) and
/// prints nDCG@10, MAP, MRR@10 and R@100 as trec_eval reckons them: documents of equal scores by id, descending,
/// whatever system ranked them. Indexes stay in --index and are used again.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "shared/article/article_id.h"
#include "shared/base/data_directory.h"
#include "shared/base/date_time.h"
#include "shared/base/file.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/search/answer/search_engine.h"
#include "shared/search/match/matcher.h"
#include "shared/search/match/snapshot.h"
#include "shared/search/plan/query_plan.h"
#include "shared/search/rank/ranking.h"

namespace {

using namespace trawl;
namespace fs = std::filesystem;

constexpr std::size_t kRunDepth = 100;
constexpr char kAddress[] = "https://judged.test/";

struct Options {
  fs::path sets, runs, articles, index = fs::temp_directory_path() / "trawl-relevance";
  std::string only;
  search::MatchMode match = search::MatchMode::Most;
  search::RankingParameters parameters;
  double recency = 0;
};

using Judgements = std::map<std::string, std::map<std::string, int>>;

struct Measures {
  double ndcg = 0, map = 0, mrr = 0, recall = 0;
  double milliseconds = 0;
  void add(const Measures& other) {
    ndcg += other.ndcg, map += other.map, mrr += other.mrr, recall += other.recall;
    milliseconds += other.milliseconds;
  }
  Measures over(double count) const {
    return {ndcg / count, map / count, mrr / count, recall / count, milliseconds / count};
  }
};

template <typename T>
T required(Result<T> result) {
  if (result) {
    if constexpr (std::is_void_v<T>) {
      return;
    } else {
      return std::move(*result);
    }
  }
  std::cerr << to_sentence(result.error()) << '\n';
  std::exit(exit_code_of(result.error().code));
}

std::vector<nlohmann::json> read_lines(const fs::path& path) {
  std::ifstream file(path);
  std::vector<nlohmann::json> out;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) out.push_back(nlohmann::json::parse(line));
  }
  return out;
}

Judgements read_judgements(const fs::path& path) {
  std::ifstream file(path);
  Judgements out;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (second == std::string::npos || line.starts_with("query-id")) continue;
    const int grade = std::atoi(line.c_str() + second + 1);
    if (grade > 0) out[line.substr(0, first)][line.substr(first + 1, second - first - 1)] = grade;
  }
  return out;
}

void build_index(const fs::path& set, const DataDirectory& directory) {
  index::IndexWriter writer = required(index::IndexWriter::create(directory));
  for (const auto& row : read_lines(set / "corpus.jsonl")) {
    Article article;
    article.url = kAddress + row.at("_id").get<std::string>();
    article.id = article_id(article.url);
    article.title = row.value("title", "");
    article.text = row.value("text", "");
    article.source = "judged";
    required(writer.put(article));
  }
  required(writer.publish(1));
  required(writer.learn_meaning());
}

search::Snapshot open_snapshot(const DataDirectory& directory) {
  return required(search::make_snapshot(required(index::IndexReader::open(directory))));
}

/// The corpus' ids by document number.
std::vector<std::string> names_of(const search::Snapshot& snapshot) {
  std::vector<std::string> names(std::size_t{snapshot.columns().last_document} + 1);
  for (std::uint32_t document = 1; document < names.size(); ++document) {
    if (!snapshot.columns().is_live(document)) continue;
    const auto article = snapshot.index->article(document, ArticlePart::Fields);
    if (!article) continue;
    const bool made = article->url.starts_with(kAddress);
    names[document] = made ? article->url.substr(sizeof kAddress - 1) : article->url;
  }
  return names;
}

std::vector<search::RankedDocument> run_query(const std::string& text, const search::Snapshot& snapshot,
                                              const Options& options) {
  const search::Deadline deadline{std::chrono::steady_clock::now() + std::chrono::seconds(20)};
  const query::ParsedQuery query = query::parse_query(text, Moment{});
  const search::RankRequest request{kRunDepth, false, options.recency, options.recency > 0 ? now() : Moment{}};
  const auto matcher = snapshot.matcher(deadline);
  const search::QueryPlan plan = search::plan_query(query, options.match, *matcher);
  return required(search::rank(plan.rank, *matcher, matcher->find(plan.listed), request, options.parameters));
}

Measures measure(const std::vector<std::string>& ranked, const std::map<std::string, int>& judged) {
  Measures out;
  std::vector<int> grades;
  for (const auto& [document, grade] : judged) grades.push_back(grade);
  std::ranges::sort(grades, std::greater());
  double ideal = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, grades.size()); ++i)
    ideal += grades[i] / std::log2(static_cast<double>(i) + 2.0);
  double found = 0;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    const auto grade = judged.find(ranked[i]);
    if (grade == judged.end()) continue;
    found += 1;
    if (i < 10) out.ndcg += grade->second / std::log2(static_cast<double>(i) + 2.0) / ideal;
    if (found == 1 && i < 10) out.mrr = 1.0 / static_cast<double>(i + 1);
    out.map += found / static_cast<double>(i + 1) / static_cast<double>(judged.size());
  }
  out.recall = found / static_cast<double>(judged.size());
  return out;
}

double cpu_milliseconds() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Scored {
  std::string name;
  float score = 0;
};

/// Equal scores by name, descending.
Measures measure(std::vector<Scored> ranked, const std::map<std::string, int>& judged) {
  std::ranges::sort(ranked, [](const Scored& a, const Scored& b) {
    return a.score != b.score ? a.score > b.score : a.name > b.name;
  });
  std::vector<std::string> names;
  for (const Scored& one : ranked) names.push_back(one.name);
  return measure(names, judged);
}

Measures run_set(const fs::path& set, const Options& options) {
  const std::string name = set.filename().string();
  const bool made = fs::exists(set / "corpus.jsonl");
  const DataDirectory directory{made ? options.index / name : options.articles};
  if (made && !fs::exists(directory.index_stub())) build_index(set, directory);
  const search::Snapshot snapshot = open_snapshot(directory);
  const Judgements judgements = read_judgements(set / "qrels.tsv");
  const std::vector<std::string> names = names_of(snapshot);
  std::ofstream run(options.runs / (name + ".run"));
  run << std::setprecision(9); // a float is written and read back the same
  Measures sum;
  for (const auto& row : read_lines(set / "queries.jsonl")) {
    const std::string id = row.at("_id");
    const double begin = cpu_milliseconds();
    const auto ranked = run_query(row.at("text"), snapshot, options);
    const double taken = cpu_milliseconds() - begin;
    std::vector<Scored> documents;
    std::set<std::string> seen;
    for (const auto& document : ranked) {
      if (!seen.insert(names[document.document]).second) continue;
      documents.push_back({names[document.document], static_cast<float>(document.score)});
      run << id << " Q0 " << documents.back().name << ' ' << documents.size() << ' ' << documents.back().score
          << " trawl\n";
    }
    const auto judged = judgements.find(id);
    if (judged == judgements.end()) continue;
    Measures measures = measure(std::move(documents), judged->second);
    measures.milliseconds = taken;
    sum.add(measures);
  }
  return sum.over(static_cast<double>(judgements.size()));
}

void print_row(const std::string& name, const Measures& m) {
  std::printf("%-14s %7.4f %7.4f %7.4f %7.4f %9.2f\n", name.c_str(), m.ndcg, m.map, m.mrr, m.recall, m.milliseconds);
  std::fflush(stdout);
}

/// The weights of --weight by name. A signal of the second stage has its name, and its length NAME_words.
std::map<std::string, double*> weights_of(search::RankingParameters& p) {
  std::map<std::string, double*> weights{{"k1", &p.k1},
                                         {"b", &p.b},
                                         {"title", &p.title},
                                         {"title_b", &p.title_b},
                                         {"exact", &p.exact},
                                         {"variants", &p.variants},
                                         {"synonyms", &p.synonyms}};
  for (std::size_t i = 0; i < search::kSignalCount; ++i) {
    const std::string name(search::kSignals[i]->name);
    weights[name] = &p.signals[i].weight;
    weights[name + "_words"] = &p.signals[i].words;
  }
  return weights;
}

void set_weight(search::RankingParameters& parameters, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  const auto weights = weights_of(parameters);
  const auto weight = weights.find(assignment.substr(0, equals));
  if (weight == weights.end() || equals == std::string::npos) throw CLI::ValidationError("--weight", assignment);
  *weight->second = std::stod(assignment.substr(equals + 1));
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  std::vector<std::string> weights;
  CLI::App app("Ranking quality on judged queries");
  app.add_option("--sets", options.sets, "folder of sets")->required();
  app.add_option("--runs", options.runs, "folder for the runs")->required();
  app.add_option("--index", options.index, "folder of indexes, kept");
  app.add_option("--articles", options.articles, "data directory for sets without a corpus");
  app.add_option("--set", options.only, "one set only");
  const std::map<std::string, search::MatchMode> modes{
      {"most", search::MatchMode::Most}, {"all", search::MatchMode::All}, {"any", search::MatchMode::Any}};
  app.add_option("--match", options.match)->transform(CLI::CheckedTransformer(modes));
  app.add_option("--recency", options.recency, "0 to 1, by the articles' dates and today's");
  app.add_option("--weight", weights, "a ranking parameter, NAME=VALUE");
  CLI11_PARSE(app, argc, argv);
  try {
    for (const std::string& weight : weights) set_weight(options.parameters, weight);
  } catch (const CLI::Error& error) {
    return app.exit(error);
  }
  fs::create_directories(options.runs);
  std::vector<fs::path> sets;
  for (const auto& entry : fs::directory_iterator(options.sets)) {
    if (!options.only.empty() && entry.path().filename() != options.only) continue;
    if (!fs::exists(entry.path() / "queries.jsonl")) continue;
    if (!fs::exists(entry.path() / "corpus.jsonl") && options.articles.empty()) {
      std::cerr << entry.path().string() << " has no corpus.jsonl; name a data directory with --articles\n";
      continue;
    }
    sets.push_back(entry.path());
  }
  std::ranges::sort(sets);
  std::printf("%-14s %7s %7s %7s %7s %9s\n", "set", "nDCG@10", "MAP", "MRR@10", "R@100", "CPU ms");
  Measures sum;
  for (const fs::path& set : sets) {
    const Measures measures = run_set(set, options);
    print_row(set.filename().string(), measures);
    sum.add(measures);
  }
  if (!sets.empty()) print_row("mean", sum.over(static_cast<double>(sets.size())));
  return 0;
}
