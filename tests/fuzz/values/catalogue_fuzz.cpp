// SPDX-License-Identifier: GPL-3.0-or-later
// Any file as a catalogue: refused with a sentence, or sources that are written and read as the same ones.
#include "shared/schema/catalogue.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl::schema;
  const auto sources = parse_catalogue(std::string_view(reinterpret_cast<const char*>(data), size), "sources.json");
  if (!sources && sources.error().what.empty()) std::abort();
  if (!sources) return 0;
  const auto again = parse_catalogue(to_json(*sources), "again");
  if (!again || again->size() != sources->size()) std::abort();
  for (std::size_t i = 0; i < sources->size(); ++i) {
    if ((*again)[i].id != (*sources)[i].id || (*again)[i].seed.url != (*sources)[i].seed.url) std::abort();
  }
  return 0;
}
