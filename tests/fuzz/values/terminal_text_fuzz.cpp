// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes on their way to a terminal or a page: valid UTF-8 without a character that either obeys.
#include "shared/base/html_escape.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/base/utf8.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const std::string& safe : {safe_text(bytes), safe_text(bytes, true), safe_json(bytes)}) {
    if (!utf8::is_valid(safe)) std::abort();
    for (std::size_t at = 0; at < safe.size();) {
      const char32_t c = utf8::next(safe, at);
      const bool is_layout = c == '\n' || c == '\r' || c == '\t';
      if (!is_layout && is_unsafe_on_terminal(c)) std::abort();
    }
  }
  if (safe_text(safe_text(bytes)) != safe_text(bytes)) std::abort();
  const std::string json = json_text(nlohmann::json(utf8::repair(bytes)));
  if (parse_json(safe_json(json)) != parse_json(json)) std::abort();
  if (html_escape(bytes).find_first_of("<>\"'\x1b") != std::string::npos) std::abort();
  return 0;
}
