// SPDX-License-Identifier: GPL-3.0-or-later
/// What `inspect` is asked: by a line of JSON, or by the command line.
#pragma once

#include "shared/base/json.h"
#include "shared/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::commands {

using InspectAnswer = nlohmann::ordered_json;

/// A member that is missing, or not of its type, is empty.
struct InspectRequest {
  InspectAnswer id;                 ///< repeated in the answer as it came; null if there is none
  std::string path;                 ///< of the file; of a page "html_file", too
  std::optional<std::string> bytes; ///< of the file, if it was fetched
  std::string url, content_type, user_agent, base;
  std::optional<std::string> input, label; ///< instead of a file: a URL, the name of an encoding
  bool labels = false;                     ///< with category and tags
  bool why = false;                        ///< with what was left out
  bool is_object = true;                   ///< else the line is not a JSON object

  /// What the file has. BadInput if the line is not a JSON object.
  Result<std::string> content() const;

  /// An answer with the id, if there is one.
  InspectAnswer answer() const;
};

InspectRequest read_inspect_request(std::string_view line);

} // namespace trawl::commands
