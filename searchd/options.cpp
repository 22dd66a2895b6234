// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/options.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <thread>

#include <CLI/CLI.hpp>

#include "searchd/http/client_address.h"
#include "shared/api/request/usage_mistake.h"
#include "shared/base/version.h"
#include "shared/options/command_help.h"
#include "shared/options/config_file.h"
#include "shared/options/config_sections.h"
#include "shared/options/help_text.h"

namespace trawl::searchd {
namespace {

constexpr std::size_t kMaxThreads = 256;
constexpr long kDay = 86'400;

std::size_t usual_threads() { return std::max(2U, std::thread::hardware_concurrency()); }

/// Whether it is one http or https origin, without a path; not "null", which browsers send for local files.
bool is_origin(const std::string& text) {
  const std::size_t scheme = text.find("://");
  const bool http = text.starts_with("http://") || text.starts_with("https://");
  return http && text.find_first_of("/, *\"\r\n", scheme + 3) == std::string::npos && text.size() > scheme + 3;
}

Result<void> check(Options& options) {
  TRAWL_CHECK(opensearch::check(options.engine));
  if (options.threads > kMaxThreads) {
    return fail(ErrorCode::Usage, "must be at most " + std::to_string(kMaxThreads),
                "--threads " + std::to_string(options.threads));
  }
  if (options.threads == 0) options.threads = usual_threads();
  if (!options.cors_origin.empty() && !is_origin(options.cors_origin)) {
    return fail(ErrorCode::Usage, "must be one origin, e.g. https://example.org",
                "--cors-origin " + options.cors_origin);
  }
  for (std::string& proxy : options.trusted_proxies) {
    std::string address = canonical_address(proxy);
    if (address.empty()) return fail(ErrorCode::Usage, "must be an IP address", "--trusted-proxy " + proxy);
    proxy = std::move(address);
  }
  return {};
}

/// The daemon is `trawl serve`, so its settings stand under [serve].
void read_configuration(CLI::App& app, const std::string& file) {
  app.set_config("--config", file, "Defaults for any option (see trawl-config(5))", false)
      ->type_name("FILE")
      ->configurable(false)
      ->check(options::distrust_reason);
  app.allow_config_extras(CLI::config_extras_mode::error);
  const options::ConfiguredCommand command{{"serve"}, options::option_names<CLI::App>(&app, {})};
  app.config_formatter(
      std::make_shared<options::CommandSections<CLI::ConfigTOML>>(command, std::vector<std::string>{}));
}

} // namespace

Result<std::variant<Options, Farewell>> parse_options(int argc, const char* const* argv) {
  Options options;
  std::string listen = "127.0.0.1:7700";
  long max_age = 0;
  CLI::App app("Serve the search API and the search page over HTTP.", "trawl-searchd");
  app.set_version_flag("--version", "trawl-searchd " TRAWL_VERSION);
  app.add_option("--data", options.data, "Data directory (default: $TRAWL_DATA, else ~/.local/share/trawl)")
      ->type_name("DIR");
  opensearch::add_engine_options(app, options.engine);
  app.add_option("--listen", listen, "Address and port; port 0 lets the system choose (default 127.0.0.1:7700)")
      ->type_name("ADDRESS");
  app.add_option("--threads", options.threads, "Number of worker threads; 0: one per processor (default 0)")
      ->type_name("N");
  app.add_option("--server-name", options.server_names,
                 "Another host name to answer to, e.g. behind a proxy; repeatable")
      ->type_name("NAME");
  auto* cors =
      app.add_option("--cors-origin", options.cors_origin, "The one origin whose web pages may read answers (CORS)")
          ->type_name("ORIGIN");
  app.add_option("--trusted-proxy", options.trusted_proxies,
                 "Address of a proxy whose X-Forwarded-For and X-Forwarded-Proto headers are trusted; repeatable")
      ->type_name("ADDRESS");
  app.add_option("--max-age", max_age, "Seconds for which caches may reuse an answer without asking again (default 0)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0L, kDay));
  app.add_flag("--read-only", options.read_only,
               "Remember nothing of what is read, starred and noted on the page; always so if other machines can reach "
               "the daemon, or a proxy is named");
  app.add_flag("--mcp", options.mcp, "Serve the Model Context Protocol to language models at /mcp");
  app.add_flag("--access-log", options.access_log, "Log each request to stderr, including what was searched for");
  app.footer("Examples:\n  trawl-searchd\n  trawl-searchd --data /var/lib/trawl --listen [::1]:8080\n"
             "  trawl-searchd --engine opensearch\n"
             "  trawl-searchd --server-name search.example.org --trusted-proxy 127.0.0.1 --access-log");
  options::simplify_help(app);
  options::let_the_last_win(app);
  cors->multi_option_policy(CLI::MultiOptionPolicy::Throw);   // else who names two believes that both may read
  if (argc == 2 && std::string_view(argv[1]) == "--describe") // for `trawl`: completion and manual pages
    return Farewell{options::to_json(options::describe(app)) + "\n"};
  const std::string config_file = options::config_file_path();
  if (const auto reason = options::distrust_reason(config_file); !reason.empty()) return fail(ErrorCode::Usage, reason);
  if (const auto mistake = options::misplaced_setting(argc, argv, config_file); !mistake.empty())
    return fail(ErrorCode::Usage, mistake);
  read_configuration(app, config_file);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ConfigError& mistake) {
    return fail(ErrorCode::Usage, options::config_mistake(app.get_config_ptr()->as<std::string>(), mistake.what()));
  } catch (const CLI::CallForHelp& asked) {
    return Farewell{options::help_text(app, asked)};
  } catch (const CLI::CallForVersion&) {
    return Farewell{"trawl-searchd " TRAWL_VERSION "\n"};
  } catch (const CLI::ParseError& error) {
    return fail(ErrorCode::Usage,
                options::with_place(config_file, api::to_sentence(api::usage_mistake(app, error.what()))));
  }
  TRAWL_TRY(options.listen, parse_endpoint(listen));
  options.max_age = std::chrono::seconds(max_age);
  TRAWL_CHECK(check(options));
  return options;
}

bool remembers(const Options& options) {
  return !options.read_only && options.listen.is_loopback() && options.server_names.empty() &&
         options.trusted_proxies.empty();
}

} // namespace trawl::searchd
