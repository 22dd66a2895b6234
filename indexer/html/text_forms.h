// SPDX-License-Identifier: GPL-3.0-or-later
/// Recognises things that pages add around their words: line numbers of code, permalinks of headings, renderings of a
/// formula. Used for the text (text_blocks.h) and for its structure.
#pragma once

#include "indexer/html/dom.h"

#include <string_view>

namespace trawl::html {

/// Whether the class attribute contains `part`.
bool class_contains(const Dom& dom, NodeId node, std::string_view part);

/// The line numbers that syntax highlighters add to code, in an element with a special class.
bool is_line_numbering(const Dom& dom, NodeId node);

/// The link of a heading to itself, such as "¶", and that of a footnote back to its mark.
bool is_permalink(const Dom& dom, NodeId node);

/// The rendering of a formula whose source follows or precedes it.
bool is_rendered_formula(const Dom& dom, NodeId node);

/// A custom element that is shown as a block: its attribute says so ("<d-math block>"), or it contains blocks.
bool is_custom_block(const Dom& dom, NodeId node);

/// Whether the element is a label directly behind another: the tabs of a box, or answers to choose from.
bool follows_label(const Dom& dom, NodeId node);

/// "<d-code block>", in which line breaks count as in <pre>.
bool is_custom_code(const Dom& dom, NodeId node);

/// A script that holds TeX for MathJax.
bool is_tex_script(const Dom& dom, NodeId script);

/// Whether the element says a formula in another form, which browsers do not show (MathML Core, 3.9).
bool is_annotation(const Dom& dom, NodeId node);

/// The <annotation encoding="application/x-tex"> of a <math>, or kNoNode.
NodeId tex_annotation(const Dom& dom, NodeId math);

/// The TeX of a formula that a script or an image renders, or empty.
std::string_view tex_of(const Dom& dom, NodeId node);

/// The number of a footnote at its reference: a short superscript that links into this page. Else empty.
std::string_view footnote_mark(const Dom& dom, NodeId sup);

} // namespace trawl::html
