// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/site_name.h"

#include <algorithm>
#include <array>

#include "indexer/extract/metadata/metadata_text.h"
#include "indexer/extract/metadata/title.h"

namespace trawl::extract {
namespace {

std::string without_spaces(std::string_view key) {
  std::string out(key);
  std::erase(out, ' ');
  return out;
}

/// The label by which people know a host: the last one before the public suffix. Suffixes of two labels ("co.uk") are
/// recognised by their short first label.
std::string main_label(std::string_view host) {
  std::vector<std::string_view> labels;
  for (std::size_t at = 0; at < host.size();) {
    const auto dot = std::min(host.find('.', at), host.size());
    labels.push_back(host.substr(at, dot - at));
    at = dot + 1;
  }
  if (labels.size() < 2) return std::string(host);
  std::size_t last = labels.size() - 2;
  if (last > 0 && labels[last].size() <= 3 && labels.back().size() == 2) --last;
  return std::string(labels[last]);
}

std::string stated_publisher(const MetadataSignals& signals) {
  for (const JsonLdItem& item : signals.json_ld) {
    if (item.type == "WebSite" && !item.headline.empty()) return item.headline;
  }
  for (const JsonLdItem& item : signals.json_ld) {
    if (!item.publisher.empty()) return item.publisher;
  }
  return {};
}

} // namespace

SiteNames::SiteNames(const MetadataSignals& signals, std::string_view host) {
  for (const auto* const name : {"og:site_name", "application-name", "apple-mobile-web-app-title", "publisher",
                                 "dc.publisher", "citation_journal_title", "al:ios:app_name", "twitter:site"}) {
    add(signals.meta(name));
  }
  for (const JsonLdItem& item : signals.json_ld) {
    add(item.publisher);
    if (item.kind == JsonLdKind::Site) add(item.headline);
  }
  host_label_ = main_label(host);
  host_key_ = wording_key(host.starts_with("www.") ? host.substr(4) : host);
}

void SiteNames::add(std::string_view name) {
  std::string key = wording_key(clean_value(name));
  if (key.empty() || words_in_key(key) > 8 || std::ranges::find(keys_, key) != keys_.end()) return;
  joined_.push_back(without_spaces(key));
  keys_.push_back(std::move(key));
}

SiteNames SiteNames::with(std::string_view name) const {
  SiteNames names = *this;
  names.add(name);
  return names;
}

bool SiteNames::is_stated(std::string_view text) const {
  return std::ranges::find(joined_, without_spaces(wording_key(text))) != joined_.end();
}

bool SiteNames::equals(std::string_view text) const {
  const std::string key = wording_key(text);
  if (key.empty()) return false;
  const std::string joined = without_spaces(key);
  return is_stated(text) || key == host_key_ ||
         (!host_label_.empty() && joined == without_spaces(wording_key(host_label_)));
}

bool SiteNames::matches(std::string_view text) const {
  if (equals(text)) return true;
  const std::string key = wording_key(text);
  const std::size_t words = words_in_key(key);
  if (words == 0 || words > 7) return false;
  for (const std::string& name : keys_) {
    const bool longer = contains_wording(key, name) && words <= words_in_key(name) + 3;
    const bool shorter = contains_wording(name, key) && name.size() >= 4 && key.size() * 2 >= name.size();
    if (longer || shorter) return true;
  }
  const std::string joined = without_spaces(key);
  const std::string host = without_spaces(wording_key(host_label_));
  if (host.size() >= 4 && words <= 5 && joined.contains(host)) return true;
  return joined.size() >= 4 && words <= 4 && host.contains(joined);
}

std::string SiteNames::part_of_title(std::string_view title) const {
  const std::vector<TitleSplit> splits = title_splits(title);
  if (splits.empty()) return {};
  for (const std::string_view part : {title.substr(splits.back().end), title.substr(0, splits.front().begin)}) {
    if (equals(part)) return squeeze(part);
  }
  return {};
}

std::string choose_site_name(const MetadataSignals& signals, const SiteNames& names) {
  if (std::string name = clean_value(signals.meta("og:site_name")); !name.empty()) return name;
  if (std::string name = stated_publisher(signals); !name.empty()) return name;
  if (std::string name = clean_value(signals.meta("application-name")); !name.empty()) return name;
  return names.part_of_title(clean_value(signals.document_title));
}

} // namespace trawl::extract
