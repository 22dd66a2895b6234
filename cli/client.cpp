// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

#include "shared/api/engine/live_engine.h"
#include "shared/api/request/parameters.h"
#include "shared/article/article_id.h"
#include "shared/base/data_directory.h"
#include "shared/base/environment.h"
#include "shared/base/json.h"
#include "shared/base/system_directory.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <system_error>

namespace trawl::cli {
namespace {

struct Row {
  std::string_view type;
  ErrorCode code;
  const char* hint;
};

constexpr std::array kRows{
    Row{"not-found", ErrorCode::NotFound, ""},    Row{"gone", ErrorCode::NotFound, ""},
    Row{"not-ready", ErrorCode::NoIndex, ""},     Row{"index-damaged", ErrorCode::IndexDamaged, ""},
    Row{"unreadable", ErrorCode::Permission, ""}, Row{"exhausted", ErrorCode::Exhausted, ""},
    Row{"timeout", ErrorCode::Timeout, ""},       Row{"internal", ErrorCode::Internal, ""},
};

/// Where the package's daemon listens.
constexpr const char* kSystemServer = "http://127.0.0.1:7700";

/// The code for a type that has no row.
ErrorCode code_of_status(int status) {
  const bool is_of_request = status == 400 || status == 405 || status == 413 || status == 414;
  return is_of_request ? ErrorCode::Usage : ErrorCode::Network;
}

/// What is wrong with a parameter, as the option that it was typed as: "--since soon: must be a date". The API's
/// sentence is a phrase here, as in other errors of programs.
std::string about_option(const api::ParameterError& error) {
  std::string option = error.parameter;
  std::ranges::replace(option, '_', '-');
  std::string phrase = "--" + option + (error.value.empty() ? "" : " " + error.value) + ": " + error.detail;
  if (phrase.ends_with('.')) phrase.pop_back();
  if (!error.suggestion.empty()) phrase += "; did you mean " + error.suggestion + "?";
  return phrase;
}

} // namespace

Error to_error(const api::Problem& problem) {
  Error error{code_of_status(problem.status), problem.cause.empty() ? problem.detail : problem.cause, {}, {}};
  if (problem.type == "bad-parameter" && !problem.errors.empty() && problem.errors.front().parameter != "q")
    error.what = about_option(problem.errors.front());
  const auto row = std::ranges::find(kRows, problem.type, &Row::type);
  if (row == kRows.end()) return error;
  error.code = row->code;
  error.hint = row->hint;
  return error;
}

bool has_no_articles(const search::IndexState& state) {
  return std::ranges::find(state.warnings, "index_empty", &search::Warning::code) != state.warnings.end();
}

std::string query_string(const Parameters& parameters) {
  api::Parameters converted;
  for (const auto& [name, value] : parameters) converted.push_back({name, value});
  return api::to_query_string(converted);
}

std::string moved_path(const std::string& path, std::string_view body) {
  constexpr std::string_view kArticles = "/v1/articles/";
  const auto json = parse_json(body);
  const auto moved_to = json.is_object() ? json.value("moved_to", nlohmann::json()) : nlohmann::json();
  if (!moved_to.is_string() || !is_article_id(moved_to.get<std::string>()) || !path.starts_with(kArticles)) return {};
  const auto end = std::min(path.find('/', kArticles.size()), path.size());
  return std::string(kArticles) + moved_to.get<std::string>() + path.substr(end);
}

std::string reader_language() {
  std::string locale;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (locale.empty()) locale = environment(name);
  }
  locale = locale.substr(0, locale.find_first_of(".@")); // de_DE.UTF-8
  if (locale == "C" || locale == "POSIX") return {};
  std::ranges::replace(locale, '_', '-');
  return locale;
}

/// The system's index may be read by its daemon alone. An index of one's own that cannot be read is told of.
bool asks_system_daemon(const Settings& settings) {
  if (!settings.server.empty() || !settings.data.empty() || !environment("TRAWL_DATA").empty()) return false;
  std::error_code ignored;
  if (!std::filesystem::exists(kSystemDirectory, ignored)) return false;
  const auto own = api::LiveEngine(choose_data_directory({})).state();
  return own ? has_no_articles(*own) : own.error().code == ErrorCode::NoIndex;
}

Result<std::unique_ptr<Client>> make_client(const Settings& settings) {
  const std::string &server = settings.server, &engine = settings.engine;
  if (!server.empty()) return make_remote_client(notes(settings), server);
  if (asks_system_daemon(settings)) {
    notes(settings) << "note: no articles of your own in " << choose_data_directory({}).root.string()
                    << "; asking the system's daemon at " << kSystemServer << "\n";
    return make_remote_client(notes(settings), kSystemServer, "`trawl crawl` makes an index of your own", true);
  }
  if (engine == "opensearch") {
    return fail(ErrorCode::Usage, "the articles are in OpenSearch, which only the daemon asks", {},
                "start it with `trawl serve`, and name it with --server http://127.0.0.1:7700");
  }
  if (!engine.empty() && engine != "xapian")
    return fail(ErrorCode::Usage, "must be xapian or opensearch", "--engine " + engine);
  return make_local_client(settings);
}

} // namespace trawl::cli
