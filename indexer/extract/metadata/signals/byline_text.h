// SPDX-License-Identifier: GPL-3.0-or-later
/// The text of an element that may be a byline.
#pragma once

#include "indexer/html/dom.h"

#include <string>

namespace trawl::extract {

/// The text of a small element, hidden parts included; empty if it is long (element_text.h). Parts that style sheets
/// set apart are on lines of their own; similar parts ("<li>Ann Lee</li><li>Bo Ek</li>") are on one line, with commas.
std::string byline_text(const html::Dom& dom, html::NodeId at);

} // namespace trawl::extract
