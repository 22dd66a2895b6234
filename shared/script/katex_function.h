// SPDX-License-Identifier: GPL-3.0-or-later
/// KaTeX as the function that shared/formula/mathml.h asks: TeX to MathML.
#pragma once

#include "shared/script/script_function.h"

#include <string_view>

namespace trawl::script {

/// From TeX, and "displayed" or nothing, to a `math` element. `katex`: the script (katex.js, or what compiled_script
/// made of it), which must outlive the function.
ScriptFunction katex_function(std::string_view katex);

} // namespace trawl::script
