// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/problem.h"

#include "shared/api/response/json_writer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

namespace trawl::api {
namespace {

constexpr std::string_view kTypeBase = "https://trawl.invalid/problems/";

struct HttpRow {
  int status;
  std::string_view type;
};

constexpr std::array kHttpRows{
    HttpRow{400, "bad-request"},
    HttpRow{403, "forbidden"},
    HttpRow{404, "not-found"},
    HttpRow{405, "method-not-allowed"},
    HttpRow{408, "request-timeout"},
    HttpRow{410, "gone"},
    HttpRow{411, "length-required"},
    HttpRow{413, "body-too-large"},
    HttpRow{414, "uri-too-long"},
    HttpRow{415, "unsupported-media-type"},
    HttpRow{417, "expectation-failed"},
    HttpRow{421, "misdirected-request"},
    HttpRow{429, "busy"},
    HttpRow{431, "headers-too-large"},
    HttpRow{501, "not-implemented"},
    HttpRow{503, "busy"},
    HttpRow{505, "version-not-supported"},
};

/// The engine's message without the prefix "bad-cursor: ".
std::string without_code(const std::string& what) {
  constexpr std::string_view kCode = "bad-cursor: ";
  return what.starts_with(kCode) ? what.substr(kCode.size()) : what;
}

/// The API's form of an Error's phrase.
std::string as_sentence(std::string phrase) {
  if (!phrase.empty()) phrase.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(phrase.front())));
  return phrase + ".";
}

/// What can be done about a damaged store, or one of another version.
std::string damage_of_store(const Error& error) {
  const std::string file =
      std::filesystem::path(error.where).filename().string(); // not the whole path, for all to read
  std::string sentence = file.empty() ? as_sentence(error.what) : file + ": " + error.what + ".";
  if (!error.hint.empty()) sentence += " " + as_sentence(error.hint);
  return sentence;
}

void write_error(JsonWriter& json, const ParameterError& error) {
  json.begin_object().key("parameter").string(error.parameter).key("value").string(error.value);
  json.key("detail").string(error.detail).key("suggestion").string_or_null(error.suggestion).end_object();
}

std::string sentence_of(const ParameterError& error) {
  std::string sentence = error.parameter;
  if (!error.value.empty()) sentence += "=" + error.value;
  sentence += ": " + error.detail;
  if (!error.suggestion.empty()) sentence += " Did you mean " + error.suggestion + "?";
  return sentence;
}

} // namespace

Problem to_problem(const Error& error) {
  switch (error.code) {
  case ErrorCode::Usage:
    return bad_parameters({{error.where, "", without_code(error.what) + ".", ""}},
                          error.where == "cursor" ? "bad-cursor" : "bad-parameter");
  case ErrorCode::NotFound:
    return {"not-found", 404, as_sentence(error.what), {}};
  case ErrorCode::NoIndex:
    return {"not-ready", 503, "There is no index yet. Run `trawl crawl` or `trawl import` with the same --data.", {}};
  case ErrorCode::IndexDamaged:
    return {
        "index-damaged",
        503,
        "The index is damaged, or another version of Trawl wrote it. Run `trawl index rebuild` with the same --data.",
        {},
        to_sentence(error)};
  case ErrorCode::StoreDamaged:
    return {"index-damaged", 503, damage_of_store(error), {}, to_sentence(error)};
  case ErrorCode::Disk:
  case ErrorCode::Permission:
    return {"unreadable",
            503,
            "The data directory cannot be read or written at the moment; the server's log says why.",
            {},
            to_sentence(error)};
  case ErrorCode::Exhausted:
    return exhausted(to_sentence(error));
  case ErrorCode::Timeout:
    return {"timeout", 503, "The query took too long. Use fewer or more specific words.", {}};
  case ErrorCode::Unresolved:
  case ErrorCode::Network: // the engine is a cluster that cannot be reached
    return {"engine-away", 503, as_sentence(error.what), {}};
  case ErrorCode::TooLarge:
    return {"too-large", http_status_of(error.code), as_sentence(error.what), {}};
  default:
    return {"internal", 500, "An internal error occurred; the server's log describes it.", {}, to_sentence(error)};
  }
}

Problem exhausted(std::string cause) {
  return {"exhausted", 503, "The server is out of memory or open files; its log says which.", {}, std::move(cause)};
}

Problem http_problem(int status, std::string detail) {
  const auto row = std::ranges::find(kHttpRows, status, &HttpRow::status);
  return {std::string(row == kHttpRows.end() ? "bad-request" : row->type), status, std::move(detail), {}};
}

Problem bad_parameters(std::vector<ParameterError> errors, std::string type) {
  std::string detail = errors.empty() ? "" : sentence_of(errors.front());
  return {std::move(type), 400, std::move(detail), std::move(errors)};
}

std::string title_of(std::string_view type) {
  std::string title(type);
  std::ranges::replace(title, '-', ' ');
  if (title.starts_with("uri ")) return "URI" + title.substr(3);
  if (!title.empty()) title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

std::string problem_json(const Problem& problem, std::string_view instance) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("type").string(std::string(kTypeBase) + problem.type);
  json.key("title").string(title_of(problem.type)).key("status").number(problem.status);
  json.key("detail").string(problem.detail).key("instance").string(instance);
  json.key("errors").begin_array();
  for (const ParameterError& error : problem.errors) write_error(json, error);
  json.end_array().end_object();
  return out;
}

} // namespace trawl::api
