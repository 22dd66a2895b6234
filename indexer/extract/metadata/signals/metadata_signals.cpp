// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals/metadata_signals.h"

#include "shared/base/ascii.h"

namespace trawl::extract {

std::string_view MetadataSignals::meta(std::string_view name) const {
  for (const MetaElement& element : metas) {
    if (element.name == name && !ascii::trim(element.content).empty()) return element.content;
  }
  return {};
}

} // namespace trawl::extract
