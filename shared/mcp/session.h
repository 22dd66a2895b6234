// SPDX-License-Identifier: GPL-3.0-or-later
/// The Model Context Protocol (modelcontextprotocol.io, revision 2025-06-18; older ones are accepted): JSON-RPC 2.0
/// messages by which a language model's program uses tools. Here: messages in, messages out. The transport is the
/// caller's: lines of stdin and stdout, or bodies of POST /mcp. No state is kept between messages, so any order and any
/// worker will do.
#pragma once

#include "shared/mcp/tools.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::mcp {

/// A message longer than this is refused.
inline constexpr std::size_t kMaxMessageBytes = 1 << 20;

/// The answer to `message`, on one line; nullopt for a notification, which has none. Never fails: what is no valid
/// message is answered with an error of JSON-RPC.
std::optional<std::string> answer(std::string_view message, const Ask& ask);

} // namespace trawl::mcp
