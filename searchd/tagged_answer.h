// SPDX-License-Identifier: GPL-3.0-or-later
/// An answer from the index with its ETag, computed only when the client does not have it already.
#pragma once

#include "searchd/http/conditional.h"
#include "searchd/route.h"

namespace trawl::searchd {

/// 304 if the request names the tag of `asked` at the index's present state, else what `make` gives (a RouteAnswer),
/// with the tag.
template <typename Make>
RouteAnswer tagged_answer(const RouteContext& context, const HttpRequest& request, std::string_view asked, Make make) {
  const auto state = context.backend.state();
  if (!state) return std::unexpected(api::to_problem(state.error()));
  const std::string tag = index_tag(*state, asked);
  if (request.method != "POST" && matches_tag(request.header("If-None-Match"), tag)) {
    HttpResponse response;
    response.status = 304;
    response.set_header("ETag", tag);
    return response;
  }
  RouteAnswer answer = make();
  if (answer && request.method != "POST" && (answer->status == 200 || answer->status == 304))
    answer->set_header("ETag", tag);
  return answer;
}

} // namespace trawl::searchd
