// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/mcp/tools.h"

#include <algorithm>
#include <array>
#include <span>

#include "shared/api/request/value_fields.h"
#include "shared/article/reader_marks.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/mcp/tool_text.h"
#include "shared/schema/fields.h"
#include "shared/url/percent_encoding.h"

namespace trawl::mcp {
namespace {

using Json = nlohmann::ordered_json;

enum class Type { Text, Texts, Number };

/// One argument of a tool. An argument that is a filter has the same name and meaning as in the API.
struct Argument {
  std::string_view name;
  Type type = Type::Text;
  std::string_view help;
  bool is_required = false;
  int least = 0, most = 0; ///< of a number
};

struct Tool {
  std::string_view name, help;
  std::span<const Argument> arguments;
  ToolOutcome (*call)(const Json& arguments, const Api& api);
  bool is_of_reader = false; ///< about what the reader remembers
  bool writes = false;
};

/// A filter for each field that has one, as in the API, and those of the date.
constexpr auto kFilters = [] {
  constexpr std::size_t kFields = schema::kFilterFields.size();
  std::array<Argument, kFields + 3> filters{};
  std::ranges::transform(schema::kFilterFields, filters.begin(), [](std::string_view name) {
    return Argument{name, Type::Texts, schema::find_filter(name)->option};
  });
  filters[kFields] = {"after", Type::Text, "Published on or after this day, e.g. 2026-04-01"};
  filters[kFields + 1] = {"before", Type::Text, "Published before this day"};
  filters[kFields + 2] = {"since", Type::Text, "Published within this time: 12h, 7d, 2w, 3m, 1y"};
  return filters;
}();

template <std::size_t N>
constexpr auto with_filters(const std::array<Argument, N>& first) {
  std::array<Argument, N + kFilters.size()> all{};
  std::ranges::copy(first, all.begin());
  std::ranges::copy(kFilters, all.begin() + N);
  return all;
}

constexpr auto kSearchArguments = with_filters(std::array{
    Argument{"query", Type::Text, "Words, \"phrases\", a OR b, -without, prefix*, title:word; empty for every article"},
    Argument{"limit", Type::Number, "How many articles to return, default 5", false, 1, 20},
    Argument{"sort", Type::Text, "relevance, newest or oldest"},
    Argument{"cursor", Type::Text, "For the next page: the cursor that the previous page gave"},
});
constexpr auto kValuesArguments = with_filters(std::array{
    Argument{"field", Type::Text, "The field, one of {fields}", true},
    Argument{"query", Type::Text, "Count only articles that this query finds"},
    Argument{"prefix", Type::Text, "Only values that begin with this"},
    Argument{"limit", Type::Number, "How many values to return, default 20", false, 1, 100},
});
constexpr std::array kReadArguments{
    Argument{"article", Type::Text, "The article's URL or its id of 16 hex digits", true},
    Argument{"offset", Type::Number, "Where to continue in a long article: the offset that the previous part gave",
             false, 0, 100'000'000},
    Argument{"max_characters", Type::Number, "How much text to return, default 12000", false, 500, 50'000},
};
constexpr std::array kRelatedArguments{
    Argument{"article", Type::Text, "The article's URL or its id of 16 hex digits", true},
    Argument{"limit", Type::Number, "How many articles to return, default 5", false, 1, 20},
};

constexpr std::array kMarkArguments{
    Argument{"article", Type::Text, "The article's URL or its id of 16 hex digits", true},
    Argument{"marks", Type::Texts, "Any of starred, later, read; a leading minus takes the mark away"},
    Argument{"note", Type::Text, "A note, in place of the one that is there; empty removes it"},
};

constexpr std::size_t kUsualCharacters = 12'000;

std::string text_of(const Json& arguments, const char* name) {
  const auto found = arguments.find(name);
  return found == arguments.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

std::size_t number_of(const Json& arguments, const char* name, std::size_t otherwise) {
  const auto found = arguments.find(name);
  return found == arguments.end() || found->is_null() ? otherwise : found->get<std::size_t>();
}

/// An element of a list, in which a leading minus excludes, as the parameter of a filter.
std::string filter_value(const std::string& value) {
  return value.starts_with('-') ? "-" + api::quoted_value(value.substr(1)) : api::quoted_value(value);
}

/// The filters among the arguments.
api::Parameters filters_of(const Json& arguments) {
  api::Parameters parameters;
  for (const Argument& filter : kFilters) {
    const auto found = arguments.find(filter.name);
    if (found == arguments.end() || found->is_null()) continue;
    if (found->is_string()) parameters.push_back({std::string(filter.name), found->get<std::string>()});
    if (!found->is_array()) continue;
    for (const Json& value : *found)
      parameters.push_back({std::string(filter.name), filter_value(value.get<std::string>())});
  }
  return parameters;
}

/// Asks the API and returns its answer as text, or what was wrong.
ToolOutcome shown(const Ask& ask, const std::string& path, const api::Parameters& parameters,
                  const std::function<std::string(const Json&)>& text) {
  const auto body = ask(path, parameters);
  if (!body) return {body.error(), true};
  const Json answer = parse_ordered_json(*body);
  if (!answer.is_object()) return {"The answer from the index could not be read.", true};
  return {visible_text(text(answer)), false};
}

std::string article_path(const Json& arguments) {
  return "/v1/articles/" + url::percent_encode(text_of(arguments, "article"));
}

ToolOutcome search(const Json& arguments, const Api& api) {
  api::Parameters parameters = filters_of(arguments);
  parameters.push_back({"q", text_of(arguments, "query")});
  parameters.push_back({"limit", std::to_string(number_of(arguments, "limit", 5))});
  parameters.push_back({"highlight", "none"});
  for (const char* name : {"sort", "cursor"}) {
    if (const std::string value = text_of(arguments, name); !value.empty()) parameters.push_back({name, value});
  }
  return shown(api.get, "/v1/search", parameters, search_text);
}

ToolOutcome list_values(const Json& arguments, const Api& api) {
  api::Parameters parameters = filters_of(arguments);
  parameters.push_back({"q", text_of(arguments, "query")});
  parameters.push_back({"prefix", text_of(arguments, "prefix")});
  parameters.push_back({"facet_limit", std::to_string(number_of(arguments, "limit", 20))});
  return shown(api.get, "/v1/facets/" + url::percent_encode(text_of(arguments, "field")), parameters, values_text);
}

ToolOutcome list_sources(const Json&, const Api& api) { return shown(api.get, "/v1/sources", {}, sources_text); }

ToolOutcome read_article(const Json& arguments, const Api& api) {
  const std::size_t offset = number_of(arguments, "offset", 0);
  const std::size_t most = number_of(arguments, "max_characters", kUsualCharacters);
  return shown(api.get, article_path(arguments), {},
               [&](const Json& article) { return article_text(article, offset, most); });
}

ToolOutcome related_articles(const Json& arguments, const Api& api) {
  const std::string limit = std::to_string(number_of(arguments, "limit", 5));
  return shown(api.get, article_path(arguments) + "/related", {{"limit", limit}}, related_text);
}

/// The marks as parameters of the API: "starred" is starred=1, "-starred" is starred=0.
ToolOutcome mark_article(const Json& arguments, const Api& api) {
  api::Parameters parameters;
  for (const Json& mark : arguments.value("marks", Json::array())) {
    const std::string name = mark.get<std::string>();
    const bool takes = name.starts_with('-');
    const std::string mark_name = name.substr(takes ? 1 : 0);
    const auto given = std::span(kMarkNames).first(kGivenMarks);
    if (std::ranges::find(given, mark_name) == given.end()) return {"there is no mark '" + name + "'", true};
    parameters.push_back({mark_name, takes ? "0" : "1"});
  }
  if (arguments.contains("note")) parameters.push_back({"note", text_of(arguments, "note")});
  return shown(api.put, article_path(arguments) + "/state", parameters, state_text);
}

ToolOutcome saved_searches(const Json&, const Api& api) { return shown(api.get, "/v1/saved", {}, saved_text); }

constexpr std::array kTools{
    Tool{"search",
         "Search articles about AI. Returns titles, URLs, sources, dates, ids and a passage each, with the exact "
         "number of articles found. Each filter takes several values, any of which matches; a leading minus excludes "
         "one.",
         kSearchArguments, search},
    Tool{"read_article",
         "Read one article as Markdown, with the origin of its title, authors and date. Long articles come in parts.",
         kReadArguments, read_article},
    Tool{"related_articles", "Find articles with similar content, mostly of other sources.", kRelatedArguments,
         related_articles},
    Tool{"list_values",
         "Count articles by the values of a field, under a query and filters: which tags, sources, authors there are.",
         kValuesArguments, list_values},
    Tool{"list_sources", "List every source with its number of articles, newest article and health.", {}, list_sources},
    Tool{"saved_searches", "List the searches that the reader has saved, by name.", {}, saved_searches, true},
    Tool{"mark_article",
         "Mark an article for the reader, or keep a note on it. A query finds marks: is:starred, is:later, is:noted, "
         "is:unread.",
         kMarkArguments, mark_article, true, true},
};

bool is_offered(const Tool& tool, const Api& api) { return !tool.is_of_reader || api.put; }

/// What is wrong with an argument's value, or empty.
std::string mistake_in(const Argument& argument, const Json& value) {
  const auto is_text = [](const Json& item) { return item.is_string(); };
  const std::string name(argument.name);
  if (argument.type == Type::Text && !value.is_string()) return name + " must be text";
  if (argument.type == Type::Texts && !value.is_string() && !(value.is_array() && std::ranges::all_of(value, is_text)))
    return name + " must be a list of texts";
  const bool in_range = value.is_number_integer() && value >= argument.least && value <= argument.most;
  if (argument.type == Type::Number && !in_range)
    return name + " must be a number from " + std::to_string(argument.least) + " to " + std::to_string(argument.most);
  return {};
}

/// "read_article takes article, offset, max_characters".
std::string arguments_of(const Tool& tool) {
  std::string text(tool.name);
  for (const Argument& argument : tool.arguments)
    text += (&argument == tool.arguments.data() ? " takes " : ", ") + std::string(argument.name);
  return tool.arguments.empty() ? text + " takes none" : text;
}

std::string mistake_in(const Tool& tool, const Json& arguments) {
  if (!arguments.is_object()) return "the arguments must be an object";
  for (const auto& [name, value] : arguments.items()) {
    const auto argument = std::ranges::find(tool.arguments, std::string_view(name), &Argument::name);
    if (argument == tool.arguments.end()) return "unknown argument '" + name + "'; " + arguments_of(tool);
    if (value.is_null()) continue;
    if (auto mistake = mistake_in(*argument, value); !mistake.empty()) return mistake;
  }
  for (const Argument& argument : tool.arguments) {
    if (argument.is_required && text_of(arguments, std::string(argument.name).c_str()).empty())
      return std::string(argument.name) + " is missing";
  }
  return {};
}

Json schema_of(const Argument& argument) {
  Json schema = {{"type", argument.type == Type::Number  ? "integer"
                          : argument.type == Type::Texts ? "array"
                                                         : "string"},
                 {"description", api::with_value_fields(argument.help)}};
  if (argument.type == Type::Texts) schema["items"] = {{"type", "string"}};
  if (argument.type != Type::Number) return schema;
  schema["minimum"] = argument.least;
  schema["maximum"] = argument.most;
  return schema;
}

} // namespace

std::string tools_json(const Api& api) {
  Json tools = Json::array();
  for (const Tool& tool : kTools) {
    if (!is_offered(tool, api)) continue;
    Json properties = Json::object(), required = Json::array();
    for (const Argument& argument : tool.arguments) {
      properties[std::string(argument.name)] = schema_of(argument);
      if (argument.is_required) required.push_back(argument.name);
    }
    tools.push_back(
        {{"name", tool.name},
         {"description", tool.help},
         {"inputSchema",
          {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}}},
         {"annotations", {{"readOnlyHint", !tool.writes}, {"openWorldHint", false}}}});
  }
  return json_text(Json{{"tools", std::move(tools)}});
}

std::optional<ToolOutcome> call_tool(std::string_view name, std::string_view arguments, const Api& api) {
  const auto tool = std::ranges::find(kTools, name, &Tool::name);
  if (tool == kTools.end() || !is_offered(*tool, api)) return std::nullopt;
  const Json given = parse_ordered_json(arguments);
  if (const auto mistake = mistake_in(*tool, given); !mistake.empty()) return ToolOutcome{mistake, true};
  return tool->call(given, api);
}

} // namespace trawl::mcp
