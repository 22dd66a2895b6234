// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_id.h"

#include "shared/base/ascii.h"
#include "shared/base/hex.h"
#include "shared/base/sha256.h"

#include <algorithm>
#include <charconv>

namespace trawl {

std::string article_id(std::string_view canonical_url) { return sha256_hex(canonical_url, 8); }

bool is_article_id_prefix(std::string_view text) {
  return text.size() >= 4 && text.size() <= 16 &&
         std::ranges::all_of(text, [](char c) { return ascii::is_digit(c) || (c >= 'a' && c <= 'f'); });
}

bool is_article_id(std::string_view text) {
  return text.size() == 16 && is_article_id_prefix(text) && text.find_first_not_of('0') != std::string_view::npos;
}

Result<std::string> only_id(std::string_view beginning, std::vector<std::string> ids) {
  if (ids.empty()) return fail(ErrorCode::NotFound, "there is no such article", std::string(beginning));
  if (ids.size() == 1) return std::move(ids.front());
  std::ranges::sort(ids);
  return fail(ErrorCode::NotFound, "several articles have ids that begin like this", std::string(beginning),
              "type more of the id: " + ids.at(0) + " or " + ids.at(1) + (ids.size() > 2 ? ", …" : ""));
}

std::uint64_t article_number(std::string_view id) {
  std::uint64_t number = 0;
  if (is_article_id(id)) std::from_chars(id.data(), id.data() + id.size(), number, 16);
  return number;
}

bool is_source_id(std::string_view text) {
  return !text.empty() && text.size() <= 40 && text.front() != '-' &&
         std::ranges::all_of(text, [](char c) { return ascii::is_digit(c) || (c >= 'a' && c <= 'z') || c == '-'; });
}

std::string article_id_of(std::uint64_t number) {
  std::string id;
  append_hex(id, number, 16);
  return id;
}

} // namespace trawl
