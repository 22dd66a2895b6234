// SPDX-License-Identifier: GPL-3.0-or-later
/// An answer that changes with the program alone, with a tag of its content.
#pragma once

#include "searchd/http/conditional.h"
#include "searchd/page/embedded_files.h"
#include "searchd/route.h"

#include <string>
#include <string_view>

namespace trawl::searchd {

inline HttpResponse static_answer(const HttpRequest& request, std::string_view type, const EmbeddedFile& file) {
  const std::string tag = content_tag(file.hash);
  HttpResponse response;
  response.set_header("ETag", tag);
  if (matches_tag(request.header("If-None-Match"), tag)) {
    response.status = 304;
    return response;
  }
  response.content_type = type;
  response.body = file.content;
  return response;
}

} // namespace trawl::searchd
