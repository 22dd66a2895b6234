// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "indexer/commands/inspect/inspect.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

namespace trawl::commands {

InspectAnswer answer_url(const InspectRequest& request) {
  InspectAnswer answer = request.answer();
  if (!request.input) {
    answer["error"] = "the request is not a JSON object with a string \"input\"";
    return answer;
  }
  const auto base = url::parse(request.base);
  const auto parsed = url::parse(*request.input, base ? &*base : nullptr);
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
  return answer;
}

} // namespace trawl::commands
