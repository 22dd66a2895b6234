// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_pictures.h"

#include "shared/api/request/parameters.h"
#include "shared/store/picture_store.h"

#include <memory>
#include <string>
#include <utility>

namespace trawl::searchd {
namespace {

/// Nullptr if there are none, or they cannot be read now: the page is whole without them.
std::shared_ptr<store::Database> open_pictures(const RouteContext& context) {
  if (context.pictures_of == nullptr) return nullptr;
  auto opened = store::open_pictures_for_reading(*context.pictures_of);
  return opened && *opened ? std::make_shared<store::Database>(std::move(**opened)) : nullptr;
}

} // namespace

content::FindPicture find_kept_pictures(const RouteContext& context) {
  auto database = open_pictures(context);
  if (!database) return {};
  return [database = std::move(database)](const std::string& address) -> content::OwnPicture {
    const auto found = store::PictureStore(*database).find(address);
    if (!found || !*found) return {};
    return {"/picture?key=" + (*found)->key, (*found)->width, (*found)->height};
  };
}

RouteAnswer kept_picture(const RouteContext& context, const HttpRequest& request) {
  const std::string key = request.query.starts_with("key=") ? request.query.substr(4) : std::string();
  const auto database = open_pictures(context);
  const auto bytes = database ? store::PictureStore(*database).bytes(key) : Result<std::string>(std::string());
  const store::PictureKind kind = store::kind_of_picture(bytes.value_or(std::string()));
  if (kind.media_type.empty()) return std::unexpected(api::http_problem(404, "There is no such picture."));
  HttpResponse response{200, std::string(kind.media_type), *bytes, {}};
  response.set_header("Content-Security-Policy", "default-src 'none'; sandbox");
  response.set_header("Cache-Control", "private, max-age=31536000, immutable"); // an address's picture is kept once
  return response;
}

} // namespace trawl::searchd
