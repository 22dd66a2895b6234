// SPDX-License-Identifier: GPL-3.0-or-later
// bench_formulas ARTICLES.jsonl [PAGE.html [SEED]]
//
// How many of the formulas of articles, as 'trawl export' writes them, become MathML and text for terminals: all, and
// different ones. Prints those that do not become MathML. Writes a page with a hundred drawn at random, to be looked
// at: TeX, MathML, text.
#include "shared/base/base64.h"
#include "shared/base/html_escape.h"
#include "shared/base/json.h"
#include "shared/content/stored_content.h"
#include "shared/formula/formula_text.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace trawl;

constexpr std::size_t kDrawn = 100;

/// TeX, and whether it is displayed; how often it occurs.
using Formulas = std::map<std::pair<std::string, bool>, std::size_t>;

void collect(const content::Content& nodes, Formulas& formulas) {
  for (const content::Node& node : nodes) {
    if (node.kind == content::Kind::Formula) ++formulas[{node.text, node.flag}];
    collect(node.children, formulas); // bounded by kMaxDepth
  }
}

Formulas formulas_of(const char* path) {
  Formulas formulas;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const auto row = nlohmann::json::parse(line, nullptr, false);
    if (!row.is_object() || !row.contains("structure")) continue;
    const auto structure = from_base64(row["structure"].get<std::string>());
    if (structure) collect(content::unpack_or_text(row.value("text", ""), *structure), formulas);
  }
  return formulas;
}

void write_page(const char* path, const Formulas& formulas, formula::MathmlWriter& writer, unsigned seed) {
  formula::FormulaTime time(std::chrono::hours{1});
  std::vector<std::pair<std::string, bool>> drawn;
  for (const auto& [formula, times] : formulas) drawn.push_back(formula);
  std::mt19937 random(seed);
  std::ranges::shuffle(drawn, random);
  drawn.resize(std::min(drawn.size(), kDrawn));
  std::ofstream out(path);
  out << "<!doctype html><meta charset=\"utf-8\"><table border=\"1\" style=\"border-collapse:collapse\">\n";
  for (const auto& [tex, is_displayed] : drawn) {
    out << "<tr><td><code>" << html_escape(tex) << "</code></td><td>" << writer.write(tex, is_displayed, time)
        << "</td><td><pre>" << html_escape(formula::formula_text(writer, tex, time)) << "</pre></td></tr>\n";
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: bench_formulas ARTICLES.jsonl [PAGE.html [SEED]]\n"), 2;
  const Formulas formulas = formulas_of(argv[1]);
  formula::MathmlWriter writer;
  formula::FormulaTime time(std::chrono::hours{1});
  std::size_t all = 0, all_written = 0, written = 0, in_text = 0;
  for (const auto& [formula, times] : formulas) {
    const std::string mathml = writer.write(formula.first, formula.second, time);
    all += times;
    in_text += !mathml.empty() && !formula::formula_text(mathml).empty() ? 1 : 0;
    if (mathml.empty()) {
      std::printf("%zu times no MathML: %s\n", times, formula.first.c_str());
      continue;
    }
    ++written;
    all_written += times;
  }
  std::printf("%zu formulas, %zu of them MathML; %zu different ones, %zu of them MathML, %zu in text\n", all,
              all_written, formulas.size(), written, in_text);
  if (argc > 2) write_page(argv[2], formulas, writer, argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1u);
  return 0;
}
