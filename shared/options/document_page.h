// SPDX-License-Identifier: GPL-3.0-or-later
/// A page of docs/ as a manual page, so that what it says is written once.
#pragma once

#include "shared/options/manual_page.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::options {

/// Reads of Markdown what docs/ uses: headings, paragraphs, lists, tables, code and links; a table becomes a list of
/// tagged paragraphs. `page` has the name and section; `see_also`: "trawl(1)".
ManualPage document_page(ManualPage page, const std::string& description, std::string_view markdown,
                         const std::vector<std::string>& see_also);

} // namespace trawl::options
