// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/options.h"

#include "shared/api/request/usage_mistake.h"
#include "shared/base/result.h"

#include <iostream>

#include <CLI/CLI.hpp>

namespace trawl::commands {
namespace {

constexpr const char* kCrawlHelp = R"(
Examples:
  trawl-indexer crawl                       every source of the catalogue, once
  trawl-indexer crawl pytorch vllm          these two
  trawl-indexer crawl --backfill pytorch    older articles too, by the fallback entrance (often a sitemap)
  trawl-indexer crawl --watch               go on until stopped, each source at its own pace
Ctrl-C ends after a clean commit (exit code 130). Exit code 4: no source answered, 6: some did not.)";

constexpr const char* kImportHelp = R"(
Examples:
  trawl-indexer import articles.jsonl            one JSON object a line: url, title, text, source, published, …
  trawl-indexer import dump.jsonl.xz -           packed files are told by their first bytes; - is standard input
  trawl-indexer import page.html --url https://example.org/post
  trawl-indexer import archive.txt --source pytorch    the saved text of a blog's archive page
A row that cannot be read is told and left out (exit code 6), the others are taken.)";

constexpr const char* kInspectHelp = R"(
Examples:
  trawl-indexer inspect article page.html --url https://example.org/post
  trawl-indexer inspect feed feed.xml
  trawl-indexer inspect robots robots.txt https://example.org/private/
  trawl-indexer inspect url 'HTTP://Example.org:80/a/../b?utm_source=x'
  trawl-indexer inspect article --jsonl < requests.jsonl    one request a line in, one answer a line out)";

constexpr const char* kIndexHelp = R"(
Examples:
  trawl-indexer index rebuild    make every article again from the stored pages, without the network
  trawl-indexer index check      is the index whole, and the same as the store?
  trawl-indexer index compact    the same articles in a smaller index
  trawl-indexer index backup trawl.backup     a crawl may go on meanwhile
  trawl-indexer index restore trawl.backup    all of it, indexed anew)";

constexpr const char* kSourcesHelp = R"(
Examples:
  trawl-indexer sources list
  trawl-indexer sources status              when each was asked, and what it answered
  trawl-indexer sources test pytorch        ask now, change nothing
  trawl-indexer sources add https://example.org/    finds the feed, sitemap or list by itself
  trawl-indexer sources import subscriptions.opml)";

std::string is_plain_number(const std::string& text) {
  return text.find_first_not_of("0123456789.eE+-") == std::string::npos ? "" : text + " is no number";
}

/// CLI11 knows which subcommand was given only by callbacks; each sets the command.
class Parser {
 public:
  Options parse(int argc, const char* const* argv) {
    app_.set_version_flag("--version", std::string("trawl-indexer ") + TRAWL_VERSION);
    app_.require_subcommand(1);
    add_crawl();
    add_import();
    add_inspect();
    add_index();
    add_sources();
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success& asked) { // help, version
      options_.command = Command::None;
      app_.exit(asked);
    } catch (const CLI::ParseError& mistake) {
      options_.command = Command::None;
      options_.exit_code = exit_code_of(ErrorCode::Usage);
      std::cerr << "trawl-indexer: " << api::to_sentence(api::usage_mistake(app_, mistake.what())) << "\n";
    }
    return options_;
  }

 private:
  CLI::App* add(CLI::App& parent, const char* name, const char* description, Command command) {
    auto* sub = parent.add_subcommand(name, description);
    sub->add_option("--data", options_.data, "data directory (default: $TRAWL_DATA, else the XDG data directory)");
    sub->add_flag("-q,--quiet", options_.quiet, "say nothing but errors");
    sub->callback([this, command] { options_.command = command; });
    return sub;
  }

  void add_sources_file(CLI::App* sub) {
    sub->add_option("--sources", options_.sources_file, "catalogue to use instead of the data directory's own");
  }

  void add_network(CLI::App* sub) {
    sub->add_option("--proxy", options_.proxy, "http proxy (http://host:port); none is taken from the environment");
    sub->add_option("--allow-address", options_.allowed_addresses,
                    "private address that may be connected to (IP:PORT, repeatable)");
    sub->add_option("--delay", options_.delay_seconds, "seconds between two requests to a host (default 1)")
        ->check(CLI::Range(0.0, 3600.0))
        ->check(is_plain_number); // a range lets NaN pass
    sub->add_option("--timeout", options_.timeout_seconds, "seconds after which a request is given up (default 30)")
        ->check(CLI::Range(1, 600));
    sub->add_option("--user-agent", options_.user_agent, "what to call ourselves");
    sub->add_option("--ca-file", options_.ca_file, "PEM file of certificates to trust instead of the system's");
  }

  void add_crawl() {
    auto* crawl = add(app_, "crawl", "Fetch what is new and index it", Command::Crawl);
    crawl->footer(kCrawlHelp);
    crawl->add_option("SOURCE", options_.names, "ids of the sources to crawl (default: all)");
    add_sources_file(crawl);
    add_network(crawl);
    crawl->add_flag("--backfill", options_.backfill, "read the fallback entrances too: older articles");
    crawl->add_flag("--recheck", options_.recheck,
                    "ask again what failed, and feeds that say they have nothing new yet");
    crawl->add_option("--max-pages", options_.max_pages, "fetch at most this many pages")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
    crawl->add_flag("--watch", options_.watch, "go on until stopped; SIGHUP reads the catalogue again");
    crawl
        ->add_option("--min-interval", options_.shortest_interval,
                     "seconds, with --watch: ask no feed sooner again (default 900)")
        ->check(CLI::Range(1, 604'800));
    crawl
        ->add_option("--max-interval", options_.longest_interval,
                     "seconds, with --watch: ask each feed within this (default 86400)")
        ->check(CLI::Range(1, 604'800));
  }

  void add_import() {
    auto* import = add(app_, "import", "Index articles from files", Command::Import);
    import->footer(kImportHelp);
    import->add_option("FILE", options_.names, "files to read; - is standard input")->required();
    import->add_option("--source", options_.source, "source of articles that name none");
    import->add_option("--url", options_.url, "address of an HTML page");
    add_sources_file(import);
    auto* exported = add(app_, "export", "Write every article as one line of JSON", Command::Export);
    exported->footer("\nExample:\n  trawl-indexer export > articles.jsonl    what `import` reads back");
  }

  void add_inspect() {
    auto* inspect = app_.add_subcommand("inspect", "Show what is made of one file");
    inspect->require_subcommand(1);
    inspect->footer(kInspectHelp);
    const auto add_kind = [&](const char* name, const char* description, Command command) {
      auto* kind = inspect->add_subcommand(name, description);
      kind->callback([this, command] { options_.command = command; });
      kind->add_flag("--jsonl", options_.jsonl, "read requests from standard input, one JSON object a line");
      kind->add_option("INPUT", options_.names, "file or address");
      kind->add_option("--url", options_.url, "where the file comes from");
      kind->add_option("--content-type", options_.content_type, "the Content-Type it came with");
      kind->add_option("--user-agent", options_.user_agent, "product token (robots)");
    };
    add_kind("article", "An HTML page: its article and where each field came from", Command::InspectArticle);
    add_kind("feed", "A feed: its entries", Command::InspectFeed);
    add_kind("robots", "A robots.txt and an address: allowed or not", Command::InspectRobots);
    add_kind("url", "An address: its parts and canonical form", Command::InspectUrl);
    add_kind("charset", "A file: its encoding", Command::InspectCharset);
  }

  void add_index() {
    auto* index = app_.add_subcommand("index", "Make, check and shrink the index");
    index->require_subcommand(1);
    index->footer(kIndexHelp);
    add_sources_file(add(*index, "rebuild", "Make the index again from the stored pages", Command::IndexRebuild));
    add(*index, "check", "Compare the index with the store", Command::IndexCheck);
    add(*index, "compact", "Write the index again, smaller", Command::IndexCompact);
    add(*index, "backup", "Everything in one file, also while a crawl runs", Command::IndexBackup)
        ->add_option("FILE", options_.names, "file to write")
        ->required()
        ->expected(1);
    auto* restored = add(*index, "restore", "Put a backup in place and index it", Command::IndexRestore);
    restored->add_option("FILE", options_.names, "file that `index backup` wrote")->required()->expected(1);
    restored->add_flag("--yes", options_.yes, "replace the articles that are there");
  }

  void add_sources() {
    auto* sources = app_.add_subcommand("sources", "The catalogue of sources");
    sources->require_subcommand(1);
    sources->footer(kSourcesHelp);
    const auto add_one = [&](const char* name, const char* description, Command command) {
      auto* sub = add(*sources, name, description, command);
      add_sources_file(sub);
      return sub;
    };
    add_one("list", "All sources", Command::SourcesList);
    add_one("show", "Sources as the catalogue has them, with their rules", Command::SourcesShow)
        ->add_option("SOURCE", options_.names, "ids")
        ->required();
    add_one("status", "When each source was asked, and what it answered", Command::SourcesStatus)
        ->add_option("SOURCE", options_.names, "ids (default: all)");
    auto* test = add_one("test", "Ask sources now; nothing is stored", Command::SourcesTest);
    test->add_option("SOURCE", options_.names, "ids or addresses (default: all)");
    add_network(test);
    auto* added = add_one("add", "Add a source by an address", Command::SourcesAdd);
    added->add_option("URL", options_.names, "its site, feed, sitemap or list page")->required();
    added->add_option("--id", options_.source, "id (default: made of the address)");
    added->add_option("--label", options_.label, "name for readers (default: the feed's title)");
    add_network(added);
    auto* removed = add_one("remove", "Take sources out of the catalogue; articles stay", Command::SourcesRemove);
    removed->add_option("SOURCE", options_.names, "ids")->required();
    removed->add_flag("--yes", options_.yes, "do not ask");
    add_one("enable", "Crawl these sources again", Command::SourcesEnable)
        ->add_option("SOURCE", options_.names, "ids")
        ->required();
    add_one("disable", "Leave these sources out of crawls", Command::SourcesDisable)
        ->add_option("SOURCE", options_.names, "ids")
        ->required();
    add_one("import", "Add the feeds of an OPML file", Command::SourcesImport)
        ->add_option("FILE", options_.names, "OPML file; - is standard input")
        ->required();
    add_one("export", "Write the catalogue", Command::SourcesExport)
        ->add_flag("--opml", options_.opml, "as OPML, for feed readers");
  }

  Options options_;
  CLI::App app_{"Crawls, imports and indexes articles for Trawl.", "trawl-indexer"};
};

} // namespace

Options parse_options(int argc, const char* const* argv) { return Parser().parse(argc, argv); }

} // namespace trawl::commands
