// SPDX-License-Identifier: GPL-3.0-or-later
/// Formulas that the page contains as TeX between delimiters, for a script to render: \(…\), \[…\], $$…$$, $…$.
#pragma once

#include "indexer/html/dom.h"
#include "shared/content/content.h"

#include <optional>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The picture that an <img> shows, with its real address even if only a script would set it. nullopt for icons, and
/// without an http(s) address.
std::optional<content::Node> picture_of(const html::Dom& dom, html::NodeId img, std::string_view base_url);

/// A video, audio or page that the element embeds, as a link; nullopt if it embeds nothing that readers could open.
std::optional<content::Node> embed_of(const html::Dom& dom, html::NodeId node, std::string_view base_url);

struct TextPart {
  std::string_view text; ///< without the delimiters
  bool is_formula = false;
  bool is_displayed = false; ///< on lines of its own
};

/// The text in order, divided into words and formulas. `has_dollars`: single dollars delimit formulas on this page.
std::vector<TextPart> divide_formulas(std::string_view raw, bool has_dollars);

/// Whether the page loads a script that renders formulas.
bool renders_formulas(const html::Dom& dom);

} // namespace trawl::extract
