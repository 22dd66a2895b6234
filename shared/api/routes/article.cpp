// SPDX-License-Identifier: GPL-3.0-or-later
/// /v1/articles, /v1/articles/{id}, /v1/articles/{id}.md, and below it /related and /state
#include "shared/api/request/parameter_parser.h"
#include "shared/api/response/article_json.h"
#include "shared/api/response/article_markdown.h"
#include "shared/api/response/json_writer.h"
#include "shared/api/routes/route.h"
#include "shared/article/article_id.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace trawl::api {
namespace {

constexpr std::size_t kMaxRelated = 20, kDefaultRelated = 8;
constexpr std::size_t kMaxArticles = 50; ///< in one answer

/// The ids that the article named in a path may have: the one that is written or begun there, or those of an address as
/// people type it: without scheme, with or without the final slash, an index file, "www.". The likeliest first.
std::vector<std::string> ids_named(const std::string& named) {
  if (is_article_id_prefix(named)) return {named};
  if (!named.contains('.')) return {};
  const std::string address = url::canonical(named.contains("://") ? named : "https://" + named);
  const std::string key = url::identity_key(address);
  if (key.empty()) return {};
  std::vector<std::string> ids{article_id(address)};
  for (const char* scheme : {"https://", "http://"}) {
    for (const char* www : {"", "www."}) {
      for (const char* end : {"", "/", "/index.html"}) {
        ids.push_back(article_id(url::canonical(std::string(scheme) + www + key + end)));
      }
    }
  }
  return ids;
}

/// Checks what names the article in the path and returns the parameters.
Answer<Parameters> parameters_of_article(const RouteInput& input) {
  if (ids_named(input.argument).empty()) {
    return std::unexpected(http_problem(404,
                                        "Name an article by its address or its id, which has 16 hex digits; the first "
                                        "four or more of them do if no other id begins with them."));
  }
  return input.parameters();
}

/// The article with the first of these ids that there is; else the error of the first.
Result<search::Hit> find_article(Engine& engine, const std::vector<std::string>& ids) {
  auto first = engine.article(ids.front());
  for (std::size_t i = 1; i < ids.size() && !first && first.error().code == ErrorCode::NotFound; ++i) {
    if (auto other = engine.article(ids[i])) return other;
  }
  return first;
}

/// 301 from an alias of the article `id` to the same route for that id.
Response moved(const std::string& asked, const std::string& id, std::string_view route, const std::string& query) {
  Response response = json_response(moved_json(asked, id));
  response.status = 301;
  const std::string location = "/v1/articles/" + id + std::string(route) + (query.empty() ? "" : "?" + query);
  response.headers.emplace_back("Location", location);
  return response;
}

/// A route without parameters whose answer is made from the whole article alone.
Answer<PreparedRequest> read_whole(const RouteInput& input, std::string_view route, std::string_view media_type,
                                   std::string (*text_of)(const Article& article)) {
  TRAWL_TRY(const Parameters parameters, parameters_of_article(input));
  ParameterParser parser(parameters);
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  const auto answer = [named = input.argument, ids = ids_named(input.argument), route, media_type,
                       text_of](Engine& engine) -> Answer<Response> {
    const auto hit = find_article(engine, ids);
    if (!hit) return std::unexpected(missing_article(engine, ids.front(), hit.error()));
    const std::string& id = hit->article.id;
    if (is_article_id(named) && id != named) return moved(named, id, route, "");
    return Response{200, std::string(media_type), text_of(hit->article), {}};
  };
  return PreparedRequest{"article" + std::string(route) + " " + input.argument, answer};
}

/// Part of a request's canonical form.
std::string name_of(const ArticleForms& forms) {
  return std::string(forms.html ? " html" : "") + (forms.structure ? " structure" : "");
}

/// An article that there is not, as an item of a list: how it was named, and the problem.
std::string missing_json(const std::string& name, const Problem& problem) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("id").string(name).key("status").number(problem.status);
  json.key("detail").string(problem.detail).end_object();
  return out;
}

/// Changes what is given of the reader's state of an article; the JSON of what it is then.
Result<std::string> change_state(Reader& reader, const std::string& id,
                                 const std::array<std::optional<bool>, kGivenMarks>& marks,
                                 const std::optional<std::string>& note, Moment now) {
  if (note || std::ranges::any_of(marks, &std::optional<bool>::has_value)) {
    TRAWL_TRY(store::ReaderMemory * memory, reader.memory_to_write());
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (marks.at(i)) TRAWL_CHECK(memory->set(static_cast<ReaderMark>(i), std::array{id}, *marks.at(i), now));
    }
    if (note) TRAWL_CHECK(memory->set_note(id, *note));
  }
  TRAWL_TRY(const auto known, reader.marks());
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("id").string(id);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    json.key(kMarkNames.at(i))
        .boolean(known && std::ranges::binary_search(known->with(static_cast<ReaderMark>(i)), id));
  }
  TRAWL_TRY(store::ReaderMemory * memory, reader.memory());
  std::string text;
  if (memory != nullptr) {
    TRAWL_TRY(text, memory->note(id));
  }
  json.key("note").string(text).end_object();
  return out;
}

} // namespace

Answer<PreparedRequest> read_article(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, parameters_of_article(input));
  ParameterParser parser(parameters);
  const std::size_t related_count = parser.number("related", 0, 0, kMaxRelated);
  const ArticleForms forms{.html = parser.flag("html", false), .structure = parser.flag("structure", false)};
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  const auto answer = [named = input.argument, ids = ids_named(input.argument), query = input.request.query,
                       related_count, forms](Engine& engine) -> Answer<Response> {
    const auto hit = find_article(engine, ids);
    if (!hit) return std::unexpected(missing_article(engine, ids.front(), hit.error()));
    const std::string& id = hit->article.id;
    if (is_article_id(named) && id != named) return moved(named, id, "", query);
    std::optional<search::RelatedResponse> related;
    if (related_count > 0) {
      auto found = engine.related(id, related_count);
      if (!found) return problem_of(found.error());
      related = std::move(*found);
    }
    const auto state = engine.state();
    if (!state) return problem_of(state.error());
    const bool is_whole = state->warnings.empty() && (!related || related->warnings.empty());
    return json_response(article_json(*hit, related, forms, *state), is_whole);
  };
  return PreparedRequest{"article " + input.argument + " " + std::to_string(related_count) + name_of(forms), answer};
}

Answer<PreparedRequest> read_articles(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, input.parameters());
  ParameterParser parser(parameters);
  std::vector<std::string> named;
  for (auto& item : parser.list("ids")) named.push_back((item.excluded ? "-" : "") + std::move(item.value));
  if (named.empty()) parser.reject("ids", "", "must name an article by its id or address; join several with commas.");
  if (named.size() > kMaxArticles)
    parser.reject("ids", std::to_string(named.size()) + " articles",
                  "may name at most " + std::to_string(kMaxArticles) + "; ask for the others in another request.");
  const ArticleForms forms{.html = parser.flag("html", false)};
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  std::string canonical = "articles" + name_of(forms);
  for (const std::string& name : named) canonical += '\n' + name;
  const auto answer = [named, forms](Engine& engine) -> Answer<Response> {
    const auto state = engine.state();
    if (!state) return problem_of(state.error());
    std::string found, missing;
    for (const std::string& name : named) {
      const auto ids = ids_named(name);
      const auto hit =
          ids.empty() ? fail(ErrorCode::NotFound, "not an article's id or address", name) : find_article(engine, ids);
      if (hit) {
        found += (found.empty() ? "" : ",") + article_json(*hit, {}, forms, *state);
        continue;
      }
      const Problem problem = ids.empty() ? to_problem(hit.error()) : missing_article(engine, ids.front(), hit.error());
      if (problem.status >= 500) return std::unexpected(problem);
      missing += (missing.empty() ? "" : ",") + missing_json(name, problem);
    }
    return json_response("{\"articles\":[" + found + "],\"missing\":[" + missing + "]}", state->warnings.empty());
  };
  return PreparedRequest{std::move(canonical), answer};
}

Answer<PreparedRequest> read_article_markdown(const RouteInput& input) {
  return read_whole(input, ".md", "text/markdown; charset=utf-8", article_markdown);
}

Answer<PreparedRequest> read_state(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, parameters_of_article(input));
  ParameterParser parser(parameters);
  std::array<std::optional<bool>, kGivenMarks> marks;
  std::optional<std::string> note;
  if (input.request.method == "PUT") {
    const auto is_given = [&](std::string_view name) {
      return std::ranges::find(parameters, name, &Parameter::name) != parameters.end();
    };
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (is_given(kMarkNames.at(i))) marks.at(i) = parser.flag(kMarkNames.at(i), false);
    }
    if (is_given("note")) note = parser.text("note");
  }
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  const auto answer = [ids = ids_named(input.argument), marks, note,
                       now = input.now](Engine& engine) -> Answer<Response> {
    if (!engine.reader().may_write()) return std::unexpected(nothing_remembered());
    const auto hit = find_article(engine, ids);
    if (!hit) return std::unexpected(missing_article(engine, ids.front(), hit.error()));
    const auto state = change_state(engine.reader(), hit->article.id, marks, note, now);
    if (!state) return problem_of(state.error());
    return json_response(*state);
  };
  return PreparedRequest{"state " + input.argument, answer};
}

Answer<PreparedRequest> read_related(const RouteInput& input) {
  TRAWL_TRY(const Parameters parameters, parameters_of_article(input));
  ParameterParser parser(parameters);
  const std::size_t limit = parser.number("limit", kDefaultRelated, 0, kMaxRelated);
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  const auto answer = [named = input.argument, ids = ids_named(input.argument), query = input.request.query,
                       limit](Engine& engine) -> Answer<Response> {
    const auto hit = find_article(engine, ids);
    if (!hit) return std::unexpected(missing_article(engine, ids.front(), hit.error()));
    const std::string& id = hit->article.id;
    if (is_article_id(named) && id != named) return moved(named, id, "/related", query);
    const auto found = engine.related(id, limit);
    if (!found) return problem_of(found.error());
    return json_response(related_json(id, *found), found->warnings.empty());
  };
  return PreparedRequest{"related " + input.argument + " " + std::to_string(limit), answer};
}

} // namespace trawl::api
