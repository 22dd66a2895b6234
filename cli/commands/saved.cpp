// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/commands/output.h"
#include "cli/saved_searches.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>
#include <string_view>

#include <unistd.h>

#include "shared/api/request/search_request.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/base/utf8.h"
#include "shared/query/parse_query.h"

namespace trawl::cli {
namespace {

constexpr std::size_t kMaxRemembered = 20'000; // ids kept per search, newest first

/// What is remembered of a hit that was shown: an article that was revised since is new again.
std::string seen_as(const Answer& hit) {
  const std::string revised = hit.value("revised", "");
  return hit.value("id", "") + (revised.empty() ? "" : "@" + revised);
}

/// What a saved search finds now, newest first, without what was shown before.
struct Fresh {
  Answer search;                ///< an answer of the API whose hits are only the new ones
  std::vector<std::string> ids; ///< to remember
};

Result<Fresh> ask_fresh(Client& client, const SavedSearch& saved) {
  Parameters parameters = saved.parameters;
  parameters.emplace_back("sort", "newest");
  parameters.emplace_back("limit", "100");
  const std::set<std::string> seen(saved.seen.begin(), saved.seen.end());
  Fresh fresh;
  Answer fresh_hits = Answer::array();
  for (Answer cursor = ""; cursor.is_string() && fresh.ids.size() < kMaxRemembered;) {
    Parameters page = parameters;
    if (cursor != "") page.emplace_back("cursor", cursor.get<std::string>());
    TRAWL_TRY(Answer found, ask(client, "/v1/search", page));
    for (const auto& hit : found.value("hits", Answer::array())) {
      fresh.ids.push_back(seen_as(hit));
      if (!seen.contains(fresh.ids.back())) fresh_hits.push_back(hit);
    }
    cursor = found.value("next", Answer());
    if (fresh.search.is_null()) {
      fresh.search = std::move(found);
    } else {
      add_reservations(fresh.search, found);
    }
  }
  if (!is_whole(fresh.search)) { // what it lacks will not be new when it is found again
    const std::set<std::string> found(fresh.ids.begin(), fresh.ids.end());
    std::ranges::copy_if(saved.seen, std::back_inserter(fresh.ids),
                         [&](const std::string& id) { return !found.contains(id); });
    if (fresh.ids.size() > kMaxRemembered) fresh.ids.resize(kMaxRemembered);
  }
  fresh.search["offset"] = 0;
  fresh.search["total"] = fresh_hits.size();
  fresh.search["hits"] = std::move(fresh_hits);
  return fresh;
}

std::string parameters_text(const Parameters& parameters) {
  std::string out;
  for (const auto& [name, value] : parameters) {
    if (!value.empty()) out += (out.empty() ? "" : "  ") + (name == "q" ? value : name + "=" + value);
  }
  return out.empty() ? "everything" : out;
}

std::string fresh_text(const Settings& settings, const SavedSearch& saved, const Answer& search, const Style& style,
                       bool header) {
  const Answer hits = search.value("hits", Answer::array());
  if (settings.format != Format::Human) note_what_is_missing(search);
  if (settings.format == Format::Json) return json_text(Answer{{"name", saved.name}, {"hits", hits}}) + "\n";
  if (settings.format != Format::Human) return hits_for_programs(hits, settings.format, settings.csv_safe, header);
  std::string out = bold(style, saved.name) + dim(style, "  " + safe_text(parameters_text(saved.parameters))) + "\n";
  out += warnings_for_people(search, style);
  return out + (hits.empty() ? "  nothing new\n\n" : "\n" + hits_for_people(hits, style));
}

/// Whether a name can be typed again: not blank, valid UTF-8, no control characters.
bool is_name(const std::string& name) {
  return name.find_first_not_of(' ') != std::string::npos && utf8::is_valid(name) && safe_text(name) == name;
}

/// The name as it is typed in a shell.
std::string shell_word(const std::string& name) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+:@%";
  if (name.find_first_not_of(kPlain) == std::string::npos) return name;
  std::string out = "'";
  for (const char c : name) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Rejects a search that would fail every time.
Result<void> check(const Parameters& parameters) {
  api::Parameters asked;
  for (const auto& [name, value] : parameters) asked.push_back({name, value, false});
  const auto request = api::read_search_request(asked, now());
  if (!request) return std::unexpected(to_error(request.error()));
  const auto query = query::parse_query(request->search.q, now(), request->search.strict);
  if (!query) return std::unexpected(to_error(api::to_problem(query.error())));
  return {};
}

/// Whether to replace the search of this name: yes with --yes, else as the user answers; no without a terminal to ask
/// on.
bool may_replace(const Settings& settings, const SavedSearch& saved) {
  if (settings.yes) return true;
  if (::isatty(STDIN_FILENO) == 0) return false;
  std::cerr << "Replace '" << safe_text(saved.name) << "', which is " << safe_text(parameters_text(saved.parameters))
            << "? [y/N] ";
  std::string answer;
  return std::getline(std::cin, answer) && (answer == "y" || answer == "yes");
}

Result<int> save(const Settings& settings, std::vector<SavedSearch> searches) {
  const std::string& name = settings.words.front();
  if (!is_name(name)) {
    return fail(ErrorCode::Usage, "the name of a saved search must be valid text that is not blank", "save",
                "trawl save NAME WORDS");
  }
  Parameters parameters{{"q", joined_query(settings.words, 1)}};
  parameters.insert(parameters.end(), settings.parameters.begin(), settings.parameters.end());
  if (!std::ranges::all_of(parameters, utf8::is_valid, &Parameters::value_type::second)) {
    return fail(ErrorCode::Usage, "the search is not valid UTF-8");
  }
  TRAWL_CHECK(check(parameters));
  const auto old = std::ranges::find(searches, name, &SavedSearch::name);
  if (old != searches.end()) {
    if (old->parameters != parameters && !may_replace(settings, *old))
      return fail(ErrorCode::Usage, "there is another saved search of this name, which was not replaced", name,
                  "replace it with --yes, or choose another name");
    searches.erase(old);
  }
  searches.push_back({name, parameters, {}});
  TRAWL_CHECK(store_saved_searches(saved_searches_file(), searches));
  std::cerr << "saved '" << safe_text(name) << "': " << safe_text(parameters_text(parameters))
            << "; show what it finds with: trawl new " << shell_word(safe_text(name)) << "\n";
  return kFound;
}

Result<int> forget(const Settings& settings, std::vector<SavedSearch> searches) {
  if (std::erase_if(searches, [&](const SavedSearch& saved) { return saved.name == settings.words.front(); }) == 0) {
    return fail(ErrorCode::NotFound, "there is no saved search with this name", settings.words.front(),
                "'trawl saved' lists them");
  }
  TRAWL_CHECK(store_saved_searches(saved_searches_file(), searches));
  std::cerr << "forgot '" << safe_text(settings.words.front()) << "'\n";
  return kFound;
}

Result<int> list(const Settings& settings, const std::vector<SavedSearch>& searches) {
  const Style style = detect_style(settings.color);
  std::string out, table;
  Answer rows = Answer::array();
  for (const SavedSearch& saved : searches) {
    table += safe_text(saved.name) + "\t" + safe_text(parameters_text(saved.parameters)) + "\n";
    out += bold(style, safe_text(saved.name)) + "  " + safe_text(parameters_text(saved.parameters)) + "\n";
    rows.push_back({{"name", saved.name}, {"parameters", saved.parameters}});
  }
  if (settings.format == Format::Tsv) out = table;
  if (searches.empty() && settings.format == Format::Human)
    out = "No saved searches. Create one with 'trawl save NAME WORDS'.\n";
  TRAWL_CHECK(print(settings, style, settings.format == Format::Json ? json_text(rows) + "\n" : out));
  return searches.empty() ? kNothingFound : kFound;
}

/// Prints the API's RSS feed of a saved search, newest first.
Result<int> print_feed(const Settings& settings, Client& client, const SavedSearch& saved) {
  Parameters parameters = saved.parameters;
  parameters.emplace_back("sort", "newest");
  parameters.emplace_back("limit", "50");
  TRAWL_TRY(const std::string feed, client.get("/v1/search.rss", parameters));
  TRAWL_CHECK(print(settings, detect_style(settings.color), feed));
  return kFound;
}

Result<int> show_new(const Settings& settings, std::vector<SavedSearch> searches) {
  const std::string wanted = settings.words.empty() ? "" : settings.words.front();
  const auto is_wanted = [&](const SavedSearch& saved) { return wanted.empty() || saved.name == wanted; };
  if (std::ranges::none_of(searches, is_wanted)) {
    return fail(ErrorCode::NotFound,
                wanted.empty() ? "there are no saved searches" : "there is no saved search with this name", wanted,
                "create one with 'trawl save NAME WORDS'");
  }
  TRAWL_TRY(const auto client, make_client(settings));
  if (settings.format == Format::Rss) {
    if (wanted.empty() && searches.size() > 1)
      return fail(ErrorCode::Usage, "a feed shows one saved search", "--format rss", "name one of them");
    return print_feed(settings, *client, *std::ranges::find_if(searches, is_wanted));
  }
  const Style style = detect_style(settings.color);
  std::string out;
  bool found = false;
  for (SavedSearch& saved : searches) {
    if (!is_wanted(saved)) continue;
    TRAWL_TRY(Fresh fresh, ask_fresh(*client, saved));
    found = found || !fresh.search["hits"].empty();
    out += fresh_text(settings, saved, fresh.search, style, out.empty());
    saved.seen = std::move(fresh.ids);
  }
  TRAWL_CHECK(print(settings, style, out));
  TRAWL_CHECK(store_saved_searches(saved_searches_file(), searches));
  return found ? kFound : kNothingFound;
}

} // namespace

Result<int> run_saved(const Settings& settings) {
  TRAWL_TRY(auto searches, load_saved_searches(saved_searches_file()));
  if (settings.command == "save") return save(settings, std::move(searches));
  if (settings.command == "forget") return forget(settings, std::move(searches));
  if (settings.command == "saved") return list(settings, searches);
  return show_new(settings, std::move(searches));
}

} // namespace trawl::cli
