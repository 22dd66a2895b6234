// SPDX-License-Identifier: GPL-3.0-or-later
// `trawl trends`: queries over time.
#include "cli/commands/commands.h"
#include "cli/commands/output.h"

#include "shared/base/json.h"

#include <algorithm>
#include <string>

namespace trawl::cli {

Result<int> run_trends(const Settings& settings) {
  Parameters parameters = settings.parameters;
  for (const std::string& query : settings.words) parameters.emplace_back("q", query);
  if (!settings.histogram.empty()) parameters.emplace_back("date_interval", settings.histogram);
  TRAWL_TRY(const auto client, make_client(settings));
  TRAWL_TRY(const std::string body, client->get("/v1/trends", parameters));
  TRAWL_TRY(const Answer trends, parse_answer(body));
  const Style style = detect_style(settings.color);
  const bool is_for_people = settings.format == Format::Human;
  if (settings.format == Format::Json) {
    TRAWL_CHECK(print(settings, style, body + "\n"));
  } else {
    write_notes(settings, trends);
    TRAWL_CHECK(print(settings, style,
                      is_for_people
                          ? trends_for_people(trends, style)
                          : trends_for_programs(trends, settings.format, settings.csv_safe, settings.has_header())));
  }
  const auto is_found = [](const Answer& query) { return query.value("total", std::size_t{0}) > 0; };
  return std::ranges::any_of(trends.value("queries", Answer::array()), is_found) ? kFound : kNothingFound;
}

} // namespace trawl::cli
