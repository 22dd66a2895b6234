// SPDX-License-Identifier: GPL-3.0-or-later
/// Presentation MathML as TeX, for formulas of which a page has nothing else: https://www.w3.org/TR/mathml-core/.
#pragma once

#include "indexer/html/dom.h"

#include <string>

namespace trawl::html {

/// The TeX of a <math>; symbols stay the characters they are, which KaTeX reads, too. Elements that it does not know
/// give what is in them.
std::string tex_of_mathml(const Dom& dom, NodeId math);

} // namespace trawl::html
