// SPDX-License-Identifier: GPL-3.0-or-later
/// A paper as a page: what pdftohtml found on its sheets, put together to title, authors, headings and paragraphs.
#pragma once

#include <string>
#include <string_view>

namespace trawl::pdf {

/// The HTML of a page from what `pdf_xml` returned: the largest lines of the first sheet are the title, the names below
/// it the authors; lines become paragraphs, words divided at line ends are joined; what sheets repeat at their edges is
/// left out. Without words if the file has none, as a scan.
std::string pdf_page(std::string_view xml);

} // namespace trawl::pdf
