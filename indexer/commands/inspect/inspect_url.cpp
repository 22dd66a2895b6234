// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <string>

#include "indexer/commands/inspect/inspect.h"
#include "shared/base/json.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

namespace trawl::commands {

std::string inspect_url(std::string_view request) {
  const auto question = parse_ordered_json(request);
  if (!question.is_object() || !question.contains("input") || !question["input"].is_string()) {
    return json_text(nlohmann::ordered_json{{"error", "the request is not a JSON object with a string \"input\""}});
  }
  std::optional<url::Url> base;
  if (question.contains("base") && question["base"].is_string()) {
    base = url::parse(question["base"].get_ref<const std::string&>());
  }
  const auto parsed = url::parse(question["input"].get_ref<const std::string&>(), base ? &*base : nullptr);

  nlohmann::ordered_json answer;
  if (question.contains("id")) answer["id"] = question["id"];
  answer["ok"] = parsed.has_value();
  answer["href"] = nullptr;
  answer["canonical"] = nullptr;
  answer["site"] = nullptr;
  if (parsed) {
    const std::string href = parsed->to_string();
    answer["href"] = href;
    if (std::string canonical = url::canonical(href); !canonical.empty()) answer["canonical"] = canonical;
    if (const auto domain = url::registrable_domain(href)) answer["site"] = *domain;
  }
  return json_text(answer);
}

} // namespace trawl::commands
