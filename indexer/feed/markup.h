// SPDX-License-Identifier: GPL-3.0-or-later
/// Small scanners over HTML in strings, as feeds carry it: no tree, linear time.
#pragma once

#include "indexer/html/ascii.h"

#include <string>
#include <string_view>

namespace trawl::feed {

using html::is_alpha;
using html::is_space;
using html::to_lower;
using html::trim;

/// HTML to one line of text: the tags of HTML dropped (other "<words>" stay, they are the author's), references
/// decoded, white space folded.
std::string plain_text(std::string_view html);

/// White space (also no-break spaces) folded to single blanks, none at the ends.
std::string fold_spaces(std::string_view text);

/// `html` with the relative addresses in its tags made absolute. An empty `base` changes nothing.
std::string with_absolute_links(std::string_view html, std::string_view base);

/// `reference` against `base`; as it is where it has a scheme of its own or the base is none.
std::string absolute_link(std::string_view reference, std::string_view base);

/// Whether `text` has a tag or a reference in it.
bool looks_like_html(std::string_view text);

} // namespace trawl::feed
