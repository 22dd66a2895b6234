// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/sources/seed_place.h"

#include "indexer/commands/stop_signal.h"
#include "shared/base/ascii.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

#include <algorithm>
#include <array>
#include <map>

namespace trawl::commands {
namespace {

constexpr std::size_t kMostPages = 12; // that are fetched for one source

bool is_below(const std::string& address, const std::string& folder) {
  return (url::identity_key(address) + "/").starts_with(url::identity_key(folder) + "/");
}

/// The folders above an address from the host's root on, and its own.
std::vector<std::string> folders_to(const std::string& address) {
  std::vector<std::string> folders;
  const std::string own = folder_at(address);
  const auto root = own.find('/', own.find("://") + 3);
  for (auto slash = root; slash != std::string::npos; slash = own.find('/', slash + 1))
    folders.push_back(own.substr(0, slash + 1));
  return folders;
}

/// Looks which folders' pages declare the seed.
class Declarations {
 public:
  Declarations(PoliteFetcher& fetcher, const SeedProbe& probe) : fetcher_(fetcher), probe_(probe) {}

  /// Of the folders above an address the highest whose page declares the seed; empty if there is none.
  std::string highest_above(const std::string& address) {
    for (const std::string& folder : folders_to(address)) {
      if (is_declared_at(folder)) return folder;
    }
    return {};
  }

 private:
  bool is_declared_at(const std::string& folder) {
    if (const auto known = known_.find(folder); known != known_.end()) return known->second;
    if (known_.size() == kMostPages || is_stopped()) return false;
    const auto page = fetcher_.get(folder, fetch::ResourceKind::Page);
    // Where another page answers nobody knows whose word it is.
    const bool is_there = page && url::identity_key(page->url) == url::identity_key(folder);
    return known_[folder] = is_there && declares(*page, probe_);
  }

  PoliteFetcher& fetcher_;
  const SeedProbe& probe_;
  std::map<std::string, bool> known_;
};

std::vector<std::string> declared_places(PoliteFetcher& fetcher, const SeedProbe& probe, const SeedProof& proof,
                                         const std::string& url) {
  std::vector<std::string> starts{url}, places;
  for (const ProvenPage& page : proof.pages) {
    if (page.declares_seed) starts.push_back(page.url);
  }
  Declarations declarations(fetcher, probe);
  for (const std::string& start : starts) {
    const auto is_above = [&](const std::string& place) { return is_below(start, place); };
    if (std::ranges::any_of(places, is_above)) continue;
    std::string place = declarations.highest_above(start);
    if (place.empty() && start != url) place = folder_at(start); // its page does
    if (!place.empty()) places.push_back(std::move(place));
  }
  return places;
}

} // namespace

std::string folder_at(const std::string& address) {
  const auto parsed = url::parse(url::canonical(address));
  if (!parsed) return {};
  std::string path = parsed->path;
  const auto name = path.rfind('/') + 1;
  if (url::names_file(path)) path.resize(name);
  if (!path.ends_with('/')) path += '/';
  return parsed->origin() + path;
}

std::string folder_of_feed(const std::string& feed) {
  constexpr std::array<std::string_view, 5> kNames = {"feed", "feeds", "rss", "rss2", "atom"};
  constexpr std::array<std::string_view, 4> kEndings = {".rss", ".atom", ".rdf", ".json"};
  std::string folder = folder_at(feed);
  if (folder.empty() || feed.contains('?')) return folder;
  const auto name_begin = folder.rfind('/', folder.size() - 2) + 1;
  const auto name = ascii::to_lower(folder.substr(name_begin, folder.size() - 1 - name_begin));
  const auto is_ending = [&](std::string_view ending) { return name.ends_with(ending); };
  const bool is_root = folder[name_begin - 2] == '/' && folder[name_begin - 3] == ':';
  const bool is_feed = std::ranges::find(kNames, name) != kNames.end() || std::ranges::any_of(kEndings, is_ending);
  return is_root || !is_feed ? folder : folder.substr(0, name_begin);
}

std::vector<std::string> places_of_seed(PoliteFetcher& fetcher, const SeedProbe& probe, const SeedProof& proof,
                                        const std::string& url) {
  const std::string own = folder_of_feed(probe.seed.url);
  if (probe.seed.kind == schema::SourceKind::Feed) {
    auto places = declared_places(fetcher, probe, proof, url);
    return places.empty() ? std::vector{own} : places;
  }
  const std::string typed = folder_at(url);
  return {is_below(typed, own) ? typed : own};
}

} // namespace trawl::commands
