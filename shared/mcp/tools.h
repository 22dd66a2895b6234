// SPDX-License-Identifier: GPL-3.0-or-later
/// The tools that a language model may call: each is one request to the HTTP API, whose answer becomes text that is
/// short enough for a context window and names articles by their URLs. Tools that write exist only for a caller that
/// offers `Api::put`; they change what the reader remembers, never the articles.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "shared/api/request/parameters.h"

namespace trawl::mcp {

/// Asks the API: the body of its answer, or a sentence that says what was wrong.
using Ask = std::function<std::expected<std::string, std::string>(const std::string& path, const api::Parameters&)>;

struct Api {
  Ask get;
  Ask put = {}; ///< empty: nothing may be written
};

struct ToolOutcome {
  std::string text;
  bool is_error = false;
};

/// The answer to tools/list: every tool that `api` allows, with its description and the JSON Schema of its arguments.
std::string tools_json(const Api& api);

/// Calls a tool. `arguments` is a JSON object. nullopt if there is no such tool; wrong arguments are an outcome, so
/// that the model can read what was wrong.
std::optional<ToolOutcome> call_tool(std::string_view name, std::string_view arguments, const Api& api);

} // namespace trawl::mcp
