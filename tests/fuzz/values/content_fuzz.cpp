// SPDX-License-Identifier: GPL-3.0-or-later
// A stored text and its structure, both damaged: read as nothing or as content that is shown as valid UTF-8 and is
// packed into the same text again.
#include "shared/base/utf8.h"
#include "shared/content/html.h"
#include "shared/content/markdown.h"
#include "shared/content/stored_content.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t half = bytes.find('\0');
  const std::string text = utf8::repair(bytes.substr(0, half));
  const std::string_view structure = half == std::string_view::npos ? std::string_view() : bytes.substr(half + 1);
  const auto read = content::unpack(text, structure);
  if (read && content::pack(*read).text.size() > 2 * text.size() + size + 64) std::abort();
  const content::Content shown = content::unpack_or_text(text, structure);
  const bool is_valid_input = utf8::is_valid(structure);
  if (is_valid_input && !utf8::is_valid(content::to_html(shown))) std::abort();
  if (is_valid_input && !utf8::is_valid(content::to_markdown(shown))) std::abort();
  if (content::to_html(shown).contains("<script")) std::abort();
  return 0;
}
