// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/commands/output.h"
#include "cli/render/article_text.h"

#include "shared/api/request/parameters.h"
#include "shared/base/json.h"
#include "shared/url/percent_encoding.h"

#include <algorithm>
#include <functional>
#include <map>

namespace trawl::cli {
namespace {

/// A request to the API and how to show its answer.
struct Lookup {
  std::string path;
  Parameters parameters;
  std::function<std::string(const Answer&, const Style&)> for_people;
  std::function<std::string(const Answer&, const Settings&)> for_programs; ///< tsv and csv
  const char* list = ""; ///< if this list of the answer is empty, nothing was found
};

/// --limit as the API's parameter, if it was given.
Parameters limit_of(const Settings& settings) {
  return settings.limit ? Parameters{{"limit", std::to_string(*settings.limit)}} : Parameters{};
}

Answer list_of(const Answer& answer, const char* key) {
  return answer.is_array() ? answer : answer.value(key, Answer::array());
}

Lookup lookup_of(const Settings& settings) {
  const std::string word = settings.words.empty() ? "" : settings.words.front();
  if (settings.command == "show" && settings.format == Format::Markdown)
    return {article_path(word) + ".md", {}, {}, {}, ""};
  if (settings.command == "show" && settings.provenance) return {article_path(word), {}, provenance_for_people, {}, ""};
  if (settings.command == "show" && settings.format == Format::Human) {
    return {article_path(word), {{"structure", "1"}}, article_for_people, {}, ""};
  }
  if (settings.command == "show") return {article_path(word), {}, article_for_people, {}, ""};
  if (settings.command == "related") {
    return {article_path(word) + "/related",
            limit_of(settings),
            [](const Answer& a, const Style& style) { return hits_for_people(list_of(a, "related"), style); },
            {},
            "related"};
  }
  if (settings.command == "suggest") {
    return {
        "/v1/suggest",
        {{"q", joined_query(settings.words)}},
        [](const Answer& a, const Style& style) { return suggestions_for_people(list_of(a, "suggestions"), style); },
        {},
        "suggestions"};
  }
  if (settings.command == "trending") return {"/v1/trending", settings.parameters, trending_for_people, {}, "articles"};
  if (settings.command == "sources") {
    return {"/v1/sources",
            {},
            [](const Answer& a, const Style& style) { return sources_for_people(list_of(a, "sources"), style); },
            [](const Answer& a, const Settings& s) {
              return sources_for_programs(list_of(a, "sources"), s.format, s.csv_safe, s.has_header());
            },
            "sources"};
  }
  return {"/v1/stats", {}, stats_for_people, {}, ""};
}

bool is_empty(const Answer& answer, const std::string& list) {
  const auto found = answer.find(list);
  return !list.empty() && found != answer.end() && found->empty();
}

} // namespace

Result<int> run_lookup(const Settings& settings) {
  if (settings.command == "show" || settings.command == "related")
    TRAWL_CHECK(check_article_name(settings.words.at(0)));
  if (settings.provenance && settings.format == Format::Markdown)
    return fail(ErrorCode::Usage, "--provenance cannot be shown as Markdown", {}, "use --format human or json");
  TRAWL_TRY(const auto client, make_client(settings));
  const Style style = detect_style(settings.color);
  const Lookup lookup = lookup_of(settings);
  TRAWL_TRY(const std::string body, client->get(lookup.path, lookup.parameters));
  if (settings.format == Format::Markdown) {
    TRAWL_CHECK(print(settings, style, safe_lines(body)));
    return kFound;
  }
  TRAWL_TRY(const Answer answer, parse_answer(body));
  if (settings.format != Format::Json) write_notes(settings, answer);
  if (settings.format == Format::Json) {
    TRAWL_CHECK(print(settings, style, body + "\n"));
  } else if (settings.format == Format::Human || !lookup.for_programs) {
    TRAWL_CHECK(print(settings, style, lookup.for_people(answer, style)));
  } else {
    TRAWL_CHECK(print(settings, style, lookup.for_programs(answer, settings)));
  }
  return is_empty(answer, lookup.list) ? kNothingFound : kFound;
}

} // namespace trawl::cli
