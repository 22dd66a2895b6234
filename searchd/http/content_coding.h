// SPDX-License-Identifier: GPL-3.0-or-later
/// Content codings of answers: the one a client prefers (RFC 9110 §12.5.3), and the coded bytes.
#pragma once

#include "searchd/http/http_message.h"

#include <string>
#include <string_view>

namespace trawl::searchd {

enum class Coding { Identity, Gzip, Brotli };

/// The coding with the highest weight in an Accept-Encoding header; of equal ones brotli, then gzip. Identity without
/// the header, or if nothing else is wanted.
Coding preferred_coding(std::string_view accept_encoding);

/// The name in Content-Encoding; empty for Identity.
std::string_view coding_name(Coding coding);

/// `bytes` coded; empty if the library fails, or for Identity. The same bytes give the same result.
std::string encode(std::string_view bytes, Coding coding);

/// Whether answers of this media type are text, which compresses well.
bool is_compressible(std::string_view media_type);

/// Compresses a 200 that gains by it, as the client prefers.
void compress(HttpResponse& response, std::string_view accept_encoding);

} // namespace trawl::searchd
