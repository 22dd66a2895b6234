// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/article_body_end.h"

#include <algorithm>
#include <string>

#include "indexer/html/text.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kDistinctive = 25; ///< letters; shorter endings may agree by chance

} // namespace

std::size_t article_body_end(std::string_view text, std::string_view article_body) {
  const std::string body = html::letters_of(article_body);
  if (body.size() < kDistinctive) return text.size();
  std::size_t letters = 0, letters_at_end = 0, end = text.size();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    const std::string line = html::letters_of(text.substr(at, line_end - at));
    letters += line.size();
    if (line.size() >= kDistinctive && body.ends_with(line)) letters_at_end = letters, end = line_end;
    at = line_end + 1;
  }
  const bool is_as_long = letters_at_end * 5 >= body.size() * 4 && letters_at_end * 4 <= body.size() * 5;
  const bool is_nearly_all = letters_at_end * 4 >= letters * 3;
  return is_as_long && is_nearly_all ? end : text.size();
}

} // namespace trawl::extract
