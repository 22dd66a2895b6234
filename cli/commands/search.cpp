// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/commands/output.h"
#include "cli/process.h"
#include "cli/render/wording.h"
#include "shared/api/request/parameters.h"
#include "shared/api/response/totals.h"
#include "shared/base/json.h"

#include <algorithm>
#include <iostream>

namespace trawl::cli {
namespace {

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ",") + item;
  return out;
}

void replace(Parameters& parameters, const std::string& name, const std::string& value) {
  std::erase_if(parameters, [&](const auto& pair) { return pair.first == name; });
  parameters.emplace_back(name, value);
}

/// Whether passages of the hits are printed.
bool shows_passages(const Settings& settings) {
  const bool acts_on_one = settings.open > 0 || settings.show > 0;
  return !acts_on_one && settings.format != Format::Tsv && settings.format != Format::Csv &&
         settings.format != Format::Urls;
}

Parameters search_parameters(const Settings& settings) {
  Parameters parameters{{"q", joined_query(settings.words)}};
  parameters.insert(parameters.end(), settings.parameters.begin(), settings.parameters.end());
  std::vector<std::string> facets = settings.facets;
  const bool has_date = std::ranges::find(facets, "date") != facets.end();
  if (!settings.histogram.empty() && !has_date) facets.emplace_back("date");
  if (!facets.empty()) parameters.emplace_back("facets", joined(facets));
  if (!settings.histogram.empty()) parameters.emplace_back("date_interval", settings.histogram);
  if (!shows_passages(settings)) replace(parameters, "snippets", "0");
  const std::size_t acted_on = std::max(settings.open, settings.show);
  if (acted_on > 0) {
    parameters.emplace_back("limit", std::to_string(acted_on));
  } else if (settings.limit) {
    parameters.emplace_back("limit", std::to_string(*settings.limit));
  }
  return parameters;
}

std::string render(const Settings& settings, const Answer& search, const Style& style, bool first_page) {
  if (settings.format == Format::Human) return search_for_people(search, style);
  return hits_for_programs(search.value("hits", Answer::array()), settings.format, settings.csv_safe,
                           first_page && settings.has_header());
}

int found_anything(const Answer& search) {
  return search.value("total", 0) + search.value("total_fewer_words", 0) > 0 ? kFound : kNothingFound;
}

/// Every hit, page after page by cursor; `json` becomes one answer with all hits.
Result<int> print_all(const Settings& settings, Client& client, Parameters parameters, const Style& style) {
  TRAWL_TRY(Answer whole, ask(client, "/v1/search", parameters));
  const bool streams = settings.format != Format::Json && settings.format != Format::Human;
  if (streams) TRAWL_CHECK(write_output(render(settings, whole, style, true), false));
  std::erase_if(parameters, [](const auto& pair) { return pair.first == "offset" || pair.first == "facets"; });
  Answer next = whole.value("next", Answer());
  while (next.is_string()) {
    replace(parameters, "cursor", next.get<std::string>());
    TRAWL_TRY(const Answer page, ask(client, "/v1/search", parameters));
    merge_warnings(whole, page);
    if (streams) TRAWL_CHECK(write_output(render(settings, page, style, false), false));
    if (!streams) {
      for (const auto& hit : page.value("hits", Answer::array())) whole["hits"].push_back(hit);
    }
    next = page.value("next", Answer());
  }
  if (settings.format != Format::Json) write_notes(settings, whole, settings.format == Format::Human);
  whole["next"] = nullptr;
  whole["limit"] = whole["hits"].size();
  if (settings.format == Format::Json) TRAWL_CHECK(print(settings, style, json_text(whole) + "\n"));
  if (settings.format == Format::Human) TRAWL_CHECK(print(settings, style, search_for_people(whole, style)));
  return found_anything(whole);
}

/// Says that the first word may be a mistyped command, if the engine takes it for a mistyped word, or finds nothing.
void note_on_command(const Settings& settings, const Answer& search) {
  const Answer correction = search.value("correction", Answer());
  const bool is_corrected =
      correction.is_object() && !text_at(correction, "q").starts_with(settings.words.front() + " ");
  const bool is_nothing = search.value("total", Answer()) == 0;
  if (!settings.mistyped_command.empty() && (is_corrected || is_nothing))
    notes(settings) << "note: " << settings.mistyped_command << "; searching for the words.\n";
}

/// Adds to an empty result what would be found without its filters.
Result<void> look_without_filters(Client& client, Parameters parameters, Answer& search) {
  if (search.value("query", Answer::object()).value("filters", Answer::object()).empty()) return {};
  std::erase_if(parameters, [](const auto& pair) { return pair.first != "q" && pair.first != "match"; });
  parameters.insert(parameters.end(), {{"sort", "newest"}, {"limit", "1"}, {"snippets", "0"}});
  TRAWL_TRY(search["without_filters"], ask(client, "/v1/search", parameters));
  return {};
}

Result<const Answer*> nth_hit(const Answer& search, std::size_t number) {
  const auto hits = search.find("hits");
  if (hits == search.end() || hits->size() < number) {
    const std::size_t count = hits == search.end() ? 0 : hits->size();
    return fail(ErrorCode::NotFound, "there is no hit " + std::to_string(number) + "; the search found " +
                                         (count == 0 ? "nothing" : std::to_string(count)));
  }
  return &(*hits)[number - 1];
}

Result<int> act_on_hit(const Settings& settings, Client& client, const Answer& search, const Style& style) {
  TRAWL_TRY(const Answer* hit, nth_hit(search, settings.open > 0 ? settings.open : settings.show));
  if (settings.open > 0) {
    TRAWL_CHECK(open_address(text_at(*hit, "url")));
    return kFound;
  }
  const bool as_json = settings.format == Format::Json;
  const Parameters parameters = as_json ? Parameters{} : Parameters{{"structure", "1"}};
  TRAWL_TRY(const std::string body, client.get("/v1/articles/" + hit->value("id", ""), parameters));
  TRAWL_TRY(const Answer article, parse_answer(body));
  TRAWL_CHECK(print(settings, style, as_json ? body + "\n" : article_for_people(article, style)));
  return kFound;
}

} // namespace

Result<int> run_search(const Settings& settings) {
  if (settings.format == Format::Rss && settings.all) {
    return fail(ErrorCode::Usage, "feeds are limited to 100 items", "--limit all",
                "use `-n 100` or less, or another --format");
  }
  TRAWL_TRY(const auto client, make_client(settings));
  const Style style = detect_style(settings.color);
  const bool shows_facets = settings.format == Format::Human || settings.format == Format::Json;
  if (!shows_facets && (!settings.facets.empty() || !settings.histogram.empty()))
    notes(settings) << "note: --facet and --histogram are shown in the formats human and json only\n";
  Parameters parameters = search_parameters(settings);
  if (settings.format == Format::Rss) {
    TRAWL_TRY(const std::string feed, client->get("/v1/search.rss", parameters));
    Parameters counted = parameters;
    replace(counted, "limit", "0");
    as_typed_unless_told(counted);
    TRAWL_TRY(const Answer notes, ask(*client, "/v1/search", counted));
    write_notes(settings, notes);
    TRAWL_CHECK(print(settings, style, feed));
    return feed.contains("<item>") ? kFound : kNothingFound;
  }
  if (settings.all) return print_all(settings, *client, parameters, style);
  TRAWL_TRY(const std::string body, client->get("/v1/search", parameters));
  TRAWL_TRY(Answer search, parse_answer(body));
  note_on_command(settings, search);
  const bool is_act = settings.open > 0 || settings.show > 0;
  if (is_act || settings.format != Format::Json)
    write_notes(settings, search, !is_act && settings.format == Format::Human);
  if (is_act) return act_on_hit(settings, *client, search, style);
  if (settings.format == Format::Human && found_anything(search) == kNothingFound)
    TRAWL_CHECK(look_without_filters(*client, parameters, search));
  // --format json prints the API's answer
  TRAWL_CHECK(
      print(settings, style, settings.format == Format::Json ? body + "\n" : render(settings, search, style, true)));
  return found_anything(search);
}

Result<int> run_count(const Settings& settings) {
  TRAWL_TRY(const auto client, make_client(settings));
  Parameters parameters = search_parameters(settings);
  replace(parameters, "limit", "0");
  TRAWL_TRY(const std::string body, client->get("/v1/search", parameters));
  TRAWL_TRY(const Answer search, parse_answer(body));
  const std::size_t total = search.value("total", std::size_t{0});
  if (settings.format != Format::Json) write_notes(settings, search);
  const bool is_least = search.value("total_relation", "") == "at_least";
  TRAWL_CHECK(print(settings, {},
                    settings.format == Format::Json ? body + "\n"
                                                    : (is_least ? "at least " : "") + std::to_string(total) + "\n"));
  return total > 0 ? kFound : kNothingFound;
}

} // namespace trawl::cli
