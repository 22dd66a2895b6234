// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/options.h"

#include "indexer/commands/commands.h"
#include "shared/api/request/usage_mistake.h"
#include "shared/base/result.h"
#include "shared/base/version.h"

#include "shared/options/command_help.h"
#include "shared/options/config_file.h"
#include "shared/options/config_sections.h"
#include "shared/options/help_text.h"

#include <iostream>
#include <memory>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

namespace trawl::commands {
namespace {

constexpr const char* kCrawlHelp = R"(
Examples:
  trawl-indexer crawl                       crawl every source in the catalogue once
  trawl-indexer crawl pytorch vllm          crawl these two sources
  trawl-indexer crawl --backfill pytorch    fetch older articles too
  trawl-indexer crawl --watch               keep crawling until stopped; fetch each source when it is due
Ctrl-C ends the crawl after a clean commit (exit code 130). Exit code 4: every source failed or listed nothing. 6: some did.)";

constexpr const char* kAddHelp = R"(
Examples:
  trawl-indexer add https://example.org/post    fetch this page and index it
  trawl-indexer add example.org/a example.org/b
  trawl-indexer add --from bookmarks.html       fetch every page that a browser has bookmarked, and continue where it stopped
An article belongs to the source whose site it is on, else to a source named after its site. robots.txt and a page's wish
not to be indexed count here, too. Exit code 6: some pages could not be added. 4: none could.)";

constexpr const char* kRemoveHelp = R"(
Examples:
  trawl-indexer remove 7c1f0a5e9d3b2468                  an id, as `trawl show` and --format json have it
  trawl-indexer remove https://example.org/post          or an address of the article
  trawl-indexer remove --undo https://example.org/post   bring it back
The copies at other addresses that it has are removed with it; one that another source has later is shown. It stays removed whatever
is crawled, imported or rebuilt, and in backups that are made from then on; a backup that was made before brings it back. Its page stays in crawl.db, from which --undo
publishes it again without the network, and what you have noted of it stays, too.
Exit code 1: no article has this id or address. 6: that is so of some.)";

constexpr const char* kImportHelp = R"(
Examples:
  trawl-indexer import articles.jsonl            one JSON object per line: a row, see below
  xzcat dump.jsonl.xz | trawl-indexer import -   - is standard input
  trawl-indexer import page.html --url https://example.org/post
  trawl-indexer import archive.txt --source pytorch    the saved text of a blog's archive page
A row has url, title, text or html, source, authors, published, updated, tags, category, language, image; --schema prints what each
takes and how else it may be written (author, date, link, 1764000000, "llm, nlp"). What is not taken of a row is named with its line.
Rows that cannot be read are reported and skipped (exit code 6); all others are imported. They are stored in batches: a kill or Ctrl-C
loses at most the last one, and importing the same file again continues.)";

constexpr const char* kInspectHelp = R"(
Examples:
  trawl-indexer inspect article page.html --url https://example.org/post
  trawl-indexer inspect article https://example.org/post
  trawl-indexer inspect article page.html --why    what was left out of the text, where, and by which rule
  trawl-indexer inspect feed feed.xml
  trawl-indexer inspect robots robots.txt https://example.org/private/
  trawl-indexer inspect url 'HTTP://Example.org:80/a/../b?utm_source=x'
  trawl-indexer inspect article --jsonl < requests.jsonl    one JSON request per line in, one answer per line out
  trawl-indexer inspect article --jsonl --learn < requests.jsonl    the same, by what the pages of each host share)";

constexpr const char* kIndexHelp = R"(
Examples:
  trawl-indexer index rebuild    extract all articles again from the stored pages, without the network
  trawl-indexer index status     show what is indexed, and what is not yet
  trawl-indexer index check      check that the index is complete and matches the store
  trawl-indexer index compact    rewrite the index so that it takes less space
  trawl-indexer index backup saved     write all that cannot be made anew to a folder; a crawl may run meanwhile
  trawl-indexer index restore saved    restore a backup and index it)";

constexpr const char* kSourcesHelp = R"(
Examples:
  trawl-indexer sources list
  trawl-indexer sources status              when each source last answered, and its errors
  trawl-indexer sources test pytorch        fetch from the source now without storing anything
  trawl-indexer sources add https://example.org/    find the site's feed, sitemap or list of articles
  trawl-indexer sources import subscriptions.opml)";

std::string is_plain_number(const std::string& text) {
  return text.find_first_not_of("0123456789.eE+-") == std::string::npos ? "" : text + " is not a number";
}

/// Examples as the user would type them.
void name_in_examples(CLI::App& app, const std::string& program) {
  constexpr std::string_view kName = "trawl-indexer ";
  std::string footer = app.get_footer();
  for (std::size_t at = 0; (at = footer.find(kName, at)) != std::string::npos; at += program.size() + 1) {
    footer.replace(at, kName.size(), program + " ");
  }
  app.footer(std::move(footer));
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) name_in_examples(*command, program);
}

using Run = decltype(Options::run);

/// CLI11 reports the chosen subcommand only through callbacks, so each callback sets the command.
class Parser {
 public:
  Options parse(int argc, const char* const* argv) {
    options_.program = program_name(argc, argv);
    app_.name(options_.program);
    app_.set_version_flag("--version", options_.program + " " + TRAWL_VERSION);
    app_.require_subcommand(1);
    add_crawl();
    add_add();
    add_remove();
    add_import();
    add_inspect();
    add_index();
    add_sources();
    options::simplify_help(app_);
    options::let_the_last_win(app_);
    name_in_examples(app_, options_.program);
    if (argc == 2 && std::string_view(argv[1]) == "--describe") { // for `trawl`: completion and manual pages
      std::cout << options::to_json(options::describe(app_)) << "\n";
      return options_;
    }
    if (const auto reason = options::distrust_reason(config_file_); !reason.empty()) {
      refuse(reason);
      return options_;
    }
    if (const auto mistake = options::misplaced_setting(argc, argv, config_file_); !mistake.empty()) {
      refuse(mistake);
      return options_;
    }
    read_configuration(argc, argv);
    std::string out;
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ConfigError& mistake) {
      refuse(options::config_mistake(app_.get_config_ptr()->as<std::string>(), mistake.what()));
    } catch (const CLI::Success& asked) { // help, version
      options_.run = nullptr;
      out = options::help_text(app_, asked);
    } catch (const CLI::ParseError& mistake) {
      refuse(options::with_place(config_file_, api::to_sentence(api::usage_mistake(app_, mistake.what()))));
    }
    std::cout << out; // last: if it cannot be written, no other call has changed errno
    return options_;
  }

 private:
  void refuse(const std::string& sentence) {
    if (options_.exit_code != 0) return;
    options_.run = nullptr;
    options_.exit_code = exit_code_of(ErrorCode::Usage);
    std::cerr << options_.program << ": " << sentence << "\n";
  }

  /// The command comes first, so its section of the configuration file is known before the rest is parsed.
  void read_configuration(int argc, const char* const* argv) {
    options::ConfiguredCommand command;
    for (int i = 1; i < argc && command.path.size() < 2; ++i) {
      const std::string_view word = argv[i];
      if (word == "--config") ++i;
      if (word.starts_with("--config")) continue;
      command.path.emplace_back(argv[i]);
      auto names = options::option_names<CLI::App>(&app_, command.path);
      if (names.empty()) {
        command.path.pop_back();
        break;
      }
      command.options = std::move(names);
    }
    const auto place = command.path;
    app_.set_config("--config", config_file_, "Defaults for any option (see trawl-config(5))", false)
        ->type_name("FILE")
        ->configurable(false)
        ->check(options::distrust_reason);
    app_.allow_config_extras(CLI::config_extras_mode::error);
    app_.config_formatter(std::make_shared<options::CommandSections<CLI::ConfigTOML>>(command, place));
  }

  CLI::App* add(CLI::App& parent, const char* name, const char* description, Run run) {
    auto* sub = parent.add_subcommand(name, description);
    sub->add_option("--data", options_.data, "Data directory (default: $TRAWL_DATA, else ~/.local/share/trawl)")
        ->type_name("DIR");
    sub->add_flag("-q,--quiet", options_.quiet, "Print only errors");
    sub->fallthrough(); // --config belongs to the program
    sub->callback([this, run] { options_.run = run; });
    return sub;
  }

  /// `members`: those of the object that programs get.
  void add_format(CLI::App* sub, const std::string& members) {
    sub->add_option("--format,-f", options_.format,
                    "Form of the report (default human); json: an object on standard output, with " + members)
        ->check(CLI::IsMember({"human", "json"}))
        ->type_name("FORMAT")
        ->configurable(false);
  }

  void add_min_free(CLI::App* sub) {
    sub->add_option("--min-free", options_.min_free_mb,
                    "Stop when the disk has fewer MB free than this; 0: never (default 200)")
        ->type_name("MB")
        ->check(CLI::Range(0, 1'000'000'000));
  }

  void add_pictures(CLI::App* sub) {
    sub->add_option("--pictures", options_.pictures,
                    "Keep the pictures of new, starred and later articles, for the page (default store)")
        ->type_name("store|off")
        ->check(CLI::IsMember({"store", "off"}));
    sub->add_option("--picture-space", options_.picture_space_mb,
                    "MB that pictures may take, the oldest make room first (default 500)")
        ->type_name("MB")
        ->check(CLI::Range(0, 1'000'000'000));
  }

  void add_sources_file(CLI::App* sub) {
    sub->add_option("--sources", options_.sources_file, "Catalogue to use instead of the one in the data directory")
        ->type_name("FILE");
  }

  /// Adds the options that choose the engine. `writes`: the command may have to create an index.
  void add_engine(CLI::App* sub, bool writes) {
    opensearch::add_engine_options(*sub, options_.engine);
    if (!writes) return;
    sub->add_option("--opensearch-shards", options_.index_shape.shards,
                    "Number of shards of a new index in the cluster (default 3)")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1'024}));
    sub->add_option("--opensearch-replicas", options_.index_shape.replicas,
                    "Number of replicas of each shard (default 1)")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{0}, std::size_t{10}));
  }

  void add_cluster_wait(CLI::App* sub) {
    sub->add_option("--opensearch-wait", options_.cluster_wait_seconds,
                    "Seconds to wait at the end for a cluster that does not accept articles (default 60)")
        ->type_name("SECONDS")
        ->check(CLI::Range(0, 86'400));
  }

  void add_network(CLI::App* sub) {
    sub->add_option("--proxy", options_.network.proxy,
                    "HTTP proxy (http://host:port), which must refuse private addresses itself; proxy environment "
                    "variables are ignored")
        ->type_name("URL");
    sub->add_option("--allow-address", options_.network.allowed_addresses,
                    "Private address to allow connections to (IP:PORT, repeatable)")
        ->type_name("ADDRESS")
        ->allow_extra_args(false);
    sub->add_option("--delay", options_.network.delay_seconds, "Seconds between two requests to a host (default 1)")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.0, 3600.0))
        ->check(is_plain_number); // CLI::Range accepts NaN
    sub->add_option("--timeout", options_.network.timeout_seconds,
                    "Seconds after which a request is aborted (default 30)")
        ->type_name("SECONDS")
        ->check(CLI::Range(1, 600));
    sub->add_option("--user-agent", options_.network.user_agent, "User-Agent header to send")->type_name("TEXT");
    sub->add_option("--ca-file", options_.network.ca_file, "PEM file of certificates to trust instead of the system's")
        ->type_name("FILE");
  }

  void add_crawl() {
    auto* crawl = add(app_, "crawl", "Fetch new articles and index them", commands::crawl);
    crawl->footer(kCrawlHelp);
    crawl->add_option("SOURCE", options_.arguments, "Sources to crawl, by id (default: all)");
    add_sources_file(crawl);
    add_engine(crawl, true);
    add_pictures(crawl);
    add_cluster_wait(crawl);
    add_network(crawl);
    add_min_free(crawl);
    crawl->add_flag("--backfill", options_.crawl.backfill,
                    "Fetch older articles too: read fallback seeds and older pages of feeds, and follow links");
    crawl->add_flag("--recheck", options_.crawl.recheck,
                    "Retry failed pages and paused feeds, and request feeds that are still fresh");
    crawl
        ->add_option("--recheck-pages", options_.crawl.recheck_pages,
                     "Look again at most this often a day at the stored pages and other lists of a source; 0: never "
                     "(default 50)")
        ->type_name("N")
        ->check(CLI::Range(0, 100'000));
    crawl->add_option("--max-pages", options_.crawl.max_pages, "Fetch at most this many pages; 0: all (default 0)")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}));
    crawl
        ->add_option("--partition", options_.crawl.partition,
                     "Crawl only the sources of this machine, e.g. 2/5: the second of five")
        ->type_name("K/N");
    add_format(
        crawl,
        "found, added, changed, unchanged, folded, skipped, failed, gone, moved, missing, postponed, "
        "requests, bytes, interrupted and sources: id, asked, answered, error, failure, waits_until and the same "
        "counts; with --watch, one in each line");
    crawl->add_flag("--watch", options_.crawl.watch, "Keep crawling until stopped; SIGHUP reads the catalogue again");
    crawl
        ->add_option("--min-interval", options_.crawl.shortest_interval,
                     "With --watch: minimum seconds between two requests for a feed (default 900)")
        ->type_name("SECONDS")
        ->check(CLI::Range(1, 604'800));
    crawl
        ->add_option("--max-interval", options_.crawl.longest_interval,
                     "With --watch: maximum seconds between two requests for a feed (default 86400)")
        ->type_name("SECONDS")
        ->check(CLI::Range(1, 604'800));
  }

  void add_add() {
    auto* added = add(app_, "add", "Fetch single articles by their URLs and index them", add_articles);
    added->footer(kAddHelp);
    auto* const urls = added->add_option("URL", options_.arguments, "Pages to fetch");
    added
        ->add_option(
            "--from", options_.lists,
            "Fetch the pages that this file names, too: an export of Pocket or Instapaper, a browser's bookmarks, "
            "or one URL per line; - is standard input")
        ->type_name("FILE")
        ->allow_extra_args(false);
    added->callback([this, urls] {
      options_.run = add_articles;
      if (urls->count() == 0 && options_.lists.empty()) throw CLI::RequiredError("URL or --from FILE");
    });
    add_format(added, "articles (url, id, title, is_new) and failures (where, why)");
    add_sources_file(added);
    add_engine(added, true);
    add_pictures(added);
    add_cluster_wait(added);
    add_network(added);
    add_min_free(added);
  }

  void add_remove() {
    auto* removed = add(app_, "remove", "Remove single articles from the index, for good", remove_articles);
    removed->footer(kRemoveHelp);
    removed->add_option("ARTICLE", options_.arguments, "Articles, by id or URL")->required();
    removed->add_flag("--undo", options_.undo, "Bring articles back that were removed")->configurable(false);
    add_format(removed, "articles (id, title) and failures (where, why)");
    add_engine(removed, true);
    add_cluster_wait(removed);
    add_min_free(removed);
  }

  void add_import() {
    auto* import = add(app_, "import", "Index articles from files", import_files);
    import->footer(kImportHelp);
    import->add_option("FILE", options_.arguments, "Files to read; - is standard input");
    add_format(import, "rows, added, replaced, duplicates, rejected, rejections, untaken_values, untaken and "
                       "files_not_read; of a rejection or value: where, why");
    import->add_flag("--strict", options_.strict, "Reject rows with a value that cannot be taken");
    import->add_flag("--schema", options_.schema, "Print the JSON Schema of a row")->configurable(false);
    import->add_option("--source", options_.source, "Source of articles that do not state theirs");
    import->add_option("--url", options_.url, "URL of an HTML page");
    add_sources_file(import);
    add_min_free(import);
    add_engine(import, true);
    add_cluster_wait(import);
    auto* exported = add(app_, "export", "Write all articles as JSON, one per line", export_articles);
    exported
        ->add_option("--markdown", options_.markdown, "Write one Markdown file per article into this folder instead")
        ->type_name("DIR");
    exported
        ->add_option_function<std::string>(
            "--names", [this](const std::string& names) { options_.ids_as_names = names == "ids"; },
            "With --markdown: what the files are named after (default titles); ids never change")
        ->type_name("titles|ids")
        ->check(CLI::IsMember({"titles", "ids"}));
    exported->footer("\nExamples:\n  trawl-indexer export > articles.jsonl    `import` reads this file\n"
                     "  trawl-indexer export --markdown notes    \"2018-06-24 Attention Attention (lilianweng).md\", "
                     "with your notes");
  }

  void add_inspect() {
    auto* inspect = app_.add_subcommand("inspect", "Show how the program reads one file or URL");
    inspect->require_subcommand(1);
    inspect->footer(kInspectHelp);
    const auto add_kind = [&](const char* name, const char* description, Run run) {
      auto* kind = inspect->add_subcommand(name, description);
      kind->callback([this, run] { options_.run = run; });
      kind->add_flag("--jsonl", options_.jsonl, "Read requests from standard input, one JSON object per line");
      kind->add_option("INPUT", options_.arguments, "File or URL");
      kind->add_option("--url", options_.url, "URL that the file came from");
      kind->add_option("--content-type", options_.content_type, "Content-Type header that it came with");
      if (run != &inspect_url) add_network(kind); // whose input is fetched
      return kind;
    };
    auto* article = add_kind("article", "The article in an HTML page, and the origin of each field", inspect_article);
    article->add_flag("--why", options_.why, "Also list what was left out of the text, where, and by which rule");
    article->add_flag("--learn", options_.learn,
                      "With --jsonl: read all requests first, and compare the pages of each host with one another");
    add_kind("feed", "The entries of a feed", inspect_feed);
    add_kind("robots", "Whether a robots.txt allows a URL", inspect_robots);
    add_kind("url", "The parts and canonical form of a URL", inspect_url);
    add_kind("charset", "The encoding of a file", inspect_charset);
  }

  void add_index() {
    auto* index = app_.add_subcommand("index", "Rebuild, check, compact, back up and restore the index");
    index->fallthrough();
    index->require_subcommand(1);
    index->footer(kIndexHelp);
    auto* rebuilt = add(*index, "rebuild", "Rebuild the index from the stored pages", rebuild_index);
    add_format(rebuilt, "inputs, articles, changed and dropped");
    add_sources_file(rebuilt);
    add_engine(rebuilt, true);
    add_min_free(rebuilt);
    auto* checked = add(*index, "check", "Compare the index with the store", check_index);
    add_format(checked, "complete, articles, withdrawn, to_come, missing, different, surplus and damage");
    add_engine(checked, false);
    auto* status = add(*index, "status", "Show what is indexed, and what is not yet", show_index_status);
    add_format(status, "engine, articles, stored, verdict (current, behind, ahead or foreign), changes, has_writer, "
                       "committed, generation and revision; of a cluster index, its name, too");
    add_engine(status, false);
    auto* compacted = add(*index, "compact", "Rewrite the index so that it takes less space", compact_index);
    add_format(compacted, "articles");
    add_min_free(compacted);
    auto* saved =
        add(*index, "backup", "Write all that cannot be made anew to a folder, even while a crawl runs", back_up_index);
    saved->add_option("DIR", options_.arguments, "Folder to make; nothing is replaced")->required()->expected(1);
    add_format(saved, "folder, articles and bytes");
    auto* restored = add(*index, "restore", "Restore a backup and index it", restore_index);
    restored->add_option("DIR", options_.arguments, "Folder that `index backup` wrote")->required()->expected(1);
    add_format(restored, "articles");
    restored->add_flag("--yes", options_.yes, "Replace articles, marks and settings that are there");
    add_min_free(restored);
  }

  void add_sources() {
    auto* sources = app_.add_subcommand("sources", "Show and edit the catalogue of sources");
    sources->fallthrough();
    sources->require_subcommand(1);
    sources->footer(kSourcesHelp);
    const auto add_one = [&](const char* name, const char* description, Run run) {
      auto* sub = add(*sources, name, description, run);
      add_sources_file(sub);
      return sub;
    };
    add_format(add_one("list", "List all sources", list_sources),
               "sources, as in the catalogue (id, label, homepage, kind, url and more)");
    add_one("show", "Show the catalogue entries of sources", show_sources)
        ->add_option("SOURCE", options_.arguments, "Sources, by id")
        ->required();
    auto* status =
        add_one("status", "Show when each source last answered and is asked next, and its errors", show_source_status);
    add_format(status, "sources: id, label, health, last_success, last_error, gone, failed_pages, failures "
                       "(where, why, code, pages) and lists (url, address, last_success, due_at, waits_until)");
    status->add_option("SOURCE", options_.arguments, "Sources, by id (default: all)");
    auto* test = add_one("test", "Fetch from sources now without storing anything", test_sources);
    test->add_option("SOURCE", options_.arguments, "Sources by id, or URLs (default: all)");
    add_format(test, "sources: id, url, error, listed, articles, sitemaps and, of named sources, example (an article)");
    add_network(test);
    auto* added = add_one("add", "Add a source by its URL", add_source);
    added->add_option("URL", options_.arguments, "URL of its site, feed, sitemap or list page")->required();
    add_format(added, "sources, the new ones as in the catalogue, known (ids) and failures");
    added->add_option("--id", options_.source, "Id (default: made from the URL)");
    added->add_option("--label", options_.label, "Display name (default: the title of the feed)");
    add_network(added);
    auto* removed = add_one("remove", "Remove sources from the catalogue; keep their articles", remove_sources);
    removed->add_option("SOURCE", options_.arguments, "Sources, by id")->required();
    add_format(removed, "removed (ids)");
    removed->add_flag("--yes", options_.yes, "Do not ask for confirmation");
    auto* enabled = add_one("enable", "Crawl these sources again", enable_sources);
    enabled->add_option("SOURCE", options_.arguments, "Sources, by id")->required();
    add_format(enabled, "enabled (ids)");
    auto* disabled = add_one("disable", "Do not crawl these sources", disable_sources);
    disabled->add_option("SOURCE", options_.arguments, "Sources, by id")->required();
    add_format(disabled, "disabled (ids)");
    auto* imported = add_one("import", "Add the feeds of an OPML file", import_sources);
    imported->add_option("FILE", options_.arguments, "OPML file; - is standard input")->required();
    add_format(imported, "added, known and without_feed");
    add_one("export", "Write the catalogue", export_sources)
        ->add_flag("--opml", options_.opml, "As OPML, for feed readers");
  }

  Options options_;
  std::string config_file_ = options::config_file_path();
  CLI::App app_{"Crawls, imports and indexes articles for Trawl.", "trawl-indexer"};
};

} // namespace

std::string program_name(int argc, const char* const* argv) {
  const std::string_view path = argc > 0 ? argv[0] : "";
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name == "trawl" ? "trawl" : "trawl-indexer";
}

Options parse_options(int argc, const char* const* argv) { return Parser().parse(argc, argv); }

} // namespace trawl::commands
