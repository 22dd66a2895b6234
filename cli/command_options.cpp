// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command_options.h"

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>

#include "shared/api/request/value_fields.h"
#include "shared/base/version.h"
#include "shared/base/whole_number.h"
#include "shared/options/command_help.h"
#include "shared/schema/fields.h"

namespace trawl::cli {
namespace {

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

using Formats = std::vector<Format>; ///< that a command can print

void add_common(CLI::App& app, Raw& raw, const Formats& formats) {
  std::vector<std::string> names;
  for (const Format format : formats) names.emplace_back(kFormatNames.at(static_cast<std::size_t>(format)));
  app.add_option("--data", raw.settings.data, "Data directory (default: $TRAWL_DATA, else ~/.local/share/trawl)")
      ->type_name("DIR");
  app.add_option("--server", raw.settings.server,
                 "Ask a running daemon, e.g. http://127.0.0.1:7700 (default: $TRAWL_SERVER)")
      ->type_name("URL");
  app.add_option("--engine", raw.settings.engine,
                 "xapian (the index in the data directory) or opensearch (a cluster, which the daemon asks); default: "
                 "$TRAWL_ENGINE, else xapian")
      ->type_name("ENGINE");
  app.add_option("--format,-f", raw.format, "Output format (default human)")
      ->check(CLI::IsMember(std::move(names)))
      ->type_name("FORMAT");
  app.add_option("--color", raw.color, "When to use colours and links (default auto)")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  app.add_flag("--no-pager", raw.no_pager, "Do not start a pager");
  app.add_flag("--quiet", raw.settings.quiet, "Print only errors");
}

void add_filter(CLI::App& app, Raw& raw, const FilterOption& filter) {
  app.add_option("--" + filter.name, raw.filters[filter.name], filter.help)
      ->type_name("VALUE")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false); // else it also takes the query words after it
}

/// A parameter of the API that is an option of the same name here.
CLI::Option* add_parameter(CLI::App& app, Raw& raw, const std::string& name, const std::string& help) {
  return app.add_option("--" + name, raw.parameters[name], help);
}

/// The same, for one that is `value` if the flag is there.
void add_parameter_flag(CLI::App& app, Raw& raw, const std::string& name, const std::string& help,
                        const char* value = "1") {
  app.add_flag_callback("--" + name, [&raw, name, value] { raw.parameters[name] = value; }, help);
}

void add_interval(CLI::App& app, Raw& raw, const std::string& help) {
  app.add_option("--interval", raw.settings.histogram, help)
      ->check(CLI::IsMember({"day", "week", "month", "year"}))
      ->type_name("INTERVAL")
      ->configurable(false);
}

void add_filters(CLI::App& app, Raw& raw) {
  for (const FilterOption& filter : filter_options()) add_filter(app, raw, filter);
  add_parameter(app, raw, "match", "How many of the words an article must have (default most)")
      ->check(CLI::IsMember({"most", "all", "any"}))
      ->type_name("HOW");
  app.add_flag("--as-typed", raw.as_typed, "Never search for a corrected query instead");
  app.add_flag(
      "--correct", raw.settings.correct,
      "Search for a corrected query if no article has all words, as a search in the formats human and json does "
      "unless --as-typed");
}

/// Why `text` is not the number of a hit, or empty.
std::string number_of_a_hit(const std::string& text) {
  const std::size_t number = whole_number<std::size_t>(text).value_or(0);
  return number >= 1 && number <= 100 ? "" : "'" + text + "' is not the number of a hit, from 1 to 100";
}

void add_search_options(CLI::App& app, Raw& raw) {
  app.add_option("QUERY", raw.settings.words, "Words or a question; \"phrases\", -without, a OR b, title:word, quant*")
      ->type_name("");
  add_filters(app, raw);
  add_parameter(app, raw, "lang-boost", "Language to prefer, e.g. en; auto: that of the query, else of $LANG; none")
      ->type_name("LANG");
  add_parameter(app, raw, "recency", "Prefer new articles: from 0 (not at all, the default) to 1")->type_name("N");
  add_parameter(app, raw, "meaning", "Whether articles may rank by what they are about, not by words alone")
      ->check(CLI::IsMember({"on", "off"}))
      ->type_name("on|off");
  app.add_option("--facet", raw.settings.facets, "Count the hits by the values of a field; repeatable")
      ->check(CLI::IsMember(facet_names()))
      ->type_name("FIELD")
      ->expected(1)
      ->delimiter(',')
      ->take_all()
      ->allow_extra_args(false);
  add_parameter(app, raw, "facet-limit", "Number of values to show per facet (default 20)")->type_name("N");
  app.add_option("--histogram", raw.settings.histogram, "Draw a histogram of the hits by date")
      ->check(CLI::IsMember({"day", "week", "month", "year"}))
      ->type_name("INTERVAL");
  app.add_option("--limit,-n", raw.limit, "Number of hits to show, up to 100, or 'all' (default 10)")->type_name("N");
  add_parameter(app, raw, "offset", "Number of hits to skip (default 0)")->type_name("N");
  add_parameter(app, raw, "sort", "Order of the hits (default relevance)")
      ->check(CLI::IsMember({"relevance", "newest", "oldest", "source"}))
      ->type_name("ORDER");
  add_parameter(app, raw, "per-source", "Show at most this many hits per source; 0: any number (default 0)")
      ->type_name("N");
  add_parameter_flag(app, raw, "group", "Group hits by source: the best three of each and how many more there are",
                     "source");
  add_parameter(app, raw, "snippets", "Number of passages to show per hit (default 1)")->type_name("N");
  app.add_option("--open", raw.settings.open, "Open the N-th hit in the browser")
      ->check(number_of_a_hit)
      ->type_name("N")
      ->configurable(false);
  app.add_option("--show", raw.settings.show, "Show the whole text of the N-th hit")
      ->check(number_of_a_hit)
      ->type_name("N")
      ->configurable(false);
  add_parameter_flag(app, raw, "explain", "Explain the rank of each hit");
  app.add_flag("--csv-safe", raw.settings.csv_safe,
               "With --format csv: quote fields that a spreadsheet would run as a formula");
}

/// Adds the commands to `app`: only `wanted`, or all of them if it is empty.
struct Commands {
  CLI::App& app;
  Raw& raw;
  std::string_view wanted;

  /// `add_options(command)` adds the options that only some commands have.
  template <typename AddOptions>
  void add(const std::string& name, const std::string& help, const Formats& formats, const std::string& footer,
           AddOptions add_options) const {
    if (!wanted.empty() && wanted != name) return;
    CLI::App* command = app.add_subcommand(name, help);
    command->footer(footer);
    command->fallthrough(); // --config is the program's
    command->callback([&raw = raw, name] { raw.settings.command = name; });
    if (!formats.empty()) add_common(*command, raw, formats);
    add_options(*command);
  }
};

const Formats kHitFormats{Format::Human, Format::Json, Format::Jsonl, Format::Tsv,
                          Format::Csv,   Format::Urls, Format::Rss};
const Formats kPlainFormats{Format::Human, Format::Json};
const Formats kTableFormats{Format::Human, Format::Json, Format::Tsv, Format::Csv};
constexpr auto kNoMore = [](const CLI::App&) {};

void add_lookups(const Commands& commands) {
  Raw& raw = commands.raw;
  commands.add("show", "Show the whole text of one article", {Format::Human, Format::Json, Format::Markdown},
               "Examples:\n  trawl show https://pytorch.org/blog/flexattention/\n"
               "  trawl show 9f86d081884c7d65 --format markdown > article.md",
               [&](CLI::App& show) {
                 show.add_option("ID", raw.settings.words, "The article's address or id, as search prints them")
                     ->required()
                     ->expected(1);
                 show.add_flag("--provenance", raw.settings.provenance,
                               "Show who said each of its fields, and where, instead of the text");
               });
  commands.add("related", "Find articles with similar content", kPlainFormats,
               "Example:\n  trawl related https://pytorch.org/blog/flexattention/", [&](CLI::App& related) {
                 related.add_option("ID", raw.settings.words, "The article's address or id")->required()->expected(1);
                 related.add_option("--limit,-n", raw.limit, "Number of articles to show (default 8)")->type_name("N");
               });
  commands.add(
      "facets", "Count articles by the values of a field", kTableFormats,
      "Examples:\n  trawl facets source\n  trawl facets tag quantization --since 30d\n"
      "  trawl facets date,source attention --after 2026 --interval month\n"
      "With --format json, several fields are an object with the list facets.",
      [&](CLI::App& facets) {
        facets
            .add_option("FIELD", raw.settings.words,
                        "One or several of " + api::value_field_list() + ", date, joined by commas; then query words")
            ->required();
        add_filters(facets, raw);
        add_interval(facets, raw, "Of date: how long a time each count is for");
        add_parameter(facets, raw, "prefix", "Only values that begin with this")->type_name("TEXT");
        facets.add_option("--limit,-n", raw.limit, "Number of values to show, or 'all' (default 20)")->type_name("N");
      });
  commands.add("suggest", "Complete a word or words: titles, tags, sources, phrases", kPlainFormats,
               "Example:\n  trawl suggest quantiz", [&](CLI::App& suggest) {
                 suggest.add_option("TEXT", raw.settings.words, "The beginning of a word or words")->required();
               });
  commands.add("trending", "Show trending terms and their articles", kPlainFormats,
               "Example:\n  trawl trending --window 7d", [&](CLI::App& trending) {
                 add_parameter(trending, raw, "window", "How far back: 48h, 7d, 2w (default 48h)")->type_name("TIME");
               });
  commands.add("trends", "Count queries over time, beside all articles", kTableFormats,
               "Each word, or words in quotes, is a query of its own; without any, they are the rising terms.\n"
               "Examples:\n  trawl trends deepseek qwen 'flash attention' --interval month --since 2y\n"
               "  trawl trends rag --by source --format csv > rag.csv",
               [&](CLI::App& trends) {
                 trends.add_option("QUERY", raw.settings.words, "Up to 20 queries");
                 for (const FilterOption& filter : filter_options()) add_filter(trends, raw, filter);
                 add_interval(trends, raw, "How long a time each count is for (default: by how long a time it is)");
                 add_filter(trends, raw, {"by", "The same for each of some values: source, the twelve main ones"});
               });
  commands.add("sources", "List the sources with article counts, newest article and health", kTableFormats,
               "Examples:\n  trawl sources\n  trawl sources "
               "list|show|status|test|add|remove|enable|disable|import|export …   (the catalogue)",
               kNoMore);
  commands.add("stats", "Show the size and state of the index", kPlainFormats, "Example:\n  trawl stats", kNoMore);
}

void add_saved(const Commands& commands) {
  Raw& raw = commands.raw;
  commands.add("save", "Save a search under a name", kPlainFormats,
               "Example:\n  trawl save kernels 'flash attention' --tag gpu\n  trawl new kernels", [&](CLI::App& save) {
                 save.add_option("NAME", raw.settings.words, "A name, then the query")->required();
                 add_filters(save, raw);
                 save.add_flag("--yes", raw.settings.yes, "Replace a saved search of this name without asking")
                     ->configurable(false);
               });
  commands.add(
      "new", "Show what is new: found by saved searches, or else any article, since last time", kHitFormats,
      "Examples:\n  trawl new\n  trawl new kernels --past -n 10\n  trawl new kernels --format rss\n"
      "  trawl new | head -20   (what is not printed stays new)",
      [&](CLI::App& fresh) {
        fresh.add_option("NAME", raw.settings.words, "Name of a saved search; default: all of them")->expected(0, 1);
        fresh
            .add_option("--limit,-n", raw.limit,
                        "Number of articles to show of each search, or 'all'; the others stay new (default all)")
            ->type_name("N");
        fresh.add_flag("--past", raw.settings.past, "Also what is older than the 7 days of the first look")
            ->configurable(false);
        fresh.add_flag("--keep", raw.settings.keep, "Show it again next time")->configurable(false);
      });
  commands.add("digest", "Show what is new since the last digest, by saved search, starred source and the rest",
               {Format::Human, Format::Markdown, Format::Html},
               "Examples:\n  trawl digest\n  trawl digest --format html > today.html\n"
               "  trawl digest | mail -E -s 'New articles' you@example.org",
               [&](CLI::App& digest) {
                 digest.add_flag("--keep", raw.settings.keep, "Show it again next time")->configurable(false);
               });
  commands.add("saved", "List the saved searches", {Format::Human, Format::Json, Format::Tsv},
               "Example:\n  trawl saved", kNoMore);
  commands.add("forget", "Delete a saved search", kPlainFormats, "Example:\n  trawl forget kernels",
               [&](CLI::App& forget) {
                 forget.add_option("NAME", raw.settings.words, "Name of the saved search")->required()->expected(1);
               });
}

void add_marks(const Commands& commands) {
  Raw& raw = commands.raw;
  const auto add_ids = [&](CLI::App& command, const char* help) { command.add_option("ID", raw.settings.words, help); };
  const auto add_removal = [&](CLI::App& command) {
    command.add_flag("--remove", raw.settings.remove, "Take it away again")->configurable(false);
  };
  commands.add("star", "Star articles, or list the starred ones", kHitFormats,
               "Examples:\n  trawl star https://pytorch.org/blog/flexattention/\n  trawl star", [&](CLI::App& star) {
                 add_ids(star, "Addresses or ids of articles; none: lists what is:starred finds");
                 add_removal(star);
               });
  commands.add("later", "Keep articles for later, or list them", kHitFormats,
               "Examples:\n  trawl later 9f86d081884c7d65\n  trawl later", [&](CLI::App& later) {
                 add_ids(later, "Addresses or ids of articles; none: lists what is:later finds");
                 add_removal(later);
               });
  commands.add("read", "Mark articles as read", kPlainFormats,
               "Examples:\n  trawl read 9f86d081884c7d65\n  trawl read --matching --source openai --before 2026-04-01\n"
               "  trawl read --undo 9f86d081884c7d65\n  trawl read --undo",
               [&](CLI::App& read) {
                 add_ids(read, "Addresses or ids of articles; with --matching, a query");
                 add_filters(read, raw);
                 read.add_flag("--matching", raw.settings.all, "Every article that the query and the filters find")
                     ->configurable(false);
                 read.add_flag("--undo", raw.settings.undo,
                               "Mark as not read; without articles: take back what several were marked with last")
                     ->configurable(false);
               });
  commands.add("note", "Write a note on an article, print it, or list the notes", kPlainFormats,
               "Examples:\n  trawl note 9f86d081884c7d65 compare with the paper\n  trawl note 9f86d081884c7d65\n"
               "  trawl note",
               [&](CLI::App& note) {
                 note.add_option("ID", raw.settings.words,
                                 "The article's address or id, then the note; none: lists the notes");
                 add_removal(note);
               });
}

void add_documents(const Commands& commands) {
  Raw& raw = commands.raw;
  commands.add("completion", "Print a completion script", {},
               "Examples, for the file that your shell reads when it starts:\n  source <(trawl completion bash)\n"
               "  source <(trawl completion zsh)\n  trawl completion fish | source",
               [&](CLI::App& completion) {
                 completion.add_option("SHELL", raw.settings.words, "bash, zsh or fish")->required()->expected(1);
               });
  commands.add("config", "Print a configuration file with every setting as a comment", {},
               "Example:\n  mkdir -p ~/.config/trawl && trawl config > ~/.config/trawl/config.toml",
               [&](CLI::App& config) {
                 config.add_flag("--markdown", raw.settings.markdown, "Print docs/configuration.md instead")
                     ->configurable(false);
               });
}

} // namespace

std::unique_ptr<CLI::App> make_app(Raw& raw, std::string_view command) {
  auto app = std::make_unique<CLI::App>("Search articles about AI that Trawl has crawled and indexed.", "trawl");
  app->set_version_flag("--version,-V", "trawl " TRAWL_VERSION);
  app->require_subcommand(1);
  app->footer("'trawl WORDS' is 'trawl search WORDS', unless the first word is a command.\n\nExamples:\n"
              "  trawl flash attention --facet source\n"
              "  trawl '\"speculative decoding\" -benchmark' --since 90d --sort newest\n"
              "  trawl crawl                 fetch the catalogue's sources and index them\n"
              "Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 no index, 4 network error, 5 index locked, 6 "
              "partly done,\n7 out of disk space, memory or open files");
  const Commands commands{*app, raw, command};
  commands.add("search", "Search the articles", kHitFormats,
               "Examples:\n  trawl search torch.compile --source pytorch --limit 5\n"
               "  trawl search 'title:monarch OR author:\"Ziyang Li\"' --format json\n"
               "  trawl search 'quant*' -vision --facet tag --histogram month",
               [&](CLI::App& search) { add_search_options(search, raw); });
  commands.add("count", "Count the articles that a query finds", kPlainFormats,
               "Examples:\n  trawl count flash attention --since 30d\n  trawl count --source pytorch",
               [&](CLI::App& count) {
                 count.add_option("QUERY", raw.settings.words, "As for search; none: every article")->type_name("");
                 add_filters(count, raw);
               });
  add_lookups(commands);
  add_saved(commands);
  add_marks(commands);
  add_documents(commands);
  commands.add("mcp", "Serve language models over stdin and stdout (Model Context Protocol)", kPlainFormats,
               "In a client's configuration:\n"
               "  {\"mcpServers\": {\"trawl\": {\"command\": \"trawl\", \"args\": [\"mcp\"]}}}",
               [&](CLI::App& mcp) {
                 mcp.add_flag("--marks", raw.settings.marks,
                              "The model may also mark articles, keep notes on them and see the saved searches");
                 mcp.remove_option(mcp.get_option("--format"));
                 mcp.remove_option(mcp.get_option("--color"));
                 mcp.remove_option(mcp.get_option("--no-pager"));
               });
  if (command.empty()) {
    for (const SiblingCommand& sibling : kSiblings) app->add_subcommand(sibling.name, sibling.help);
  }
  options::simplify_help(*app);
  options::let_the_last_win(*app);
  return app;
}

} // namespace trawl::cli
