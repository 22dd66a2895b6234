// SPDX-License-Identifier: GPL-3.0-or-later
// `sources list`, `show`, `status` and `export`: these only read the catalogue.
#include "indexer/commands/commands.h"
#include "indexer/commands/counted.h"
#include "indexer/commands/workspace.h"
#include "indexer/feed/opml.h"
#include "indexer/store/migrations.h"
#include "shared/base/terminal_text.h"
#include "shared/url/url.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <tuple>
#include <utility>

namespace trawl::commands {
namespace {

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text + "  ";
}

const char* name_of(schema::SourceKind kind) {
  return kind == schema::SourceKind::Feed ? "feed" : kind == schema::SourceKind::Sitemap ? "sitemap" : "page_list";
}

std::size_t longest_id(const std::vector<schema::SourceDefinition>& sources) {
  std::size_t longest = 0;
  for (const auto& source : sources) longest = std::max(longest, source.id.size());
  return longest;
}

feed::OpmlFeed to_outline(const schema::SourceDefinition& source) {
  feed::OpmlFeed outline;
  outline.title = source.label;
  outline.feed_url = source.seed.url;
  outline.home_url = source.homepage;
  outline.note = source.note;
  outline.is_feed = source.seed.kind == schema::SourceKind::Feed;
  return outline;
}

/// One line for each host and kind of failure: a host that is down may have fifty thousand pages.
void print_failures(const std::vector<store::Failure>& failures) {
  struct Group {
    const store::Failure* first = nullptr;
    std::size_t pages = 0;
  };
  std::map<std::pair<std::string, std::string>, Group> groups;
  for (const auto& failure : failures) {
    const auto address = url::parse(failure.url);
    Group& group = groups[{address ? address->origin() : failure.url, failure.code}];
    if (group.pages++ == 0) group.first = &failure;
  }
  for (const auto& [key, group] : groups) {
    const auto& [url, code, sentence] = std::tie(group.first->url, group.first->code, group.first->sentence);
    std::cout << "    " << code << "  ";
    if (group.pages > 1) std::cout << counted(group.pages, "page") << " of " << safe_text(key.first) << ", such as ";
    std::cout << safe_text(sentence.contains(url) ? sentence : url + ": " + sentence) << "\n";
  }
}

} // namespace

Result<int> list_sources(const Options& options) {
  TRAWL_TRY(const auto sources, load_catalogue(options, choose_data_directory(options.data)));
  const auto width = longest_id(sources);
  for (const auto& source : sources) {
    std::cout << padded(source.id, width) << padded(name_of(source.seed.kind), 9) << safe_text(source.label) << "  "
              << safe_text(source.seed.url) << (source.enabled ? "" : "  (disabled)") << "\n";
  }
  return sources.empty() ? 1 : 0;
}

Result<int> show_sources(const Options& options) {
  TRAWL_TRY(const auto all, load_catalogue(options, choose_data_directory(options.data)));
  TRAWL_TRY(const auto sources, select_sources(all, options.arguments));
  std::cout << safe_json(schema::to_json(sources));
  return 0;
}

Result<int> show_source_status(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(const auto all, load_catalogue(options, directory));
  TRAWL_TRY(const auto sources, select_sources(all, options.arguments));
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  store::SourceStore store(database);
  TRAWL_TRY(const auto states, source_states(sources, database, now()));
  const auto width = longest_id(sources);
  for (const auto& state : states) {
    const auto& note = state.note;
    TRAWL_TRY(const auto failures, store.failures(note.id));
    std::cout << padded(note.id, width) << padded(note.health, 7)
              << padded(note.last_success ? to_rfc3339(*note.last_success) : "never", 20)
              << padded(counted(failures.size(), "failure"), 12)
              << padded(std::to_string(note.gone) + " withdrawn, " + std::to_string(note.edited) + " edited", 24)
              << safe_text(trouble_of(state)) << "\n";
    if (options.arguments.empty()) continue;
    print_failures(failures);
  }
  return 0;
}

Result<int> export_sources(const Options& options) {
  TRAWL_TRY(const auto sources, load_catalogue(options, choose_data_directory(options.data)));
  if (!options.opml) {
    std::cout << safe_json(schema::to_json(sources));
    return 0;
  }
  feed::Opml opml;
  opml.title = "Sources of Trawl";
  std::ranges::transform(sources, std::back_inserter(opml.feeds), to_outline);
  std::cout << feed::write_opml(opml);
  return 0;
}

} // namespace trawl::commands
