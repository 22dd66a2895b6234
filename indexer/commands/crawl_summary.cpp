// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/crawl_summary.h"

#include "indexer/commands/counted.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <utility>

namespace trawl::commands {
namespace {

std::string one_decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

} // namespace

std::string progress_line(const crawl::CrawlReport& report, double seconds) {
  const auto sums = report.sum();
  const auto rate = static_cast<double>(report.pages) / std::max(seconds, 0.001);
  return std::to_string(report.pages) + " pages, " + one_decimal(rate) + "/s · " + std::to_string(sums.added) +
         " new · " + std::to_string(sums.changed) + " changed · " + std::to_string(sums.failed) + " failed · " +
         std::to_string(report.waiting) + " waiting" +
         (report.awaited.empty() ? "" : " for " + safe_text(report.awaited));
}

std::string summary(const crawl::CrawlReport& report, double seconds) {
  std::string out;
  for (const auto& source : report.sources) {
    const bool is_silent = source.added + source.changed + source.moved + source.gone + source.missing + source.failed +
                                   source.postponed ==
                               0 &&
                           source.error.empty();
    if (!is_silent) out += summary_line(source) + "\n";
  }
  const bool is_fresh = std::ranges::any_of(report.sources, &crawl::SourceReport::answered);
  if (report.requests == 0 && is_fresh)
    return out + "nothing was due: all sources were asked a short while ago; --recheck asks them again now\n";
  const auto sums = report.sum();
  const auto unanswered = std::ranges::count_if(
      report.sources, [](const crawl::SourceReport& source) { return source.asked && !source.answered; });
  std::ostringstream totals;
  totals << sums.added << " new, " << sums.changed << " changed, " << sums.unchanged << " unchanged, " << sums.moved
         << " moved, " << sums.gone << " withdrawn, "
         << (sums.missing == 0 ? "" : std::to_string(sums.missing) + " missing, ") << sums.failed << " failed; "
         << (unanswered == 0
                 ? ""
                 : std::to_string(unanswered) + " of " + counted(report.sources.size(), "source") + " gave no answer; ")
         << report.requests << " requests, " << one_decimal(static_cast<double>(report.bytes) / 1'000'000) << " MB in "
         << one_decimal(seconds) << " s\n";
  return out + totals.str();
}

Report report_of(const crawl::CrawlReport& report) {
  const auto counts_of = [](const crawl::SourceReport& source) {
    Report counts = Report::object();
    for (const auto& [name, count] : crawl::kSourceCounts) counts[name] = source.*count;
    return counts;
  };
  Report out = counts_of(report.sum()), sources = Report::array();
  for (const crawl::SourceReport& source : report.sources) {
    const std::string trouble = crawl::trouble_of(source);
    Report row{{"id", source.id}, {"asked", source.asked}, {"answered", source.answered}};
    row["error"] = trouble.empty() ? Report() : Report(trouble);
    row["failure"] = source.failure.empty() ? Report() : Report(source.failure);
    row["waits_until"] = source.waits_until == Moment{} ? Report() : Report(to_rfc3339(source.waits_until));
    row.update(counts_of(source));
    sources.push_back(std::move(row));
  }
  out["requests"] = report.requests;
  out["bytes"] = report.bytes;
  out["interrupted"] = report.interrupted;
  out["sources"] = std::move(sources);
  return out;
}

std::string summary_line(const crawl::SourceReport& source) {
  std::string line = source.id;
  line.resize(std::max<std::size_t>(line.size(), 20), ' ');
  line += ' ' + std::to_string(source.found) + " found, " + std::to_string(source.added) + " new, " +
          std::to_string(source.changed) + " changed, " + std::to_string(source.failed) + " failed";
  if (!source.failure.empty()) line += " (" + source.failure + ")";
  if (source.moved > 0) line += ", " + std::to_string(source.moved) + " moved";
  if (source.gone > 0) line += ", " + std::to_string(source.gone) + " withdrawn";
  if (source.missing > 0) line += ", " + std::to_string(source.missing) + " missing";
  if (source.postponed > 0) line += ", " + std::to_string(source.postponed) + " left for later";
  if (const auto trouble = crawl::trouble_of(source); !trouble.empty()) line += "; " + trouble;
  if (source.waits_until != Moment{}) line += "; a crawl after " + to_rfc3339(source.waits_until) + " asks again";
  return line;
}

} // namespace trawl::commands
