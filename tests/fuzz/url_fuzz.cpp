// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of strangers: a serialised one must parse to itself, a canonical one be its own canonical form.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shared/url/canonical.h"
#include "shared/url/url.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl::url;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t half = text.find('\n');
  const auto base = parse(text.substr(0, half));
  const auto url = half == std::string_view::npos ? base : parse(text.substr(half + 1), base ? &*base : nullptr);
  if (!url) return 0;
  const std::string href = url->to_string();
  if (parse(href) != url) std::abort();
  const std::string canonical_form = canonical(href);
  if (canonical(canonical_form) != canonical_form) std::abort();
  if (!canonical_form.empty() && (identity_key(href).empty() || site(href).empty())) std::abort();
  return 0;
}
