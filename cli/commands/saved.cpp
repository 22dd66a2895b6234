// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"
#include "cli/commands/fresh.h"
#include "cli/commands/output.h"
#include "cli/process.h"
#include "cli/render/wording.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include <unistd.h>

#include "shared/api/request/search_request.h"
#include "shared/api/response/totals.h"
#include "shared/article/reader_marks.h"
#include "shared/base/data_directory.h"
#include "shared/base/date_time.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"
#include "shared/base/utf8.h"
#include "shared/store/reader_memory.h"

namespace trawl::cli {
namespace {

using store::ReaderMemory;

std::string parameters_text(const Parameters& parameters) {
  std::string out;
  for (const auto& [name, value] : parameters) {
    if (!value.empty()) out += (out.empty() ? "" : "  ") + (name == "q" ? value : name + "=" + value);
  }
  return out.empty() ? "all articles" : out;
}

/// A piece of the output and the articles that it shows.
struct Piece {
  std::string text;
  std::string search; ///< the name of the saved search
  std::vector<std::string> ids = {};
};

/// What is left out: by a first look, and by --limit.
std::string notes_on_rest(const store::SavedSearch& saved, const Fresh& fresh, const Style& style) {
  std::string notes;
  if (!fresh.passed.empty()) notes += "  " + note_on_passed(fresh.passed.size(), safe_text(saved.name)) + "\n";
  const std::size_t shown = fresh.search["hits"].size(), total = number_at(fresh.search, "total");
  if (shown < total)
    notes += "  " + api::grouped_digits(shown) + " of " + plural(total, "article") + "; the others stay new\n";
  return notes.empty() ? notes : dim(style, notes);
}

/// For people and in line formats, a piece for each article: what a reader did not take is not marked as shown.
void add_pieces(const Settings& settings, const store::SavedSearch& saved, const Fresh& fresh, const Style& style,
                std::vector<Piece>& pieces) {
  const Answer& hits = fresh.search["hits"];
  if (settings.format != Format::Json) write_notes(settings, fresh.search);
  if (settings.format == Format::Json) {
    pieces.push_back(
        {json_text(Answer{{"name", saved.name}, {"total", fresh.search["total"]}, {"hits", hits}}) + "\n", saved.name});
    for (const auto& hit : hits) pieces.back().ids.push_back(text_at(hit, "id"));
    return;
  }
  if (settings.format == Format::Human) {
    const std::string name = saved.name.empty() ? "New" : saved.name;
    const std::string what = saved.name.empty() ? "" : "  " + safe_text(parameters_text(parameters_of(saved)));
    pieces.push_back({bold(style, name) + dim(style, what) + "\n" + notes_on_rest(saved, fresh, style) +
                          (hits.empty() ? "  nothing new\n\n" : "\n"),
                      saved.name});
  }
  std::size_t number = 0;
  for (const auto& hit : hits) {
    const Answer one = Answer::array({hit});
    const std::string text =
        settings.format == Format::Human
            ? hits_for_people(one, style, ++number)
            : hits_for_programs(one, settings.format, settings.csv_safe, pieces.empty() && settings.has_header());
    pieces.push_back({text, saved.name, {text_at(hit, "id")}});
  }
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
  return {};
}

/// Whether to replace the search of this name: yes with --yes, else as the user answers; no without a terminal to ask
/// on.
bool may_replace(const Settings& settings, const store::SavedSearch& saved) {
  if (settings.yes) return true;
  if (::isatty(STDIN_FILENO) == 0) return false;
  std::cerr << "Replace '" << safe_text(saved.name) << "', which is "
            << safe_text(parameters_text(parameters_of(saved))) << "? [y/N] ";
  std::string answer;
  return std::getline(std::cin, answer) && (answer == "y" || answer == "yes");
}

Result<int> save(const Settings& settings, ReaderMemory& memory) {
  const std::string& name = settings.words.front();
  Parameters parameters{{"q", joined_query(settings.words, 1)}};
  parameters.insert(parameters.end(), settings.parameters.begin(), settings.parameters.end());
  if (!std::ranges::all_of(parameters, utf8::is_valid, &Parameters::value_type::second)) {
    return fail(ErrorCode::Usage, "the search is not valid UTF-8");
  }
  TRAWL_CHECK(check(parameters));
  const store::SavedSearch saved{name, query_string(parameters), {}};
  TRAWL_TRY(const auto old, memory.search(name));
  if (old && old->parameters != saved.parameters && !may_replace(settings, *old))
    return fail(ErrorCode::Usage, "there is another saved search of this name, which was not replaced", name,
                "replace it with --yes, or choose another name");
  TRAWL_CHECK(memory.save(saved));
  notes(settings) << "saved '" << safe_text(name) << "': " << safe_text(parameters_text(parameters))
                  << "; show what it finds with: trawl new " << shell_word(safe_text(name)) << "\n";
  return kFound;
}

Result<int> forget(const Settings& settings, ReaderMemory& memory) {
  TRAWL_TRY(const bool was_there, memory.forget(settings.words.front()));
  if (!was_there) {
    return fail(ErrorCode::NotFound, "there is no saved search with this name", settings.words.front(),
                "`trawl saved` lists them");
  }
  notes(settings) << "forgot '" << safe_text(settings.words.front()) << "'\n";
  return kFound;
}

Result<int> list(const Settings& settings, const std::vector<store::SavedSearch>& searches) {
  const Style style = detect_style(settings.color);
  std::string out, table;
  Answer rows = Answer::array();
  for (const store::SavedSearch& saved : searches) {
    const std::string text = safe_text(parameters_text(parameters_of(saved)));
    table += safe_text(saved.name) + "\t" + text + "\n";
    out += bold(style, safe_text(saved.name)) + "  " + text + "\n";
    rows.push_back({{"name", saved.name}, {"parameters", parameters_of(saved)}});
  }
  if (settings.format == Format::Tsv) out = table;
  if (searches.empty() && settings.format == Format::Human)
    out = "No saved searches. Create one with `trawl save NAME WORDS`.\n";
  TRAWL_CHECK(print(settings, style, settings.format == Format::Json ? json_text(rows) + "\n" : out));
  return searches.empty() ? kNothingFound : kFound;
}

/// Prints the API's RSS feed of a saved search, newest first.
Result<int> print_feed(const Settings& settings, Client& client, const store::SavedSearch& saved) {
  Parameters parameters = asked_for(saved);
  parameters.emplace_back("sort", "newest");
  parameters.emplace_back("limit", std::to_string(settings.limit.value_or(50)));
  TRAWL_TRY(const std::string feed, client.get("/v1/search.rss", parameters));
  TRAWL_CHECK(print(settings, detect_style(settings.color), feed));
  return kFound;
}

/// The searches to show: the one that is named, all, or every article if none is saved.
Result<std::vector<store::SavedSearch>> wanted_searches(const Settings& settings, ReaderMemory& memory) {
  TRAWL_TRY(auto searches, memory.searches());
  if (!settings.words.empty()) {
    std::erase_if(searches, [&](const auto& saved) { return saved.name != settings.words.front(); });
    if (searches.empty())
      return fail(ErrorCode::NotFound, "there is no saved search with this name", settings.words.front(),
                  "create one with `trawl save NAME WORDS`");
  }
  if (searches.empty()) {
    TRAWL_TRY(const auto everything, memory.search(""));
    searches.push_back(everything.value_or(store::SavedSearch{}));
  }
  return searches;
}

/// Prints the pieces and remembers what their reader took.
Result<void> show(const Settings& settings, ReaderMemory& memory, const std::vector<Piece>& pieces,
                  std::map<std::string, std::vector<std::string>> passed, const Style& style) {
  std::vector<std::string> texts;
  for (const Piece& piece : pieces) texts.push_back(piece.text);
  const bool is_paged = settings.pager && style.terminal && settings.format == Format::Human;
  TRAWL_TRY(const std::size_t taken, write_pieces(texts, is_paged));
  if (settings.keep) return {};
  std::map<std::string, std::vector<std::string>> shown;
  for (std::size_t i = 0; i < taken; ++i) {
    auto& ids = shown[pieces[i].search];
    ids.insert(ids.end(), pieces[i].ids.begin(), pieces[i].ids.end());
  }
  for (auto& [name, ids] : shown) {
    ids.insert(ids.end(), passed[name].begin(), passed[name].end());
    TRAWL_CHECK(memory.add_shown(name, ids, now()));
  }
  return {};
}

Result<int> show_new(const Settings& settings, ReaderMemory& memory) {
  TRAWL_TRY(const auto searches, wanted_searches(settings, memory));
  TRAWL_TRY(const auto client, make_client(settings));
  if (settings.format == Format::Rss) {
    if (searches.size() > 1)
      return fail(ErrorCode::Usage, "a feed shows one saved search", "--format rss", "name one of them");
    return print_feed(settings, *client, searches.front());
  }
  const Style style = detect_style(settings.color);
  FreshRequest request{.past = settings.past};
  if (settings.limit && !settings.all) request.most = *settings.limit;
  std::vector<Piece> pieces;
  std::map<std::string, std::vector<std::string>> passed;
  bool found = false;
  for (const store::SavedSearch& saved : searches) {
    auto fresh = ask_fresh(*client, memory, saved, request);
    if (!fresh && searches.size() > 1 && leaves_out(saved, fresh.error())) continue;
    TRAWL_CHECK(fresh);
    found = found || !fresh->search["hits"].empty();
    add_pieces(settings, saved, *fresh, style, pieces);
    passed[saved.name] = std::move(fresh->passed);
  }
  TRAWL_CHECK(show(settings, memory, pieces, std::move(passed), style));
  return found ? kFound : kNothingFound;
}

// Marks

bool removes(const Settings& settings) { return settings.remove || settings.undo; }

/// The articles that are named, or with --matching those that the words find, by id.
Result<std::vector<std::string>> named_articles(const Settings& settings, Client& client, std::string& text) {
  std::vector<std::string> ids;
  if (settings.all) {
    Parameters parameters{{"q", joined_query(settings.words)}, {"fields", "id"}, {"snippets", "0"}};
    parameters.insert(parameters.end(), settings.parameters.begin(), settings.parameters.end());
    TRAWL_CHECK(visit_pages(client, parameters, [&](Answer& page) {
      for (const auto& hit : page.value("hits", Answer::array())) ids.push_back(text_at(hit, "id"));
      return true;
    }));
    return ids;
  }
  const std::size_t count = settings.command == "note" ? 1 : settings.words.size();
  for (std::size_t i = 0; i < count; ++i) {
    TRAWL_CHECK(check_article_name(settings.words[i]));
    auto article = ask(client, article_path(settings.words[i]), {});
    if (!article && article.error().where.empty()) article.error().where = settings.words[i];
    if (!article) return std::unexpected(article.error());
    ids.push_back(text_at(*article, "id"));
    text += settings.command + (removes(settings) ? " removed: " : ": ") + safe_text(text_at(*article, "title")) + "\n";
  }
  return ids;
}

Result<int> write_note(const Settings& settings, ReaderMemory& memory, const std::string& id) {
  if (settings.words.size() == 1 && !settings.remove) {
    TRAWL_TRY(const std::string note, memory.note(id));
    TRAWL_CHECK(print(settings, {}, note.empty() ? note : safe_text(note, true) + "\n"));
    return note.empty() ? kNothingFound : kFound;
  }
  TRAWL_CHECK(memory.set_note(id, settings.remove ? "" : joined_query(settings.words, 1)));
  return kFound;
}

/// Nullopt if there is no such article.
Result<std::optional<Answer>> find_article(Client& client, const std::string& id) {
  auto article = ask(client, article_path(id), {});
  if (article) return std::move(*article);
  if (article.error().code == ErrorCode::NotFound) return std::nullopt;
  return std::unexpected(std::move(article.error()));
}

std::string note_for_people(const Answer& noted, const Style& style) {
  const std::string title = noted.contains("title") ? text_at(noted, "title") : "(no longer here)";
  std::string out = bold(style, safe_text(title)) + "  " + text_at(noted, "id") + "\n";
  std::istringstream lines(safe_text(text_at(noted, "note"), true));
  for (std::string line; std::getline(lines, line);) out += "  " + line + "\n";
  return out;
}

/// All notes, also those of articles that are no longer here.
Result<int> list_notes(const Settings& settings) {
  TRAWL_TRY(auto memory, ReaderMemory::open(choose_data_directory(settings.data)));
  TRAWL_TRY(const auto marks, memory.marks());
  TRAWL_TRY(const auto client, make_client(settings));
  const Style style = detect_style(settings.color);
  Answer notes = Answer::array();
  std::string text;
  for (const std::string& id : marks->with(ReaderMark::Noted)) {
    Answer noted{{"id", id}};
    TRAWL_TRY(const auto article, find_article(*client, id));
    for (const char* member : {"title", "url"})
      if (article) noted[member] = text_at(*article, member);
    TRAWL_TRY(noted["note"], memory.note(id));
    text += (text.empty() ? "" : "\n") + note_for_people(noted, style);
    notes.push_back(std::move(noted));
  }
  const bool is_empty = notes.empty();
  if (is_empty) text = "No notes. Write one with `trawl note ID WORDS`.\n";
  if (settings.format == Format::Json) text = json_text(Answer{{"notes", std::move(notes)}}) + "\n";
  TRAWL_CHECK(print(settings, style, text));
  return is_empty ? kNothingFound : kFound;
}

/// The articles with a mark of this user. The system's daemon knows only its own marks.
Result<int> list_marked(const Settings& settings, ReaderMark mark) {
  TRAWL_TRY(auto memory, ReaderMemory::open(choose_data_directory(settings.data)));
  TRAWL_TRY(const auto marks, memory.marks());
  TRAWL_TRY(const auto client, make_client(settings));
  Answer hits = Answer::array();
  for (const std::string& id : marks->with(mark)) {
    TRAWL_TRY(auto article, find_article(*client, id));
    if (article) hits.push_back(std::move(*article));
  }
  const Style style = detect_style(settings.color);
  const bool is_empty = hits.empty();
  TRAWL_CHECK(print(settings, style,
                    settings.format == Format::Human ? hits_for_people(hits, style)
                    : settings.format == Format::Json
                        ? json_text(Answer{{"hits", std::move(hits)}}) + "\n"
                        : hits_for_programs(hits, settings.format, settings.csv_safe, settings.has_header())));
  return is_empty ? kNothingFound : kFound;
}

} // namespace

Result<int> run_saved(const Settings& settings) {
  TRAWL_TRY(auto memory, ReaderMemory::open(choose_data_directory(settings.data)));
  if (settings.command == "save") return save(settings, memory);
  if (settings.command == "forget") return forget(settings, memory);
  if (settings.command != "saved") return show_new(settings, memory);
  TRAWL_TRY(const auto searches, memory.searches());
  return list(settings, searches);
}

Result<int> run_mark(const Settings& settings) {
  const std::string& command = settings.command;
  const ReaderMark mark = command == "read"   ? ReaderMark::Read
                          : command == "star" ? ReaderMark::Starred
                                              : ReaderMark::Later;
  const bool has_articles = !settings.words.empty() || settings.all;
  if (!has_articles && !settings.undo) { // lists them
    if (mark == ReaderMark::Read) return fail(ErrorCode::Usage, "name the articles, or say --matching", command);
    if (settings.remove) return fail(ErrorCode::Usage, "name the articles", command + " --remove");
    if (command == "note") return list_notes(settings);
    if (asks_system_daemon(settings)) return list_marked(settings, mark);
    Settings search = settings;
    search.command = "search";
    search.words = {"is:" + std::string(kMarkNames.at(static_cast<std::size_t>(mark)))};
    return run_search(search);
  }
  TRAWL_TRY(auto memory, ReaderMemory::open(choose_data_directory(settings.data)));
  if (!has_articles) {
    TRAWL_TRY(const std::size_t changed, memory.undo());
    notes(settings) << "taken back: " << plural(changed, "article") << "\n";
    return changed > 0 ? kFound : kNothingFound;
  }
  TRAWL_TRY(const auto client, make_client(settings));
  std::string text;
  TRAWL_TRY(const auto ids, named_articles(settings, *client, text));
  if (command == "note") return write_note(settings, memory, ids.front());
  TRAWL_TRY(const std::size_t changed, memory.set(mark, ids, !removes(settings), now()));
  if (settings.all)
    text = command + (removes(settings) ? " removed: " : ": ") + plural(changed, "article") +
           (changed > 0 && !removes(settings) ? "; `trawl read --undo` takes it back\n" : "\n");
  notes(settings) << text;
  return ids.empty() ? kNothingFound : kFound;
}

} // namespace trawl::cli
