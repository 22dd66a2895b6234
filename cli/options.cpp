// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <sstream>

#include <CLI/CLI.hpp>

#include "cli/command_words.h"
#include "shared/api/request/usage_mistake.h"

namespace trawl::cli {
namespace {

const std::map<std::string, Format> kFormats{{"human", Format::Human}, {"json", Format::Json}, {"jsonl", Format::Jsonl},
                                             {"tsv", Format::Tsv},     {"csv", Format::Csv},   {"urls", Format::Urls},
                                             {"rss", Format::Rss}};
const std::map<std::string, ColorMode> kColors{
    {"auto", ColorMode::Auto}, {"always", ColorMode::Always}, {"never", ColorMode::Never}};

constexpr std::array kSiblings{std::pair{"crawl", "trawl-indexer"},   std::pair{"import", "trawl-indexer"},
                               std::pair{"inspect", "trawl-indexer"}, std::pair{"index", "trawl-indexer"},
                               std::pair{"export", "trawl-indexer"},  std::pair{"serve", "trawl-searchd"}};

/// A filter of the API that is an option of the same name here.
struct FilterOption {
  const char* name;
  const char* help;
};
constexpr std::array kFilters{
    FilterOption{"source", "Only this source (id, e.g. pytorch); repeat or use commas for several, -NAME to leave out"},
    FilterOption{"tag", "Only articles with this tag"},
    FilterOption{"category", "Only this category: api agents frameworks hardware infra model open-source release "
                             "research tutorial"},
    FilterOption{"author", "Only articles by this author or affiliation"},
    FilterOption{"language", "Only this language (en, zh, ko …)"},
    FilterOption{"site", "Only this site (pytorch.org)"},
    FilterOption{"tag-all", "Only articles with all of these tags"},
    FilterOption{"after", "Published on or after this day (2026-04-01)"},
    FilterOption{"before", "Published before this day"},
    FilterOption{"since", "Published within this time: 12h, 7d, 2w, 3m, 1y"}};

/// What the parser fills; `finish` makes Settings of it.
struct Raw {
  Settings settings;
  std::map<std::string, std::vector<std::string>> filters;
  std::string format = "human", color = "auto", limit, sort, match, facet_limit, offset, window, snippets;
  std::size_t per_source = 0;
  bool no_pager = false, strict = false, explain = false, group = false;
};

void add_common(CLI::App& app, Raw& raw, std::vector<std::string> formats) {
  app.add_option("--data", raw.settings.data, "Data directory (default: $TRAWL_DATA, else ~/.local/share/trawl)")
      ->type_name("DIR");
  app.add_option("--server", raw.settings.server, "Ask a running daemon, e.g. http://127.0.0.1:7700")
      ->type_name("URL")
      ->envname("TRAWL_SERVER");
  app.add_option("--format,-f", raw.format, "Form of the output")
      ->check(CLI::IsMember(std::move(formats)))
      ->type_name("FORM");
  app.add_option("--color", raw.color, "Colour and links: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  app.add_flag("--no-pager", raw.no_pager, "Never start a pager");
}

void add_filters(CLI::App& app, Raw& raw) {
  for (const FilterOption& filter : kFilters) {
    app.add_option(std::string("--") + filter.name, raw.filters[filter.name], filter.help)
        ->type_name("VALUE")
        ->expected(1)
        ->take_all();
  }
  app.add_option("--match", raw.match, "How many words must be there")
      ->check(CLI::IsMember({"most", "all", "any"}))
      ->type_name("HOW");
  app.add_flag("--strict", raw.strict, "Refuse a query that is not well-formed instead of reading it leniently");
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
  app.add_option("--facet", raw.settings.facets, "Count the values of a field; repeatable")
      ->check(CLI::IsMember({"source", "tag", "category", "author", "language", "site", "date"}))
      ->type_name("FIELD")
      ->expected(1)
      ->take_all();
  app.add_option("--facet-limit", raw.facet_limit, "Values shown per facet")->type_name("N");
  app.add_option("--histogram", raw.settings.histogram, "Draw a date histogram")
      ->check(CLI::IsMember({"day", "week", "month", "year"}))
      ->type_name("INTERVAL");
  app.add_option("--limit,-n", raw.limit, "Hits shown; 'all' for every hit")->type_name("N");
  app.add_option("--offset", raw.offset, "Skip this many hits")->type_name("N");
  app.add_option("--sort", raw.sort, "Order of the hits")
      ->check(CLI::IsMember({"relevance", "newest", "oldest", "source"}))
      ->type_name("ORDER");
  app.add_option("--per-source", raw.per_source, "At most this many hits of one source")->type_name("N");
  app.add_flag("--group", raw.group, "The hits of a source together, the best three, with the number of further ones");
  app.add_option("--snippets", raw.snippets, "Passages per hit")->type_name("N");
  app.add_option("--open", raw.settings.open, "Open the N-th hit in the browser")
      ->check(number_of_a_hit)
      ->type_name("N");
  app.add_option("--show", raw.settings.show, "Show the N-th hit whole")->check(number_of_a_hit)->type_name("N");
  app.add_flag("--explain", raw.explain, "Say why each hit stands where it stands");
  app.add_flag("--csv-safe", raw.settings.csv_safe, "csv: disarm fields that a spreadsheet would run as a formula");
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
  auto* show = add_command(app, raw, "show", "Show one article whole", kPlainFormats,
                           "Examples:\n  trawl show https://pytorch.org/blog/flexattention/\n"
                           "  trawl show 9f86d081884c7d65 --format json");
  show->add_option("ID", raw.settings.words, "The article's address or id, as search prints them")
      ->required()
      ->expected(1);
  auto* related = add_command(app, raw, "related", "Articles like this one, by content", kPlainFormats,
                              "Example:\n  trawl related https://pytorch.org/blog/flexattention/");
  related->add_option("ID", raw.settings.words, "The article's address or id")->required()->expected(1);
  related->add_option("--limit,-n", raw.limit, "Articles shown")->type_name("N");
  auto* facets = add_command(app, raw, "facets", "Values of a field with their counts", kTableFormats,
                             "Examples:\n  trawl facets source\n  trawl facets tag quantization --since 30d");
  facets->add_option("FIELD", raw.settings.words, "source, tag, category, author, language or site; then query words")
      ->required();
  add_filters(*facets, raw);
  facets->add_option("--limit,-n", raw.limit, "Values shown")->type_name("N");
  auto* suggest = add_command(app, raw, "suggest", "Complete what was typed: titles, tags, sources, phrases",
                              kPlainFormats, "Example:\n  trawl suggest quantiz");
  suggest->add_option("TEXT", raw.settings.words, "The beginning of a word or words")->required();
  auto* trending = add_command(app, raw, "trending", "Rising terms and their articles", kPlainFormats,
                               "Example:\n  trawl trending --window 7d");
  trending->add_option("--window", raw.window, "How far back: 48h, 7d, 2w")->type_name("TIME");
  add_command(app, raw, "top", "The top story", kPlainFormats, "Example:\n  trawl top");
  add_command(
      app, raw, "sources", "Sources with counts, newest article and health", kTableFormats,
      "Examples:\n  trawl sources\n  trawl sources list|show|add|remove|test|status …   (manages the catalogue)");
  add_command(app, raw, "stats", "Size and state of the index", kPlainFormats, "Example:\n  trawl stats");
}

void add_saved(CLI::App& app, Raw& raw) {
  auto* save = add_command(app, raw, "save", "Keep a search under a name", kPlainFormats,
                           "Example:\n  trawl save kernels 'flash attention' --tag gpu\n  trawl new kernels");
  save->add_option("NAME", raw.settings.words, "A name, then the query")->required();
  add_filters(*save, raw);
  auto* fresh = add_command(app, raw, "new", "What came since last asked, in one or all saved searches", kAllFormats,
                            "Examples:\n  trawl new\n  trawl new kernels --format rss");
  fresh->add_option("NAME", raw.settings.words, "A saved search; without it, all of them");
  add_command(app, raw, "saved", "List the saved searches", kPlainFormats, "Example:\n  trawl saved");
  auto* forget =
      add_command(app, raw, "forget", "Drop a saved search", kPlainFormats, "Example:\n  trawl forget kernels");
  forget->add_option("NAME", raw.settings.words, "Its name")->required()->expected(1);
}

void add_siblings(CLI::App& app) {
  for (const auto& [name, program] : kSiblings) {
    app.add_subcommand(name, std::string("See 'trawl ") + name + " --help' (" + program + ")");
  }
}

std::unique_ptr<CLI::App> make_app(Raw& raw) {
  auto app = std::make_unique<CLI::App>("Search articles about AI that Trawl has crawled and indexed.", "trawl");
  app->set_version_flag("--version,-V", "trawl " TRAWL_VERSION);
  app->require_subcommand(1);
  app->footer("'trawl WORDS' is 'trawl search WORDS'. Examples:\n"
              "  trawl flash attention --facet source\n"
              "  trawl '\"speculative decoding\" -benchmark' --since 90d --sort newest\n"
              "  trawl crawl                 fetch the catalogue's sources and index them\n"
              "Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 no index, 4 network, 5 locked, 6 partly, 7 disk");
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

/// The message for a limit that is no number, or empty.
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
  if (!digits) return "--limit: '" + raw.limit + "' is no number; write a number or 'all'";
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
  add("explain", raw.explain ? "1" : "");
  add("group", raw.group ? "source" : "");
  add("per_source", raw.per_source > 0 ? std::to_string(raw.per_source) : "");
}

/// Why the configuration file may not be used, or empty. A file that others can write could choose the server we ask.
std::string distrust(const std::string& config_file) {
  std::error_code status;
  const auto permissions = std::filesystem::status(config_file, status).permissions();
  const bool writable = (permissions & std::filesystem::perms::others_write) != std::filesystem::perms::none;
  return !status && writable ? config_file + ": others may write this file; run 'chmod go-w' on it" : std::string();
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

/// The configuration file as one command sees it: without the sections of the others, as all commands fill the same
/// settings. A section of no command stays, to be refused.
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
  return "trawl: " + file + ": there is no '" + std::string(name) +
         "'; options stand under their command, as limit=20 under [search]\n";
}

/// Runs the parser; help and mistakes come out as text.
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
  if (const std::string reason = distrust(config_file); !reason.empty()) return {{}, {}, "trawl: " + reason + "\n", 2};
  if (words.empty()) words.emplace_back("--help");
  arrange_words(words, command_names());
  Raw raw;
  const auto app = make_app(raw);
  app->set_config("--config", config_file, "Defaults for any option, e.g. [search] limit=20", false);
  app->allow_config_extras(CLI::config_extras_mode::error);
  app->config_formatter(std::make_shared<OwnSections>(words.front(), command_names()));
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
  return parsed;
}

CommandHelp command_help() {
  Raw raw;
  return describe(*make_app(raw));
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandHelp& command : command_help().commands) names.push_back(command.name);
  return names;
}

std::string config_file_path() {
  const auto environment = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const auto file = environment("TRAWL_CONFIG"); !file.empty()) return file;
  const auto xdg = environment("XDG_CONFIG_HOME");
  const std::string own = (xdg.starts_with('/') ? xdg : environment("HOME") + "/.config") + "/trawl/config.toml";
  const std::string shared = "/etc/xdg/trawl/config.toml";
  std::error_code ignored;
  return !std::filesystem::exists(own, ignored) && std::filesystem::exists(shared, ignored) ? shared : own;
}

std::string sibling_of(const std::string& command, const std::vector<std::string>& rest) {
  const auto* found = std::ranges::find_if(kSiblings, [&](const auto& pair) { return command == pair.first; });
  if (found != kSiblings.end()) return found->second;
  // "trawl sources" asks the index; "trawl sources add …" works on the catalogue.
  const bool manages = command == "sources" && !rest.empty() && !rest.front().starts_with('-');
  return manages ? "trawl-indexer" : "";
}

} // namespace trawl::cli
