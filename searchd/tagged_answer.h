// SPDX-License-Identifier: GPL-3.0-or-later
/// Answers with an ETag, computed only when the client does not have them already (RFC 9110 §13).
#pragma once

#include "searchd/http/http_message.h"
#include "searchd/route.h"
#include "shared/base/embedded_file.h"
#include "shared/search/response.h"

#include <string>
#include <string_view>

namespace trawl::searchd {

/// W/"<generation>.<revision>.<program version>.<hash of `canonical`>".
std::string index_tag(const search::IndexState& state, std::string_view canonical);

/// Changes with what the reader did, empty before the first time.
inline std::string tag_of_reader(const RouteContext& context) {
  const std::int64_t revision = context.engine.reader().revision();
  return revision == 0 ? "" : " " + std::to_string(revision);
}

/// The tag of content that changes only with the program.
std::string content_tag(std::string_view hash);

/// Whether an If-None-Match header, a list of tags or "*", matches `tag` by weak comparison.
bool matches_tag(std::string_view if_none_match, std::string_view tag);

/// Whether If-Modified-Since makes an answer with this Last-Modified unnecessary (RFC 9110 §13.1.3). A request with
/// If-None-Match is decided by that alone. False for an answer without the header.
bool is_unmodified(const HttpRequest& request, std::string_view last_modified);

/// An answer from the index. 304 if the request names the tag of `canonical` at the index's present state; else what
/// `make` gives (a RouteAnswer), with the tag. A POST or PUT has no tag, nor has an answer that must not be stored
/// because it is incomplete.
template <typename Make>
RouteAnswer tagged_answer(const RouteContext& context, const HttpRequest& request, std::string_view canonical,
                          Make make) {
  const auto state = context.engine.state();
  if (!state) return std::unexpected(api::to_problem(state.error()));
  context.metrics.see_index(*state);
  if (request.method == "POST" || request.method == "PUT") return make();
  const std::string tag = index_tag(*state, std::string(canonical) + tag_of_reader(context));
  if (matches_tag(request.header("If-None-Match"), tag)) {
    HttpResponse response;
    response.status = 304;
    response.set_header("ETag", tag);
    return response;
  }
  RouteAnswer answer = make();
  const bool is_whole = answer && answer->status == 200 && answer->header("Cache-Control") != "no-store";
  // Damage that was met on the way changes the state.
  if (is_whole && context.engine.state() == state) answer->set_header("ETag", tag);
  return answer;
}

/// An answer that changes with the program alone, tagged with the hash of its content.
HttpResponse static_answer(const HttpRequest& request, std::string_view media_type, const EmbeddedFile& file);

} // namespace trawl::searchd
