// SPDX-License-Identifier: GPL-3.0-or-later
/// The site's name, and the names by which parts of titles and authors are recognised as the site.
#pragma once

#include "indexer/extract/metadata/signals.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// All names that the page gives its site, and the name in its host.
class SiteNames {
 public:
  SiteNames(const MetadataSignals& signals, std::string_view host);

  /// The same names and `name`.
  SiteNames with(std::string_view name) const;

  /// Whether `text` names the site: one of its names, a longer or shorter form of one, or the host.
  bool matches(std::string_view text) const;

  /// The first or last part of a title ("X | Site", "Site - X") that is one of the names, or empty.
  std::string part_of_title(std::string_view title) const;

  /// Whether `text` is exactly one of the names, the host, or the main label of the host ("nytimes").
  bool equals(std::string_view text) const;

  /// Whether `text` is exactly one of the names. The host does not count: on python.org "Python: a primer" is a title.
  bool is_stated(std::string_view text) const;

 private:
  void add(std::string_view name);

  std::vector<std::string> keys_;   ///< wording keys
  std::vector<std::string> joined_; ///< the same without spaces
  std::string host_label_;          ///< "nytimes" of www.nytimes.com
  std::string host_key_;            ///< "nytimes com"
};

/// The first one present among og:site_name, JSON-LD's site or publisher, application-name, and the part of the title
/// that is a name of the site; else empty.
std::string choose_site_name(const MetadataSignals& signals, const SiteNames& names);

} // namespace trawl::extract
