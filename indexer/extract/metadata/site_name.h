// SPDX-License-Identifier: GPL-3.0-or-later
/// The site's name, and the names by which a title's part or an author is known to be the site.
#pragma once

#include "indexer/extract/metadata/metadata_signals.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// All names of the site, to recognise them elsewhere.
class SiteNames {
 public:
  SiteNames(const Witnesses& witnesses, std::string_view host);

  /// Whether `text` names the site: one of its names, a longer or shorter form of one, or the host.
  bool matches(std::string_view text) const;

  /// The part of a title ("X | Site", "Site - X") that is the host's own name, or empty.
  std::string part_of_title(std::string_view title) const;

  /// Whether `text` is exactly one of the names, or the host's word ("nytimes").
  bool equals(std::string_view text) const;

 private:
  std::vector<std::string> keys_;   ///< wording keys
  std::vector<std::string> joined_; ///< the same without blanks
  std::string host_word_;           ///< "nytimes" of www.nytimes.com
  std::string host_key_;            ///< "nytimes com"
};

/// og:site_name, then JSON-LD's site or publisher, then application-name, then the title's part that is the host's
/// name; empty if none says.
std::string choose_site_name(const Witnesses& witnesses, const SiteNames& names);

} // namespace trawl::extract
