// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "indexer/commands/inspect/inspect.h"
#include "indexer/fetch/robots/robots.h"
#include "shared/base/file.h"
#include "shared/base/json.h"
#include "shared/url/url.h"

namespace trawl::commands {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& question, const char* name) {
  const auto field = question.find(name);
  return field != question.end() && field->is_string() ? field->get<std::string>() : std::string();
}

/// Path and query of a URL. Rules only match paths, so any scheme will do.
std::string target_of(const std::string& address) {
  auto url = url::parse(address);
  if (const std::size_t scheme_end = address.find("://"); !url && scheme_end != std::string::npos) {
    url = url::parse("http" + address.substr(scheme_end));
  }
  return url ? url->request_target() : address;
}

std::string print(const Json& answer) { return json_text(answer); }

} // namespace

std::string inspect_robots(std::string_view request) {
  const Json question = parse_ordered_json(request);
  if (!question.is_object()) return print(Json{{"error", "the request is not a JSON object"}});
  Json answer;
  if (question.contains("id")) answer["id"] = question["id"];
  const auto body = read_file(text_of(question, "path"));
  if (!body) {
    answer["error"] = to_sentence(body.error());
    return print(answer);
  }
  const auto robots = fetch::Robots::parse(*body, text_of(question, "user_agent"));
  answer["allowed"] = robots.allows(target_of(text_of(question, "url")));
  answer["crawl_delay"] = nullptr;
  if (const auto delay = robots.crawl_delay()) answer["crawl_delay"] = delay->count();
  answer["sitemaps"] = robots.sitemaps();
  return print(answer);
}

} // namespace trawl::commands
