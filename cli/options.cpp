// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include "cli/command_options.h"
#include "cli/command_words.h"
#include "shared/api/request/usage_mistake.h"
#include "shared/base/ascii.h"
#include "shared/base/edit_distance.h"
#include "shared/options/config_file.h"
#include "shared/options/config_sections.h"
#include "shared/options/help_text.h"
#include "shared/text/stopwords.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace trawl::cli {
namespace {

/// Words typed by people who know other programs, or remember one word of a longer command.
struct OtherName {
  std::string_view word, command_line;
};
constexpr std::array kOtherNames{
    OtherName{"backup", "trawl index backup DIR"},
    OtherName{"restore", "trawl index restore DIR"},
    OtherName{"rebuild", "trawl index rebuild"},
    OtherName{"compact", "trawl index compact"},
    OtherName{"delete", "trawl remove ID"},
    OtherName{"ls", "trawl sources"},
    OtherName{"list", "trawl sources"},
    OtherName{"open", "trawl WORDS --open N"},
    OtherName{"subscribe", "trawl sources add URL"},
    OtherName{"unstar", "trawl star --remove ID"},
    OtherName{"unsubscribe", "trawl sources remove ID"},
    OtherName{"update", "trawl crawl"},
    OtherName{"version", "trawl --version"},
};

/// The command line that `word` may have been meant for, as "trawl stats": `word` is one edit from one of `commands`,
/// or is what other programs call that command. Empty if there is none.
std::string command_meant(const std::string& word, const std::vector<std::string>& commands) {
  const auto* other = std::ranges::find(kOtherNames, word, &OtherName::word);
  if (other != kOtherNames.end()) return std::string(other->command_line);
  const auto is_near = [&](const std::string& command) { return edit_distance(word, command, 1) == 1; };
  const auto near = std::ranges::find_if(commands, is_near);
  return near == commands.end() ? "" : "trawl " + *near;
}

const std::map<std::string, ColorMode> kColors{
    {"auto", ColorMode::Auto}, {"always", ColorMode::Always}, {"never", ColorMode::Never}};

/// Reads --limit; returns the message for a bad value, else an empty string.
std::string set_limit(Raw& raw) {
  Settings& settings = raw.settings;
  if (raw.limit.empty()) return {};
  if (raw.limit == "all") {
    settings.all = true;
    settings.limit = 100;
    return {};
  }
  const bool digits = !raw.limit.empty() && raw.limit.size() < 9 && std::ranges::all_of(raw.limit, ascii::is_digit);
  if (!digits) return "--limit " + raw.limit + ": must be a number of hits, or 'all'";
  settings.limit = std::stoul(raw.limit);
  return {};
}

/// The API's parameter. Only where people, or keys of JSON, are told of a correction it is usual; elsewhere the command
/// asks for the query as it was typed. A saved search keeps what it was told, and facets decide by themselves.
std::string as_typed_of(const Raw& raw) {
  const Settings& settings = raw.settings;
  constexpr std::array<std::string_view, 4> kAsking = {"search", "count", "read", "save"};
  if (std::ranges::find(kAsking, settings.command) == kAsking.end()) return {};
  if (raw.as_typed || settings.correct) return raw.as_typed ? "1" : "0";
  const bool decides = settings.format == Format::Human || settings.format == Format::Json ||
                       settings.format == Format::Rss; // feeds correct nothing unasked
  return settings.command == "save" || (settings.command == "search" && decides) ? "" : "1";
}

void set_parameters(Raw& raw) {
  const auto add = [&](std::string option, const std::string& value) {
    std::ranges::replace(option, '-', '_');
    raw.settings.parameters.emplace_back(std::move(option), value);
  };
  for (const auto& [option, values] : raw.filters) {
    for (const std::string& value : values) add(option, value);
  }
  raw.parameters["as-typed"] = as_typed_of(raw);
  for (const auto& [option, value] : raw.parameters) {
    if (!value.empty()) add(option, value);
  }
}

ParsedOptions mistake(const std::string& what) { return {{}, {}, "trawl: " + what + "\n", 2, {}, {}}; }

/// What to say beside a usage error of `kind` if a search may have begun with the name of a command: "show me
/// articles".
std::string search_instead(CLI::ExitCodes kind, const api::UsageMistake& usage) {
  const auto is_option = [](const std::string& word) { return word.starts_with('-'); };
  if (is_option(usage.what) || std::ranges::any_of(usage.leftover, is_option)) return "";
  const bool has_many = kind == CLI::ExitCodes::ArgumentMismatch || kind == CLI::ExitCodes::ExtrasError;
  return has_many ? "; to search for these words, begin with `trawl search`" : "";
}

/// Runs the parser; help and usage errors are returned as text.
ParsedOptions run_parser(CLI::App& app, std::vector<std::string> words) {
  ParsedOptions parsed;
  try {
    std::ranges::reverse(words); // CLI11 takes them from the back
    app.parse(std::move(words));
    parsed.settings.emplace();
  } catch (const CLI::Success& success) {
    parsed.out = options::help_text(app, success);
  } catch (const CLI::ConfigError& mistake) {
    parsed.err = "trawl: " + options::config_mistake(app.get_config_ptr()->as<std::string>(), mistake.what()) + "\n";
    parsed.exit_code = 2;
  } catch (const CLI::ParseError& mistake) {
    const api::UsageMistake usage = api::usage_mistake(app, mistake.what());
    const std::string sentence =
        api::to_sentence(usage) + search_instead(static_cast<CLI::ExitCodes>(mistake.get_exit_code()), usage);
    // Not as<>(): of CLI11 2.4, it reads beyond an option that the parser did not get to.
    const CLI::Option& file = *app.get_config_ptr();
    const std::string config_file = file.empty() ? file.get_default_str() : file.results().front();
    parsed.err = "trawl: " + options::with_place(config_file, sentence) + "\n";
    parsed.exit_code = 2;
  }
  return parsed;
}

/// The words that the program of `command` gets: trawl-searchd is one command, and trawl-indexer reads a command's own
/// command (`index check`) before its options. Other commands have none, and a word may be an option's value.
std::vector<std::string> sibling_words(const std::string& command, std::vector<std::string> rest,
                                       const KnownNames& known) {
  if (command == "serve") return rest;
  const bool has_own_commands = command == "index" || command == "inspect" || command == "sources";
  const auto word =
      !has_own_commands ? rest.end() : rest.begin() + static_cast<std::ptrdiff_t>(first_word(rest, known));
  if (word != rest.end()) std::rotate(rest.begin(), word, word + 1);
  rest.insert(rest.begin(), command);
  return rest;
}

/// The command to run, if the first word alone decides; else empty.
std::string_view plain_command(const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with('-') || words.front() == "help") return {};
  const auto own = std::ranges::find(kOwnCommands, words.front());
  if (own != kOwnCommands.end()) return *own == "sources" ? std::string_view() : *own; // it may be a sibling's
  const bool is_sibling = std::ranges::find(kSiblings, words.front(), &SiblingCommand::name) != kSiblings.end();
  return is_sibling ? "" : "search";
}

/// Puts the command first. The program and its words, if a sibling runs the command.
std::optional<ParsedOptions> ask_for_sibling(std::vector<std::string>& words, const KnownNames& known) {
  put_command_first(words, known);
  if (words.empty()) return std::nullopt;
  std::vector<std::string> rest(words.begin() + 1, words.end());
  std::string sibling = sibling_of(words.front(), rest, known);
  if (sibling.empty()) return std::nullopt;
  return ParsedOptions{{}, {}, {}, 0, std::move(sibling), sibling_words(words.front(), std::move(rest), known)};
}

} // namespace

ParsedOptions parse_options(std::vector<std::string> words, const std::string& config_file) {
  Raw raw;
  const auto app = make_app(raw, plain_command(words)); // once: creating every option takes longer than all the rest
  const KnownNames known = known_names(options::describe(*app));
  if (auto sibling = ask_for_sibling(words, known)) return std::move(*sibling);
  if (const std::string reason = options::distrust_reason(config_file); !reason.empty()) return mistake(reason);
  if (words.empty()) words.emplace_back("--help");
  const bool is_bare_search = may_mean_command(words, known);
  arrange_words(words, known);
  // Not as the option's envname: the parser would read it for every command, after the flag of the one that is run.
  if (const char* server = std::getenv("TRAWL_SERVER")) raw.settings.server = server;
  if (const char* engine = std::getenv("TRAWL_ENGINE")) raw.settings.engine = engine;
  app->set_config("--config", config_file, "Defaults for any option, e.g. [search] limit=20", false)
      ->check(options::distrust_reason);
  app->allow_config_extras(CLI::config_extras_mode::error);
  const std::vector<std::string> path{words.front()};
  const options::ConfiguredCommand configured{path, options::option_names<CLI::App>(app.get(), path)};
  app->config_formatter(std::make_shared<options::CommandSections<CLI::ConfigTOML>>(configured, path));
  ParsedOptions parsed = run_parser(*app, std::move(words));
  if (!parsed.settings) return parsed;
  if (const std::string wrong = set_limit(raw); !wrong.empty()) return mistake(options::with_place(config_file, wrong));
  restore_minus(raw.settings.words);
  for (auto& [name, values] : raw.filters) restore_minus(values);
  raw.settings.format = static_cast<Format>(std::ranges::find(kFormatNames, raw.format) - kFormatNames.begin());
  if (raw.as_typed && raw.settings.correct) return mistake("--as-typed and --correct contradict each other");
  set_parameters(raw);
  const bool may_correct = as_typed_of(raw).empty();
  raw.settings.color = kColors.at(raw.color);
  raw.settings.pager = !raw.no_pager;
  parsed.settings = std::move(raw.settings);
  const std::vector<std::string>& query = parsed.settings->words;
  const std::string meant = is_bare_search && !query.empty() ? command_meant(query.front(), known.commands) : "";
  if (meant.empty()) return parsed;
  const std::string note = "No command '" + query.front() + "' (did you mean '" + meant + "'?)";
  // "how do I" and "state space models" mean no command; whether other words do, only the index knows.
  if (query.size() > 1) {
    if (!text::is_stop_word(query.front())) parsed.settings->mistyped_command = note;
    return parsed;
  }
  if (!parsed.settings->quiet) parsed.err = "note: " + note + "; searching for the word.\n";
  // The note says what is searched for; a correction would search for something else.
  if (may_correct) parsed.settings->parameters.emplace_back("as_typed", "1");
  return parsed;
}

CommandHelp command_help() {
  Raw raw;
  return options::describe(*make_app(raw));
}

std::string sibling_of(const std::string& command, const std::vector<std::string>& rest, const KnownNames& known) {
  const auto* found = std::ranges::find(kSiblings, command, &SiblingCommand::name);
  if (found != kSiblings.end()) return found->program;
  // "trawl sources" asks the index; "trawl sources add …" works on the catalogue.
  const bool manages = command == "sources" && first_word(rest, known) < rest.size();
  return manages ? "trawl-indexer" : "";
}

} // namespace trawl::cli
