// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/workspace.h"

#include "indexer/commands/counted.h"
#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/crawl/publish_rate.h"
#include "indexer/store/member_store.h"
#include "indexer/store/open_store.h"
#include "indexer/store/recheck_store.h"
#include "indexer/store/url_store.h"
#include "shared/article/article_record.h"
#include "shared/base/edit_distance.h"
#include "shared/base/file.h"
#include "shared/base/system_error.h"
#include "shared/store/store_position.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <map>
#include <set>

namespace trawl::commands {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxDefinitions = 16u
                                        << 20; // bytes of a catalogue, with tens of thousands of sources, or of topics

std::string health_of(const schema::SourceDefinition& source, const std::vector<const store::SeedState*>& states) {
  if (!source.enabled) return "paused";
  if (states.empty()) return "never";
  // The source's own seed, or what stands in for it; its other lists are only compared with that.
  const auto works = [&](const store::SeedState* state) {
    const bool is_own = state->url == source.seed.url || (source.fallback && state->url == source.fallback->url);
    return is_own && state->failures == 0 && state->asked_at != Moment{};
  };
  return std::ranges::any_of(states, works) ? "ok" : "failing";
}

std::string advice_on_source(const std::vector<schema::SourceDefinition>& sources, const std::string& typed) {
  if (typed.contains('.')) return "`trawl sources add URL` adds a site, and says its id"; // no id has one
  if (sources.empty()) return "the catalogue is empty";
  std::vector<std::string_view> ids;
  for (const auto& source : sources) ids.push_back(source.id);
  const std::string_view near = nearest(text::fold(typed), ids);
  return near.empty() ? "`trawl sources list` shows all" : "did you mean " + std::string(near) + "?";
}

/// Says what a source lacks that answers: it gives no article, or none that is more than a teaser or a page's footer.
/// The latter may be a blog of short posts, so it is no failure.
Result<void> note_lack_of_articles(store::MemberStore& members, index::SourceNote& note) {
  constexpr std::size_t kFewWords = 100;
  bool has_any = false, has_long = false;
  TRAWL_CHECK(members.each_record(note.id, [&](std::string_view record) {
    const auto article = from_record(record, ArticlePart::Fields);
    has_any = true;
    has_long = article && article->words > kFewWords;
    return !has_long;
  }));
  if (!has_any) note.health = "failing";
  if (!has_long && note.last_error.empty())
    note.last_error = has_any ? "it gave no article of more than 100 words" : "it answered, but gave no article";
  return {};
}

/// Of each source, a sentence on the pages that it lists and that are another source's, on sites which are nobody's.
Result<std::map<std::string, std::string>> lost_pages(store::Database& database, const identity::Places& places) {
  std::vector<std::string> urls;
  TRAWL_CHECK(database.each("SELECT u.url FROM urls u JOIN links l ON l.url = u.id WHERE u.url IN (SELECT url FROM "
                            "inputs) GROUP BY u.id HAVING count(DISTINCT l.source) > 1",
                            {}, [&](const store::Row& row) { return urls.push_back(row.text(0)), true; }));
  std::map<std::string, std::map<std::string, std::size_t>> lost; // pages, by who lists them and whose they are
  for (const std::string& url : urls) {
    TRAWL_TRY(const auto links, store::UrlStore(database).inlinks(url));
    const std::string owner = places.owner(url, links);
    const bool is_decided =
        places.may_state(owner, url) || std::ranges::find(links, url, &store::DiscoveredLink::seed) != links.end();
    std::set<std::string> others;
    for (const auto& link : links) others.insert(link.source);
    others.erase(owner);
    if (is_decided) continue;
    for (const std::string& other : others) ++lost[other][owner];
  }
  std::map<std::string, std::string> sentences;
  for (const auto& [source, owners] : lost) {
    const auto& [owner, count] = *std::ranges::max_element(owners, {}, [](const auto& one) { return one.second; });
    sentences[source] = counted(count, "page") + " that it lists on other sites " + (count == 1 ? "is" : "are") +
                        " shown as " + owner + "'s, which listed " + (count == 1 ? "it" : "them") + " first";
  }
  return sentences;
}

Result<std::vector<schema::SourceDefinition>> read_catalogue(const Options& options, const DataDirectory& directory,
                                                             std::string& text) {
  TRAWL_TRY(const auto path, find_catalogue(options, directory));
  TRAWL_TRY(text, read_file(path, kMaxDefinitions));
  TRAWL_TRY(auto sources, schema::parse_catalogue(text, path.string()));
  for (const auto& source : sources) {
    const auto compiled = crawl::Knowledge::Source::from(source);
    if (compiled) continue;
    auto mistake = compiled.error();
    mistake.where.insert(0, path.string() + ", ");
    return std::unexpected(std::move(mistake));
  }
  return sources;
}

} // namespace

DataDirectory restoring_directory(const DataDirectory& directory) { return {directory.root / "restoring"}; }

Result<WriterLock> lock_for_writing(const DataDirectory& directory) {
  TRAWL_CHECK(store::refuse_other_schema(directory));
  auto lock = WriterLock::acquire(directory);
  std::error_code ignored;
  if (lock) fs::remove_all(restoring_directory(directory).root, ignored); // what a killed restore left
  return lock;
}

void remove_empty_store(const DataDirectory& directory) {
  std::error_code ignored;
  if (!fs::exists(directory.lock_file(), ignored)) return; // acquiring it would make it
  const auto lock = WriterLock::acquire(directory);
  if (!lock) return;
  if (fs::exists(directory.crawl_db(), ignored)) {
    auto database = store::open_store_for_reading(directory);
    if (!database) return;
    const auto has_rows = database->number("SELECT EXISTS(SELECT 1 FROM articles) OR EXISTS(SELECT 1 FROM sources) "
                                           "OR EXISTS(SELECT 1 FROM closures)");
    if (!has_rows || *has_rows != 0) return;
    fs::remove_all(directory.index(), ignored); // first: an index without its store could not be made anew
    for (const char* name : {"crawl.db", "crawl.db-wal", "crawl.db-shm"}) fs::remove(directory.root / name, ignored);
  }
  fs::remove(directory.lock_file(), ignored);
}

Result<fs::path> find_data_file(std::string_view name) {
  std::error_code ignored;
  const auto program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const auto& folder : {program / "../lib/trawl", fs::path("/usr/lib/trawl")}) {
    TRAWL_TRY(const bool is_here, is_file(folder / name));
    if (is_here) return folder / name;
  }
  for (auto folder = program; folder.has_relative_path(); folder = folder.parent_path()) {
    TRAWL_TRY(const bool is_here, is_file(folder / "schema" / name));
    if (is_here) return folder / "schema" / name;
  }
  return fail(ErrorCode::Usage, "a data file of this program is missing", std::string(name),
              "install it in /usr/lib/trawl, or put your own into the data directory");
}

Result<fs::path> find_catalogue(const Options& options, const DataDirectory& directory) {
  if (!options.sources_file.empty()) return options.sources_file;
  auto own = directory.root / "sources.json";
  TRAWL_TRY(const bool has_own, is_file(own));
  return has_own ? Result<fs::path>(std::move(own)) : find_data_file("sources.json");
}

Result<std::vector<schema::SourceDefinition>> load_catalogue(const Options& options, const DataDirectory& directory) {
  std::string text;
  return read_catalogue(options, directory, text);
}

Result<enrich::Topics> load_topics(const DataDirectory& directory) {
  auto path = directory.root / "topics.json";
  TRAWL_TRY(const bool has_own, is_file(path));
  if (!has_own) {
    TRAWL_TRY(path, find_data_file("topics.json"));
  }
  TRAWL_TRY(const auto text, read_file(path, kMaxDefinitions));
  return enrich::Topics::parse(text, path.string());
}

Result<UserFiles> load_user_files(const Options& options, const DataDirectory& directory) {
  UserFiles files;
  TRAWL_TRY(files.sources, read_catalogue(options, directory, files.catalogue));
  TRAWL_TRY(files.topics, load_topics(directory));
  return files;
}

Result<std::vector<schema::SourceDefinition>> select_sources(const std::vector<schema::SourceDefinition>& sources,
                                                             const std::vector<std::string>& names) {
  if (names.empty()) return sources;
  for (const auto& name : names) {
    if (std::ranges::any_of(sources, [&](const auto& source) { return source.id == name; })) continue;
    return fail(ErrorCode::Usage, "unknown source", name, advice_on_source(sources, name));
  }
  std::vector<schema::SourceDefinition> selected;
  for (const auto& source : sources) {
    if (std::ranges::find(names, source.id) != names.end()) selected.push_back(source);
  }
  return selected;
}

std::vector<schema::SourceDefinition> joined(std::vector<schema::SourceDefinition> first,
                                             const std::vector<schema::SourceDefinition>& second) {
  std::set<std::string, std::less<>> known;
  for (const auto& source : first) known.insert(source.id);
  for (const auto& source : second) {
    if (!known.contains(source.id)) first.push_back(source);
  }
  return first;
}

Result<std::vector<schema::SourceDefinition>> remembered_sources(store::Database& database) {
  TRAWL_TRY(const auto rows, store::SourceStore(database).sources());
  std::vector<schema::SourceDefinition> sources;
  for (const auto& row : rows) {
    TRAWL_TRY(auto parsed, schema::parse_catalogue(row.definition, "crawl.db, source " + row.id));
    sources.insert(sources.end(), std::make_move_iterator(parsed.begin()), std::make_move_iterator(parsed.end()));
  }
  return sources;
}

std::string FreeSourceIds::take(const std::string& wanted) {
  const std::string cut = wanted.substr(0, 33); // with a dash and six digits it has the 40 characters of an id
  std::string id = wanted;
  for (int& number = next_numbers_.try_emplace(cut, 2).first->second; taken_.contains(id); ++number)
    id = cut + "-" + std::to_string(number);
  taken_.insert(id);
  return id;
}

Result<identity::Places> places_of(const std::vector<schema::SourceDefinition>& catalogue, store::Database& database) {
  TRAWL_TRY(const auto remembered, remembered_sources(database));
  auto sources = catalogue;
  const auto place = [&](const schema::SourceDefinition& source) {
    return std::ranges::find(remembered, source.id, &schema::SourceDefinition::id); // those that are new come last
  };
  std::ranges::stable_sort(sources, {}, place);
  sources = joined(std::move(sources), remembered); // who takes over a site from one that was removed has its place
  return crawl::places_of(sources);
}

Result<std::vector<SourceState>> source_states(const std::vector<schema::SourceDefinition>& sources,
                                               store::Database& database, Moment now) {
  TRAWL_TRY(const auto seeds, store::SourceStore(database).seeds());
  store::MemberStore members(database);
  TRAWL_TRY(const auto fetches, store::SourceStore(database).fetches());
  TRAWL_TRY(auto gone, store::RecheckStore(database).gone());
  TRAWL_TRY(const auto places, places_of(sources, database));
  TRAWL_TRY(const auto lost, lost_pages(database, places));
  std::map<std::string_view, std::vector<const store::SeedState*>> by_source;
  for (const auto& state : seeds) by_source[state.source].push_back(&state);
  std::vector<SourceState> all;
  for (const auto& source : sources) {
    TRAWL_TRY(const auto dates, members.publications(source.id, crawl::kPublishRateDates));
    const auto& states = by_source[source.id];
    SourceState known;
    auto& note = known.note;
    note.id = source.id;
    note.label = source.label;
    note.homepage = source.homepage;
    note.health = health_of(source, states);
    note.gone = static_cast<std::uint64_t>(gone[source.id]);
    for (const auto& counted : fetches) {
      if (counted.source != source.id) continue;
      note.fetches[counted.outcome] = static_cast<std::uint64_t>(counted.count);
      note.fetched_bytes += static_cast<std::uint64_t>(counted.bytes);
    }
    for (const auto* state : states) {
      if (state->succeeded_at != Moment{}) {
        note.last_success = std::max(note.last_success.value_or(Moment{}), state->succeeded_at);
      }
      if (note.last_error.empty()) note.last_error = state->error;
      if (state->url == source.seed.url) note.pace = state->interval;
    }
    if (note.health == "ok") TRAWL_CHECK(note_lack_of_articles(members, note));
    if (const auto found = lost.find(source.id); found != lost.end() && note.last_error.empty())
      note.last_error = found->second;
    const auto rate = crawl::publish_rate_of(dates);
    if (note.health == "ok" && rate && crawl::is_silent(*rate, now)) {
      note.health = "silent";
      known.silence = crawl::describe_silence(*rate, now);
    }
    all.push_back(std::move(known));
  }
  return all;
}

std::string trouble_of(const SourceState& state) {
  const auto& error = state.note.last_error;
  return state.silence.empty() || error.empty() ? state.silence + error : state.silence + "; " + error;
}

Result<std::map<std::string, std::string, std::less<>>>
source_labels(const std::vector<schema::SourceDefinition>& catalogue, store::Database& database) {
  std::map<std::string, std::string, std::less<>> labels;
  TRAWL_TRY(const auto crawled, remembered_sources(database));
  for (const auto& source : crawled) labels.emplace(source.id, source.label);
  TRAWL_TRY(const auto imported, store::SourceStore(database).labels());
  labels.insert(imported.begin(), imported.end());
  for (const auto& source : catalogue) labels.emplace(source.id, source.label);
  return labels;
}

Result<std::vector<index::SourceNote>> notes_for_readers(std::vector<schema::SourceDefinition> sources,
                                                         const std::vector<schema::SourceDefinition>& catalogue,
                                                         store::Database& database) {
  std::set<std::string> heard;
  TRAWL_TRY(const auto remembered, store::SourceStore(database).sources());
  std::set<std::string_view> listed;
  for (const auto& source : catalogue) listed.insert(source.id);
  for (const auto& source : remembered) {
    if (listed.contains(source.id)) heard.insert(source.id);
  }
  TRAWL_TRY(const auto with_articles, store::MemberStore(database).sources());
  heard.insert(with_articles.begin(), with_articles.end());
  TRAWL_TRY(const auto imported, store::SourceStore(database).labels());
  for (const auto& [source, label] : imported) {
    auto known = std::ranges::find(sources, source, &schema::SourceDefinition::id);
    if (known == sources.end()) {
      known = sources.emplace(known);
      known->id = source;
    }
    const bool is_crawled = std::ranges::find(remembered, source, &store::RememberedSource::id) != remembered.end();
    if (!is_crawled) known->label = label;
    heard.insert(source);
  }
  std::erase_if(sources, [&](const auto& source) { return !heard.contains(source.id); });
  TRAWL_TRY(auto states, source_states(sources, database, now()));
  std::vector<index::SourceNote> notes;
  for (auto& state : states) notes.push_back(std::move(state.note));
  return notes;
}

} // namespace trawl::commands
