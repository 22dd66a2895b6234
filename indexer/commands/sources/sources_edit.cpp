// SPDX-License-Identifier: GPL-3.0-or-later
// `sources add`, `remove`, `enable`, `disable` and `import`: these change the catalogue, in the user's own file.
#include "indexer/commands/commands.h"
#include "indexer/commands/counted.h"
#include "indexer/commands/input_lines.h"
#include "indexer/commands/network.h"
#include "indexer/commands/polite_fetcher.h"
#include "indexer/commands/report.h"
#include "indexer/commands/sources/seed_place.h"
#include "indexer/commands/sources/seed_probe.h"
#include "indexer/commands/sources/seed_proof.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/workspace.h"
#include "indexer/crawl/pipeline/import_row.h"
#include "indexer/feed/opml.h"
#include "indexer/identity/places.h"
#include "shared/article/article_id.h"
#include "shared/base/data_directory.h"
#include "shared/base/file.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <functional>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace trawl::commands {
namespace {

constexpr std::size_t kMaxOpml = 20u << 20; // bytes

using Sources = std::vector<schema::SourceDefinition>;

/// Writes the --sources file, else the catalogue in the data directory. The installed catalogue is never changed.
Result<void> save_catalogue(const Options& options, const DataDirectory& directory, const Sources& sources) {
  if (!options.sources_file.empty()) return write_file_atomic(options.sources_file, schema::to_json(sources));
  TRAWL_CHECK(make_data_directory(directory));
  return write_file_atomic(directory.root / "sources.json", schema::to_json(sources));
}

bool has_id(const Sources& sources, std::string_view id) {
  return std::ranges::any_of(sources, [&](const auto& source) { return source.id == id; });
}

/// The source whose `address` is the same; else null.
const schema::SourceDefinition* find_source(const Sources& sources, const std::string& url,
                                            const std::string& (*address)(const schema::SourceDefinition&)) {
  const auto key = url::identity_key(url);
  const auto found =
      std::ranges::find_if(sources, [&](const auto& one) { return url::identity_key(address(one)) == key; });
  return found == sources.end() ? nullptr : &*found;
}

const std::string& seed_of(const schema::SourceDefinition& source) { return source.seed.url; }
const std::string& home_of(const schema::SourceDefinition& source) { return source.homepage; }

FreeSourceIds free_ids(const Sources& sources) {
  std::set<std::string> taken;
  for (const auto& source : sources) taken.insert(source.id);
  return FreeSourceIds(std::move(taken));
}

/// A free id made from the name of a source.
std::string id_of(const std::string& name, FreeSourceIds& ids) {
  const std::string id = crawl::source_id_of(name);
  return ids.take(id.empty() ? "source" : id);
}

/// Of a source in a list of feeds: its place is the folder of its feed. What the list calls its site counts as that
/// only if it is there, because anybody can write another's site into such a list.
void set_place(schema::SourceDefinition& source, const std::string& home) {
  const std::string folder = folder_of_feed(source.seed.url);
  identity::Places places;
  places.add(source.id, {folder});
  source.homepage = places.may_state(source.id, home) ? home : folder;
  if (url::identity_key(source.homepage) != url::identity_key(folder)) source.places = {folder};
}

/// Prints which seed was chosen, why, and the pages that prove it.
void explain(const schema::SourceDefinition& source, const SeedProbe& probe, const SeedProof& proof) {
  for (const auto& rejected : probe.rejected) std::cerr << "rejected: " << rejected << "\n";
  std::cerr << source.id << ": " << source.seed.url << ", because " << probe.why << "; it lists "
            << probe.result.articles.size() << " URLs\n";
  std::cerr << "its place, where its lists may say what a page lacks: " << source.homepage;
  for (const std::string& place : source.places) std::cerr << ", " << place;
  std::cerr << "\n";
  for (const ProvenPage& page : proof.pages) {
    std::cerr << "  " << (page.published.empty() ? "undated   " : page.published) << "  " << counted(page.words, "word")
              << ", " << static_cast<int>(page.likeness * 100) << " % like another  " << page.title << "  " << page.url
              << (page.trouble.empty() ? "" : "  (" + page.trouble + ")") << "\n";
  }
  if (!source.article_pattern.empty()) {
    std::cerr << "URLs that match " << source.article_pattern
              << " are articles; edit \"article_pattern\" if this is wrong\n";
  } else if (source.seed.kind != schema::SourceKind::Feed) {
    std::cerr << "cannot tell from the URLs which of them are articles; set \"article_pattern\"\n";
  }
}

bool confirm(const Options& options) {
  if (options.yes) return true;
  if (::isatty(STDIN_FILENO) == 0) return false;
  std::cerr << "Remove " << counted(options.arguments.size(), "source") << " from the catalogue? [y/N] ";
  std::string answer;
  return std::getline(std::cin, answer) && (answer == "y" || answer == "yes");
}

/// A catalogue has no folders, so they become the note: "Folder: Blogs, Labs".
std::string folders_of(const feed::OpmlFeed& outline) {
  return outline.categories.empty() ? "" : "Folder: " + listed(outline.categories);
}

/// Whether no other address can be added after this.
bool ends_all(ErrorCode code) {
  return code == ErrorCode::Interrupted || code == ErrorCode::Disk || code == ErrorCode::Permission ||
         code == ErrorCode::Exhausted;
}

/// `sources add`: what it has added so far.
struct Addition {
  const Options& options;
  const DataDirectory& directory;
  PoliteFetcher& fetcher;
  FreeSourceIds ids;
  Sources sources, added;
  std::vector<std::string> known_ids;

  Result<void> add(const std::string& argument) {
    const std::string url = typed_url(argument);
    if (url::canonical(url).empty())
      return fail(ErrorCode::Usage, "not an http or https address", argument, "name a site, a feed or a sitemap");
    SeedProof proof;
    TRAWL_TRY(const auto probe, discover_seed(fetcher, url, [&](const SeedProbe& found) {
                proof = prove_seed(fetcher, found, url);
                return proof.refusal;
              }));
    auto source = source_of(probe, url);
    if (const auto* const known = find_source(sources, source.seed.url, seed_of)) {
      if (!options.quiet) std::cerr << source.seed.url << " is already in the catalogue, as " << known->id << "\n";
      known_ids.push_back(known->id);
      return {};
    }
    if (proof.pages.empty()) proof = prove_seed(fetcher, probe, url); // a feed or sitemap was named
    source.places = places_of_seed(fetcher, probe, proof, url);
    source.homepage = source.places.front();
    source.places.erase(source.places.begin());
    source.id = options.source.empty() ? id_of(url::site(url), ids) : options.source;
    if (!options.label.empty()) source.label = options.label;
    if (!options.quiet) explain(source, probe, proof);
    if (const auto* const same = find_source(sources, source.homepage, home_of); same != nullptr && !options.quiet)
      std::cerr << "note: " << same->id
                << " has the same home page; `trawl sources remove` takes away the one to drop\n";
    added.push_back(source);
    sources.push_back(std::move(source));
    TRAWL_CHECK(save_catalogue(options, directory, sources)); // each at once: a later one may be the last
    if (!options.quiet && options.sources_file.empty())
      std::cerr << "`trawl crawl " << sources.back().id << "` fetches its articles\n";
    return {};
  }
};

using Edit = std::function<Result<void>(Sources& sources, const Sources& chosen)>;

/// Edits the catalogue where the command names sources. `done`: what they are then.
Result<int> edit_sources(const Options& options, const Edit& edit, const std::string& done,
                         const std::string& remark = "") {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(auto sources, load_catalogue(options, directory));
  TRAWL_TRY(const auto chosen, select_sources(sources, options.arguments));
  TRAWL_CHECK(edit(sources, chosen));
  TRAWL_CHECK(save_catalogue(options, directory, sources));
  say_done(options, {{done, options.arguments}}, done + ": " + listed(options.arguments) + remark);
  return 0;
}

Result<int> set_enabled(const Options& options, bool is_enabled, const std::string& done) {
  const auto set = [&](Sources& sources, const Sources& chosen) -> Result<void> {
    for (auto& source : sources) {
      if (has_id(chosen, source.id)) source.enabled = is_enabled;
    }
    return {};
  };
  return edit_sources(options, set, done);
}

} // namespace

Result<int> add_source(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(auto sources, load_catalogue(options, directory));
  TRAWL_TRY(auto network, fetcher_options(options, sources));
  if (!options.source.empty() && options.arguments.size() > 1) {
    return fail(ErrorCode::Usage, "one id cannot name several sources", "--id " + options.source,
                "add them one at a time");
  }
  if (!options.source.empty() && !is_source_id(options.source))
    return fail(ErrorCode::Usage, std::string(schema::kSourceIdRule), "--id " + options.source);
  if (has_id(sources, options.source))
    return fail(ErrorCode::Usage, "another source has this id", "--id " + options.source, "choose another");
  const std::string product = product_of(network.user_agent);
  fetch::CurlFetcher curl(std::move(network));
  PoliteFetcher fetcher(curl, politeness_options(options), product, steady_wall_clock());
  FreeSourceIds ids = free_ids(sources);
  Addition addition{options, directory, fetcher, std::move(ids), std::move(sources), {}, {}};
  std::vector<Error> failures;
  for (const auto& argument : options.arguments) {
    auto done = addition.add(argument);
    if (done) continue;
    if (options.arguments.size() == 1 || ends_all(done.error().code)) return std::unexpected(std::move(done.error()));
    print_error(options.program, failures.emplace_back(std::move(done.error())));
  }
  if (options.is_json()) {
    Report report = parse_ordered_json(schema::to_json(addition.added));
    report["known"] = addition.known_ids;
    report["failures"] = Report::array();
    for (const Error& error : failures) report["failures"].push_back(trouble(error.where, to_sentence(error)));
    print_report(report);
  }
  if (failures.empty()) return 0;
  const bool is_none_added = failures.size() == options.arguments.size();
  return exit_code_of(is_none_added ? failures.front().code : ErrorCode::Partial);
}

Result<int> remove_sources(const Options& options) {
  const auto remove = [&](Sources& sources, const Sources& chosen) -> Result<void> {
    if (!confirm(options)) return fail(ErrorCode::Usage, "nothing was removed", "sources remove", "confirm with --yes");
    std::erase_if(sources, [&](const auto& source) { return has_id(chosen, source.id); });
    return {};
  };
  return edit_sources(options, remove, "removed", "; their articles stay");
}

Result<int> enable_sources(const Options& options) { return set_enabled(options, true, "enabled"); }
Result<int> disable_sources(const Options& options) { return set_enabled(options, false, "disabled"); }

Result<int> import_sources(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(auto sources, load_catalogue(options, directory));
  FreeSourceIds ids = free_ids(sources);
  std::set<std::string> seeds;
  for (const auto& source : sources) seeds.insert(url::identity_key(source.seed.url));
  std::size_t added = 0, known = 0;
  std::vector<std::string> others;
  for (const auto& path : options.arguments) {
    TRAWL_TRY(auto input, InputLines::open(path));
    TRAWL_TRY(const auto text, input.rest(kMaxOpml));
    TRAWL_TRY(const auto opml, feed::read_opml(text));
    for (const auto& outline : opml.feeds) {
      if (is_stopped()) return fail(ErrorCode::Interrupted, "stopped; nothing was added");
      const auto address = url::canonical(outline.feed_url);
      if (!outline.is_feed || address.empty()) {
        others.push_back(outline.title.empty() ? outline.feed_url : outline.title);
        continue;
      }
      if (!seeds.insert(url::identity_key(address)).second) {
        ++known;
        continue;
      }
      schema::SourceDefinition source;
      source.id = id_of(outline.title, ids);
      source.label = outline.title.empty() ? source.id : outline.title;
      source.seed = {schema::SourceKind::Feed, address};
      set_place(source, url::canonical(outline.home_url));
      source.note = outline.note.empty() ? folders_of(outline) : outline.note;
      sources.push_back(std::move(source));
      ++added;
    }
  }
  if (added > 0) TRAWL_CHECK(save_catalogue(options, directory, sources));
  say_done(options, {{"added", added}, {"known", known}, {"without_feed", others}},
           counted(added, "source") + " added" + (known == 0 ? "" : "; " + std::to_string(known) + " already known") +
               (others.empty() ? "" : "; no feed at an http address: " + safe_text(listed(others))));
  return 0;
}

} // namespace trawl::commands
