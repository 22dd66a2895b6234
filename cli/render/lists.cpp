// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/render.h"
#include "cli/render/wording.h"
#include "shared/api/response/totals.h"
#include "shared/base/date_time.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/search/response.h"

#include <algorithm>

namespace trawl::cli {
namespace {

/// A column of a list: at least one blank separates it from the next one.
std::string cell(const std::string& text, std::size_t width) {
  return cells(text) < width ? padded(text, width) : text + " ";
}

std::string megabytes(std::size_t bytes) {
  const std::string tenths = std::to_string((bytes + 50'000) / 100'000);
  return (tenths.size() > 1 ? tenths.substr(0, tenths.size() - 1) : "0") + "." + tenths.back() + " MB";
}

/// Advises a longer window only where there is one.
std::string nothing_trending(const Answer& trending) {
  const auto from = parse_rfc3339(text_at(trending, "from")), to = parse_rfc3339(text_at(trending, "to"));
  const bool is_longest = from && to && to->time - from->time >= search::kMaxTrendingWindow;
  return is_longest ? "No term is rising in two or more sources.\n"
                    : "Nothing is trending in this window; try a longer --window, up to 90d.\n";
}

/// ", 3 withdrawn; asked every 6 h"
std::string what_became(const Answer& source) {
  std::string out;
  if (const auto gone = number_at(source, "gone"); gone > 0) out += ", " + std::to_string(gone) + " withdrawn";
  const auto minutes = number_at(source, "pace_seconds") / 60;
  if (minutes >= 120) out += "; asked every " + std::to_string(minutes / 60) + " h";
  if (minutes > 0 && minutes < 120) out += "; asked every " + std::to_string(minutes) + " min";
  return out;
}

} // namespace

std::string sources_for_people(const Answer& sources, const Style& style) {
  std::string out;
  for (const auto& source : sources) {
    const auto count = number_at(source, "articles");
    out += cell(safe_text(text_at(source, "id")), 22) + cell(fit(safe_text(text_at(source, "label")), 36), 38) +
           cell(std::to_string(count), 8) + cell(count == 0 ? "none" : age_of(text_at(source, "newest")), 10) +
           safe_text(text_at(source, "health")) + what_became(source) + "\n";
    if (const auto error = text_at(source, "last_error"); !error.empty()) {
      out += dim(style, "    " + safe_text(error)) + "\n";
    }
  }
  if (out.empty()) return "No sources yet. Run `trawl crawl` to fetch those of the catalogue.\n";
  return bold(style, cell("source", 22) + cell("name", 38) + cell("count", 8) + cell("newest", 10) + "health") + "\n" +
         out;
}

std::string stats_for_people(const Answer& stats, const Style& style) {
  std::string out;
  const auto line = [&](const char* name, const std::string& value) {
    out += bold(style, cell(name, 14)) + value + "\n";
  };
  line("documents", api::articles_text(number_at(stats, "documents")));
  line("terms", std::to_string(number_at(stats, "terms")));
  line("size", megabytes(number_at(stats, "bytes")));
  line("generation", std::to_string(number_at(stats, "generation")));
  line("revision", std::to_string(number_at(stats, "revision")));
  line("newest", text_at(stats, "newest"));
  line("committed", text_at(stats, "committed"));
  return out;
}

std::string suggestions_for_people(const Answer& suggestions, const Style& style) {
  std::string out;
  for (const auto& suggestion : suggestions) {
    out += cell(safe_text(text_at(suggestion, "kind")), 9) + bold(style, safe_text(text_at(suggestion, "text")));
    if (const auto count = number_at(suggestion, "count"); count > 0) out += dim(style, "  " + std::to_string(count));
    out += "\n";
  }
  return out.empty() ? "No completions.\n" : out;
}

std::string trending_for_people(const Answer& trending, const Style& style) {
  std::string out;
  for (const auto& term : trending.value("terms", Answer::array())) {
    out += cell(safe_text(text_at(term, "term")), 28) +
           dim(style, plural(number_at(term, "count"), "article") + ", " +
                          json_text(term.value("times_usual", Answer(0))) + "× usual; " +
                          safe_text(joined_at(term, "sources", ", "))) +
           "\n";
  }
  const auto articles = trending.find("articles");
  if (articles != trending.end() && !articles->empty()) out += "\n" + hits_for_people(*articles, style);
  return out.empty() ? nothing_trending(trending) : out;
}

} // namespace trawl::cli
