// SPDX-License-Identifier: GPL-3.0-or-later
/// The bytes of a fetched page as UTF-8 text.
#pragma once

#include <string>
#include <string_view>

namespace trawl::extract {

/// Valid UTF-8 without BOM, whatever the bytes are. Bytes that can only be UTF-8 are taken as such: saved and proxied
/// pages are often converted, and their meta element still names the old encoding. All others are decoded by the
/// HTML Standard's rules (charset.h). `content_type`: of the HTTP header; may be empty.
std::string decode_page(std::string_view bytes, std::string_view content_type);

} // namespace trawl::extract
