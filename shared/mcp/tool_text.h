// SPDX-License-Identifier: GPL-3.0-or-later
/// The API's answers as text for a language model: Markdown, each article with its URL, and only what a model needs.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace trawl::mcp {

std::string search_text(const nlohmann::ordered_json& answer);
std::string related_text(const nlohmann::ordered_json& answer);
std::string values_text(const nlohmann::ordered_json& answer);
std::string sources_text(const nlohmann::ordered_json& answer);
std::string saved_text(const nlohmann::ordered_json& answer);
std::string state_text(const nlohmann::ordered_json& answer);

/// The article from byte `offset` of its text, at most `most` bytes; says how to continue.
std::string article_text(const nlohmann::ordered_json& article, std::size_t offset, std::size_t most);

} // namespace trawl::mcp
