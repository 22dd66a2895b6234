// SPDX-License-Identifier: GPL-3.0-or-later
/// The addresses of pictures and of content embedded from other sites.
#pragma once

#include "indexer/html/dom.h"
#include "shared/content/content.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::extract {

/// The picture that an <img> shows, with its real address even if only a script would set it. nullopt for icons, and
/// without an http(s) address.
std::optional<content::Node> picture_of(const html::Dom& dom, html::NodeId img, std::string_view base_url);

/// A video, audio or page that the element embeds, as a link; nullopt if it embeds nothing that readers could open.
std::optional<content::Node> embed_of(const html::Dom& dom, html::NodeId node, std::string_view base_url);

} // namespace trawl::extract
