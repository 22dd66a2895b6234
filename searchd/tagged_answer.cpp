// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/tagged_answer.h"

#include "shared/base/sha256.h"
#include "shared/base/version.h"
#include "shared/text/dates/parse_date.h"

#include <algorithm>

namespace trawl::searchd {
namespace {

constexpr std::size_t kHashBytes = 8;

std::string_view without_weakness(std::string_view tag) {
  if (tag.starts_with("W/")) tag.remove_prefix(2);
  return tag;
}

} // namespace

HttpResponse static_answer(const HttpRequest& request, std::string_view media_type, const EmbeddedFile& file) {
  const std::string tag = content_tag(file.hash);
  HttpResponse response;
  response.set_header("ETag", tag);
  if (matches_tag(request.header("If-None-Match"), tag)) {
    response.status = 304;
    return response;
  }
  response.content_type = media_type;
  response.body = file.content;
  return response;
}

std::string index_tag(const search::IndexState& state, std::string_view canonical) {
  return "W/\"" + std::to_string(state.generation) + "." + std::to_string(state.revision) + "." TRAWL_VERSION "." +
         sha256_hex(std::to_string(state.identity) + " " + std::string(canonical), kHashBytes) + "\"";
}

std::string content_tag(std::string_view hash) { return "W/\"" + std::string(hash) + "\""; }

bool matches_tag(std::string_view if_none_match, std::string_view tag) {
  // None of our tags holds a comma, so a split at commas misreads foreign tags only, which do not match anyway.
  while (!if_none_match.empty()) {
    const std::size_t end = std::min(if_none_match.find(','), if_none_match.size());
    std::string_view candidate = if_none_match.substr(0, end);
    if_none_match.remove_prefix(std::min(end + 1, if_none_match.size()));
    const std::size_t begin = candidate.find_first_not_of(" \t");
    if (begin == std::string_view::npos) continue;
    candidate = candidate.substr(begin, candidate.find_last_not_of(" \t") - begin + 1);
    if (candidate == "*" || without_weakness(candidate) == without_weakness(tag)) return true;
  }
  return false;
}

bool is_unmodified(const HttpRequest& request, std::string_view last_modified) {
  if (last_modified.empty() || !request.header("If-None-Match").empty()) return false;
  const auto since = text::parse_feed_date(request.header("If-Modified-Since"));
  const auto newest = text::parse_feed_date(last_modified);
  return since && newest && newest->time <= since->time;
}

} // namespace trawl::searchd
