// SPDX-License-Identifier: GPL-3.0-or-later
/// The stable name of an article.
#pragma once

#include "shared/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl {

/// 16 hex digits: the first 64 bits of SHA-256 of the canonical URL. The same on every machine and after every rebuild.
std::string article_id(std::string_view canonical_url);

/// Whether `text` has the form of an id, which is never 0 as a number. Checked before an id from outside is used
/// anywhere.
bool is_article_id(std::string_view text);

/// Whether `text` may be the beginning of an id: 4 to 16 of its digits. People type so much of one as is needed.
bool is_article_id_prefix(std::string_view text);

/// The only one of `ids`, all of which begin with `beginning`; NotFound if there are none or several.
Result<std::string> only_id(std::string_view beginning, std::vector<std::string> ids);

/// An id as a number, in the same order as the ids; 0 if `id` is not well-formed.
std::uint64_t article_number(std::string_view id);

/// The id with a number.
std::string article_id_of(std::uint64_t number);

/// Whether `text` is a legal source id: [a-z0-9][a-z0-9-]{0,39}, so that it is no option and no file name that looks
/// like one.
bool is_source_id(std::string_view text);

} // namespace trawl
