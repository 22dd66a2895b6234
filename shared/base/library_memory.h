// SPDX-License-Identifier: GPL-3.0-or-later
/// Memory for libraries written in C that report a lack of it as something else: libcurl as a host that cannot be
/// resolved, OpenSSL as a certificate that is not trusted. They get it from here, so that the lack is noticed.
#pragma once

#include <cstddef>

namespace trawl {

void* library_malloc(std::size_t size);
void* library_calloc(std::size_t count, std::size_t size);
void* library_realloc(void* old, std::size_t size);
char* library_strdup(const char* text);

/// Lets OpenSSL use these, too, if it is part of the program and has not begun yet.
void give_memory_to_openssl();

/// Whether a library has been refused memory since the last call.
bool take_lack_of_memory();

} // namespace trawl
