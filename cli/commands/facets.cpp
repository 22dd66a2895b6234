// SPDX-License-Identifier: GPL-3.0-or-later
// `trawl facets`: counts by the values of one field or several.
#include "cli/commands/commands.h"
#include "cli/commands/output.h"

#include "shared/api/request/value_fields.h"
#include "shared/base/json.h"
#include "shared/url/percent_encoding.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::cli {
namespace {

constexpr std::size_t kMostFacetValues = 1000; // the API's own limit
constexpr std::string_view kDateField = "date";

/// "source,tag": the fields of a word.
Result<std::vector<std::string>> fields_in(const std::string& word) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find(',', begin), word.size());
    const std::string field = word.substr(begin, end - begin);
    begin = end + 1;
    if (field != kDateField && !api::is_value_field(field))
      return fail(ErrorCode::Usage, "there is no such facet", field,
                  "choose one of " + api::value_field_list() + ", date");
    if (std::ranges::find(fields, field) == fields.end()) fields.push_back(field);
  }
  return fields;
}

/// The articles that are counted, as parameters of the API.
Parameters selection_of(const Settings& settings) {
  Parameters parameters = settings.parameters;
  std::erase_if(parameters, [](const auto& parameter) { return parameter.first == "prefix"; });
  const std::string query = joined_query(settings.words, 1);
  if (!query.empty()) parameters.emplace_back("q", query);
  return parameters;
}

/// What one field takes besides.
Parameters more_parameters_of(const std::string& field, const Settings& settings) {
  if (field == kDateField)
    return settings.histogram.empty() ? Parameters{} : Parameters{{"date_interval", settings.histogram}};
  Parameters parameters;
  std::ranges::copy_if(settings.parameters, std::back_inserter(parameters),
                       [](const auto& parameter) { return parameter.first == "prefix"; });
  const auto limit = settings.all ? std::optional(kMostFacetValues) : settings.limit;
  if (limit) parameters.emplace_back("facet_limit", std::to_string(*limit));
  return parameters;
}

/// An option that none of the fields takes is a mistake.
Result<void> check_options(const std::vector<std::string>& fields, const Settings& settings) {
  const bool has_date = std::ranges::find(fields, kDateField) != fields.end();
  if (!settings.histogram.empty() && !has_date)
    return fail(ErrorCode::Usage, "only date has intervals", "--interval " + settings.histogram,
                "count by date: `trawl facets date`");
  const bool is_date_alone = has_date && fields.size() == 1;
  if (is_date_alone && more_parameters_of("", settings).size() > 0)
    return fail(ErrorCode::Usage, "--limit and --prefix do not apply to date", {},
                "use --after, --before or --interval");
  return {};
}

/// What a search for the articles that facets count says of the query. With --correct, the query of `parameters`
/// becomes the corrected one.
Result<Answer> notes_on(const Settings& settings, Client& client, Parameters& parameters) {
  const auto is_query = [](const auto& parameter) { return parameter.first == "q"; };
  Parameters asked = parameters;
  asked.emplace_back("limit", "0");
  if (!settings.correct) asked.emplace_back("as_typed", "1");
  TRAWL_TRY(Answer search, ask(client, "/v1/search", asked));
  const Answer correction = search.value("correction", Answer());
  if (correction.is_object()) std::ranges::find_if(parameters, is_query)->second = text_at(correction, "q");
  return search;
}

} // namespace

Result<int> run_facets(const Settings& settings) {
  TRAWL_TRY(const auto fields, fields_in(settings.words.at(0)));
  TRAWL_CHECK(check_options(fields, settings));
  TRAWL_TRY(const auto client, make_client(settings));
  const Style style = detect_style(settings.color);
  Parameters selection = selection_of(settings);
  Answer notes = Answer::object();
  if (settings.correct || settings.format != Format::Json) {
    TRAWL_TRY(notes, notes_on(settings, *client, selection));
  }
  const bool is_alone = fields.size() == 1;
  std::string out;
  bool is_empty = true;
  for (const std::string& field : fields) {
    Parameters parameters = selection;
    std::ranges::move(more_parameters_of(field, settings), std::back_inserter(parameters));
    TRAWL_TRY(const std::string body, client->get("/v1/facets/" + url::percent_encode(field), parameters));
    TRAWL_TRY(const Answer facet, parse_answer(body));
    merge_warnings(notes, facet);
    is_empty = is_empty && facet.value("values", Answer::array()).empty();
    if (settings.format == Format::Json) {
      out += (out.empty() ? "" : ",") + body;
    } else if (settings.format == Format::Human) {
      out += (out.empty() ? "" : "\n") +
             (field == kDateField ? histogram_for_people(facet, style) : facet_for_people(facet, field, style));
    } else {
      out += facet_for_programs(facet, is_alone ? "" : field, settings.format, settings.csv_safe,
                                settings.has_header() && out.empty());
    }
  }
  if (settings.format == Format::Json) out = (is_alone ? out : "{\"facets\":[" + out + "]}") + "\n";
  if (settings.format != Format::Json) write_notes(settings, notes);
  TRAWL_CHECK(print(settings, style, out));
  return is_empty ? kNothingFound : kFound;
}

} // namespace trawl::cli
