// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <sstream>

#include <CLI/CLI.hpp>

#include "cli/command_words.h"
#include "cli/config_file.h"
#include "cli/misspelt_command.h"
#include "shared/api/request/usage_mistake.h"
#include "shared/api/request/value_fields.h"
#include "shared/schema/fields.h"

namespace trawl::cli {
namespace {

const std::map<std::string, Format> kFormats{
    {"human", Format::Human}, {"json", Format::Json}, {"jsonl", Format::Jsonl}, {"tsv", Format::Tsv},
    {"csv", Format::Csv},     {"urls", Format::Urls}, {"rss", Format::Rss},     {"markdown", Format::Markdown}};
const std::map<std::string, ColorMode> kColors{
    {"auto", ColorMode::Auto}, {"always", ColorMode::Always}, {"never", ColorMode::Never}};

/// A command that another program carries out.
struct SiblingCommand {
  const char* name;
  const char* program;
  const char* help;
};
constexpr std::array kSiblings{
    SiblingCommand{"crawl", "trawl-indexer", "Fetch what is new from the sources and index it"},
    SiblingCommand{"import", "trawl-indexer", "Index articles from files"},
    SiblingCommand{"inspect", "trawl-indexer", "Show what Trawl makes of one page, feed or robots.txt"},
    SiblingCommand{"index", "trawl-indexer", "Rebuild, check, compact or back up the index"},
    SiblingCommand{"export", "trawl-indexer", "Write every article as a line of JSON"},
    SiblingCommand{"serve", "trawl-searchd", "Serve the search page and the HTTP API"}};

/// A filter of the API that is an option of the same name here.
struct FilterOption {
  std::string name, help;
};

std::vector<FilterOption> filter_options() {
  std::vector<FilterOption> options;
  for (const std::string_view field : schema::kFilterFields) {
    options.push_back({std::string(field), std::string(schema::find_filter(field)->option)});
  }
  options.push_back({"tag-all", "Only articles with all of these tags"});
  options.push_back({"after", "Published on or after this day (2026-04-01)"});
  options.push_back({"before", "Published before this day"});
  options.push_back({"since", "Published within this time: 12h, 7d, 2w, 3m, 1y"});
  return options;
}

std::vector<std::string> facet_names() { return {schema::kFacetFields.begin(), schema::kFacetFields.end()}; }

/// What the parser fills in, before it becomes Settings.
struct Raw {
  Settings settings;
  std::map<std::string, std::vector<std::string>> filters;
  std::string format = "human", color = "auto", limit, sort, match, facet_limit, offset, window, snippets;
  std::size_t per_source = 0;
  bool no_pager = false, strict = false, as_typed = false, explain = false, group = false;
};

void add_common(CLI::App& app, Raw& raw, std::vector<std::string> formats) {
  app.add_option("--data", raw.settings.data, "Data directory (default: $TRAWL_DATA, else ~/.local/share/trawl)")
      ->type_name("DIR");
  app.add_option("--server", raw.settings.server,
                 "Ask a running daemon, e.g. http://127.0.0.1:7700 (default: $TRAWL_SERVER)")
      ->type_name("URL");
  app.add_option("--format,-f", raw.format, "Output format")
      ->check(CLI::IsMember(std::move(formats)))
      ->type_name("FORMAT");
  app.add_option("--color", raw.color, "Colour and links: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  app.add_flag("--no-pager", raw.no_pager, "Do not start a pager");
}

void add_filters(CLI::App& app, Raw& raw) {
  for (const FilterOption& filter : filter_options()) {
    app.add_option("--" + filter.name, raw.filters[filter.name], filter.help)
        ->type_name("VALUE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false); // else it takes the query words behind it too
  }
  app.add_option("--match", raw.match, "How many of the words an article must have")
      ->check(CLI::IsMember({"most", "all", "any"}))
      ->type_name("HOW");
  app.add_flag("--strict", raw.strict, "Reject a malformed query instead of guessing what it means");
}

/// Why `text` is not the number of a hit, or empty.
std::string number_of_a_hit(const std::string& text) {
  const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
  const bool is_positive = text.find_first_not_of('0') != std::string::npos;
  return is_number && is_positive ? "" : "'" + text + "' is not the number of a hit";
}

void add_search_options(CLI::App& app, Raw& raw) {
  app.add_option("QUERY", raw.settings.words, "Words, \"phrases\", -without, a OR b, title:word, quant*")
      ->type_name("");
  add_filters(app, raw);
  app.add_flag("--as-typed", raw.as_typed, "Never search for a corrected query instead");
  app.add_option("--facet", raw.settings.facets, "Count the hits by the values of a field; repeatable")
      ->check(CLI::IsMember(facet_names()))
      ->type_name("FIELD")
      ->expected(1)
      ->delimiter(',')
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--facet-limit", raw.facet_limit, "Number of values to show per facet")->type_name("N");
  app.add_option("--histogram", raw.settings.histogram, "Draw a histogram of the hits by date")
      ->check(CLI::IsMember({"day", "week", "month", "year"}))
      ->type_name("INTERVAL");
  app.add_option("--limit,-n", raw.limit, "Number of hits to show, up to 100, or 'all'")->type_name("N");
  app.add_option("--offset", raw.offset, "Number of hits to skip")->type_name("N");
  app.add_option("--sort", raw.sort, "Order of the hits")
      ->check(CLI::IsMember({"relevance", "newest", "oldest", "source"}))
      ->type_name("ORDER");
  app.add_option("--per-source", raw.per_source, "Show at most this many hits per source")->type_name("N");
  app.add_flag("--group", raw.group, "Group hits by source: the best three of each and how many more there are");
  app.add_option("--snippets", raw.snippets, "Number of passages to show per hit")->type_name("N");
  app.add_option("--open", raw.settings.open, "Open the N-th hit in the browser")
      ->check(number_of_a_hit)
      ->type_name("N");
  app.add_option("--show", raw.settings.show, "Show the whole text of the N-th hit")
      ->check(number_of_a_hit)
      ->type_name("N");
  app.add_flag("--explain", raw.explain, "Explain the rank of each hit");
  app.add_flag("--csv-safe", raw.settings.csv_safe,
               "With --format csv: quote fields that a spreadsheet would run as a formula");
}

CLI::App* add_command(CLI::App& app, Raw& raw, const std::string& name, const std::string& help,
                      std::vector<std::string> formats, const std::string& footer) {
  CLI::App* command = app.add_subcommand(name, help);
  command->footer(footer);
  command->fallthrough(); // --config is the program's
  command->callback([&raw, name] { raw.settings.command = name; });
  add_common(*command, raw, std::move(formats));
  return command;
}

const std::vector<std::string> kAllFormats{"human", "json", "jsonl", "tsv", "csv", "urls", "rss"};
const std::vector<std::string> kPlainFormats{"human", "json"};
const std::vector<std::string> kTableFormats{"human", "json", "tsv", "csv"};

void add_lookups(CLI::App& app, Raw& raw) {
  auto* show = add_command(app, raw, "show", "Show the whole text of one article", {"human", "json", "markdown"},
                           "Examples:\n  trawl show https://pytorch.org/blog/flexattention/\n"
                           "  trawl show 9f86d081884c7d65 --format markdown > article.md");
  show->add_option("ID", raw.settings.words, "The article's address or id, as search prints them")
      ->required()
      ->expected(1);
  auto* related = add_command(app, raw, "related", "Find articles with similar content", kPlainFormats,
                              "Example:\n  trawl related https://pytorch.org/blog/flexattention/");
  related->add_option("ID", raw.settings.words, "The article's address or id")->required()->expected(1);
  related->add_option("--limit,-n", raw.limit, "Number of articles to show")->type_name("N");
  auto* facets = add_command(app, raw, "facets", "Count articles by the values of a field", kTableFormats,
                             "Examples:\n  trawl facets source\n  trawl facets tag quantization --since 30d");
  facets->add_option("FIELD", raw.settings.words, "One of " + api::value_field_list() + "; then query words")
      ->required();
  add_filters(*facets, raw);
  facets->add_option("--limit,-n", raw.limit, "Number of values to show, or 'all'")->type_name("N");
  auto* suggest = add_command(app, raw, "suggest", "Complete a word or words: titles, tags, sources, phrases",
                              kPlainFormats, "Example:\n  trawl suggest quantiz");
  suggest->add_option("TEXT", raw.settings.words, "The beginning of a word or words")->required();
  auto* trending = add_command(app, raw, "trending", "Show trending terms and their articles", kPlainFormats,
                               "Example:\n  trawl trending --window 7d");
  trending->add_option("--window", raw.window, "How far back: 48h, 7d, 2w")->type_name("TIME");
  auto* top = add_command(app, raw, "top", "Show the top story", kPlainFormats, "Example:\n  trawl top --window 7d");
  top->add_option("--window", raw.window, "How far back: 48h, 7d, 2w")->type_name("TIME");
  add_command(
      app, raw, "sources", "List the sources with article counts, newest article and health", kTableFormats,
      "Examples:\n  trawl sources\n  trawl sources list|show|add|remove|test|status …   (manages the catalogue)");
  add_command(app, raw, "stats", "Show the size and state of the index", kPlainFormats, "Example:\n  trawl stats");
}

void add_saved(CLI::App& app, Raw& raw) {
  auto* save = add_command(app, raw, "save", "Save a search under a name", kPlainFormats,
                           "Example:\n  trawl save kernels 'flash attention' --tag gpu\n  trawl new kernels");
  save->add_option("NAME", raw.settings.words, "A name, then the query")->required();
  add_filters(*save, raw);
  auto* fresh = add_command(app, raw, "new", "Show what one or all saved searches found since last time", kAllFormats,
                            "Examples:\n  trawl new\n  trawl new kernels --format rss");
  fresh->add_option("NAME", raw.settings.words, "Name of a saved search; default: all of them");
  add_command(app, raw, "saved", "List the saved searches", kPlainFormats, "Example:\n  trawl saved");
  auto* forget =
      add_command(app, raw, "forget", "Delete a saved search", kPlainFormats, "Example:\n  trawl forget kernels");
  forget->add_option("NAME", raw.settings.words, "Name of the saved search")->required()->expected(1);
}

void add_siblings(CLI::App& app) {
  for (const SiblingCommand& sibling : kSiblings) app.add_subcommand(sibling.name, sibling.help);
}

std::unique_ptr<CLI::App> make_app(Raw& raw) {
  auto app = std::make_unique<CLI::App>("Search articles about AI that Trawl has crawled and indexed.", "trawl");
  app->set_version_flag("--version,-V", "trawl " TRAWL_VERSION);
  app->require_subcommand(1);
  app->footer("'trawl WORDS' is 'trawl search WORDS'. Examples:\n"
              "  trawl flash attention --facet source\n"
              "  trawl '\"speculative decoding\" -benchmark' --since 90d --sort newest\n"
              "  trawl crawl                 fetch the catalogue's sources and index them\n"
              "Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 no index, 4 network error, 5 index locked, 6 "
              "partly done,\n7 disk error");
  auto* search = add_command(*app, raw, "search", "Search the articles", kAllFormats,
                             "Examples:\n  trawl search torch.compile --source pytorch --limit 5\n"
                             "  trawl search 'title:monarch OR author:\"Ziyang Li\"' --format json\n"
                             "  trawl search quant* -vision --facet tag --histogram month");
  add_search_options(*search, raw);
  add_lookups(*app, raw);
  add_saved(*app, raw);
  auto* completion = app->add_subcommand("completion", "Print a completion script");
  completion->add_option("SHELL", raw.settings.words, "bash, zsh or fish")->required()->expected(1);
  completion->footer("Example:\n  trawl completion bash > ~/.local/share/bash-completion/completions/trawl");
  completion->callback([&raw] { raw.settings.command = "completion"; });
  auto* man = app->add_subcommand("man", "Print the manual page (roff)");
  man->footer("Example:\n  trawl man | man -l -");
  man->callback([&raw] { raw.settings.command = "man"; });
  add_siblings(*app);
  return app;
}

/// Reads --limit; returns the message for a bad value, else an empty string.
std::string set_limit(Raw& raw) {
  Settings& settings = raw.settings;
  if (raw.limit.empty()) return {};
  if (raw.limit == "all") {
    settings.all = true;
    settings.limit = 100;
    return {};
  }
  const bool digits = !raw.limit.empty() && raw.limit.size() < 9 &&
                      std::ranges::all_of(raw.limit, [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) return "--limit: '" + raw.limit + "' is not a number; use a number or 'all'";
  settings.limit = std::stoul(raw.limit);
  return {};
}

void set_parameters(Raw& raw) {
  Parameters& parameters = raw.settings.parameters;
  for (const auto& [name, values] : raw.filters) {
    for (const std::string& value : values) {
      std::string key = name;
      std::ranges::replace(key, '-', '_');
      parameters.emplace_back(key, value);
    }
  }
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) parameters.emplace_back(name, value);
  };
  add("match", raw.match);
  add("sort", raw.sort);
  add("facet_limit", raw.facet_limit);
  add("offset", raw.offset);
  add("window", raw.window);
  add("snippets", raw.snippets);
  add("strict", raw.strict ? "1" : "");
  add("as_typed", raw.as_typed ? "1" : "");
  add("explain", raw.explain ? "1" : "");
  add("group", raw.group ? "source" : "");
  add("per_source", raw.per_source > 0 ? std::to_string(raw.per_source) : "");
}

/// CLI11 shows a checked value as "FORM:{human,json}": the name and the choices.
void split_type_name(const std::string& type_name, OptionHelp& help) {
  const std::size_t colon = type_name.find(":{");
  help.value = type_name.substr(0, colon);
  if (colon == std::string::npos) return;
  help.choices = api::choices_in(std::string_view(type_name).substr(colon + 1));
}

OptionHelp describe(const CLI::Option& option) {
  OptionHelp help;
  for (const std::string& name : option.get_lnames()) help.flags.push_back("--" + name);
  for (const std::string& name : option.get_snames()) help.flags.push_back("-" + name);
  help.description = option.get_description();
  if (option.get_items_expected_max() > 0) split_type_name(option.get_type_name(), help);
  if (help.flags.empty()) help.value = option.get_name(true);
  return help;
}

CommandHelp describe(const CLI::App& app) {
  CommandHelp help{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options()) help.options.push_back(describe(*option));
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    help.commands.push_back(describe(*command));
  }
  return help;
}

/// Reads the configuration file without the sections of other commands, because all commands fill the same settings.
/// Keeps sections that name no command, so that the parser rejects them.
class OwnSections : public CLI::ConfigTOML {
 public:
  OwnSections(const std::string& command, std::vector<std::string> commands) : others_(std::move(commands)) {
    std::erase(others_, command);
  }
  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    auto lines = CLI::ConfigTOML::from_config(input);
    std::erase_if(lines, [this](const CLI::ConfigItem& item) {
      return !item.parents.empty() && std::ranges::find(others_, item.parents.front()) != others_.end();
    });
    return lines;
  }

 private:
  std::vector<std::string> others_;
};

/// "FILE: there is no 'search.limt'": CLI11 puts the name last, and marks the beginning of a section by ".++".
std::string config_mistake(const std::string& file, std::string_view what) {
  std::string_view name = what.substr(what.rfind(' ') + 1);
  if (name.ends_with(".++")) name.remove_suffix(3);
  return "trawl: " + file + ": unknown setting '" + std::string(name) +
         "'; put options under their command, e.g. limit=20 under [search]\n";
}

/// Runs the parser; help and usage errors are returned as text.
ParsedOptions run_parser(CLI::App& app, std::vector<std::string> words) {
  ParsedOptions parsed;
  try {
    std::ranges::reverse(words); // CLI11 takes them from the back
    app.parse(std::move(words));
    parsed.settings.emplace();
  } catch (const CLI::Success& success) {
    std::ostringstream out, err;
    app.exit(success, out, err);
    parsed.out = out.str();
  } catch (const CLI::ConfigError& mistake) {
    parsed.err = config_mistake(app.get_config_ptr()->as<std::string>(), mistake.what());
    parsed.exit_code = 2;
  } catch (const CLI::ParseError& mistake) {
    parsed.err = "trawl: " + api::to_sentence(api::usage_mistake(app, mistake.what())) + "\n";
    parsed.exit_code = 2;
  }
  return parsed;
}

} // namespace

ParsedOptions parse_options(std::vector<std::string> words, const std::string& config_file) {
  if (const std::string reason = distrust_reason(config_file); !reason.empty())
    return {{}, {}, "trawl: " + reason + "\n", 2};
  if (words.empty()) words.emplace_back("--help");
  const KnownNames known = known_names(command_help());
  const bool is_bare_search = may_mean_command(words, known);
  arrange_words(words, known);
  Raw raw;
  // Not as the option's envname: the parser would read it for every command, after the flag of the one that is run.
  if (const char* server = std::getenv("TRAWL_SERVER")) raw.settings.server = server;
  const auto app = make_app(raw);
  app->set_config("--config", config_file, "Defaults for any option, e.g. [search] limit=20", false);
  app->allow_config_extras(CLI::config_extras_mode::error);
  app->config_formatter(std::make_shared<OwnSections>(words.front(), known.commands));
  ParsedOptions parsed = run_parser(*app, std::move(words));
  if (!parsed.settings) return parsed;
  if (const std::string wrong = set_limit(raw); !wrong.empty()) return {{}, {}, "trawl: " + wrong + "\n", 2};
  restore_minus(raw.settings.words);
  for (auto& [name, values] : raw.filters) restore_minus(values);
  set_parameters(raw);
  raw.settings.format = kFormats.at(raw.format);
  raw.settings.color = kColors.at(raw.color);
  raw.settings.pager = !raw.no_pager;
  parsed.settings = std::move(raw.settings);
  const std::vector<std::string>& query = parsed.settings->words;
  if (is_bare_search && query.size() == 1) parsed.err = note_on_word(query.front(), known.commands);
  return parsed;
}

CommandHelp command_help() {
  Raw raw;
  return describe(*make_app(raw));
}

std::string sibling_of(const std::string& command, const std::vector<std::string>& rest, const KnownNames& known) {
  const auto* found = std::ranges::find(kSiblings, command, &SiblingCommand::name);
  if (found != kSiblings.end()) return found->program;
  // "trawl sources" asks the index; "trawl sources add …" works on the catalogue.
  const bool manages = command == "sources" && first_word(rest, known) < rest.size();
  return manages ? "trawl-indexer" : "";
}

} // namespace trawl::cli
