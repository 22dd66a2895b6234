// SPDX-License-Identifier: GPL-3.0-or-later
/// An article without its text, packed (shared/base/packed.h): what a page of results reads for each hit. A tenth of
/// the time that the stored form's JSON (article_record.h) takes.
#pragma once

#include "shared/article/article.h"

#include <string>
#include <string_view>

namespace trawl::index {

std::string pack_stored_fields(const Article& article);

/// False if the bytes are no head; `article` then holds anything.
bool unpack_stored_fields(std::string_view packed, Article& article);

} // namespace trawl::index
