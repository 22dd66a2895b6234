// SPDX-License-Identifier: GPL-3.0-or-later
/// The Model Context Protocol (modelcontextprotocol.io, revision 2025-06-18; older ones are accepted): JSON-RPC 2.0
/// messages with which a language model's program calls tools. This part maps a message to its answer; the caller
/// provides the transport: lines on stdin and stdout, or bodies of POST /mcp. No state is kept between messages, so
/// they may come in any order and be answered by any worker.
#pragma once

#include "shared/mcp/tools.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::mcp {

/// A message longer than this is rejected.
inline constexpr std::size_t kMaxMessageBytes = 1 << 20;

/// The answer to `message`, on one line; nullopt for a notification, which has none. Never fails: an invalid message
/// gets a JSON-RPC error as its answer.
std::optional<std::string> answer(std::string_view message, const Api& api);

} // namespace trawl::mcp
