// SPDX-License-Identifier: GPL-3.0-or-later
/// Fragments of HTML, as feeds carry them: text and links, without a tree, in linear time.
#pragma once

#include <string>
#include <string_view>

namespace trawl::feed {

/// HTML to one line of text: drops the tags of HTML (another "<word>" is the author's text), decodes references and
/// collapses white space.
std::string plain_text(std::string_view html);

/// Strips and collapses white space (Infra Standard §4.7), including no-break spaces.
std::string fold_spaces(std::string_view text);

/// `html` with the relative URLs in its tags made absolute. An empty `base` changes nothing.
std::string with_absolute_links(std::string_view html, std::string_view base);

/// `reference` resolved against `base`; unchanged if it has a scheme, or if `base` is empty or not an http(s) URL.
std::string absolute_link(std::string_view reference, std::string_view base);

/// Whether `text` contains a tag or a character reference.
bool looks_like_html(std::string_view text);

} // namespace trawl::feed
