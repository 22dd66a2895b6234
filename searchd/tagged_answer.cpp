// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/tagged_answer.h"

namespace trawl::searchd {

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
  response.reuse = Reuse::Forever;
  return response;
}

} // namespace trawl::searchd
