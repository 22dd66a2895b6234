// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/options.h"

#include <algorithm>
#include <thread>

#include <CLI/CLI.hpp>

#include "searchd/http/client_address.h"
#include "shared/api/request/usage_mistake.h"

namespace trawl::searchd {
namespace {

constexpr std::size_t kMaxThreads = 256;
constexpr long kDay = 86'400;

std::size_t usual_threads() { return std::max(2U, std::thread::hardware_concurrency()); }

/// "null", a list or a path is no origin.
bool is_origin(const std::string& text) {
  const std::size_t scheme = text.find("://");
  const bool http = text.starts_with("http://") || text.starts_with("https://");
  return http && text.find_first_of("/, *\"\r\n", scheme + 3) == std::string::npos && text.size() > scheme + 3;
}

Result<void> check(Options& options) {
  if (options.threads < 1 || options.threads > kMaxThreads) {
    return fail(ErrorCode::Usage, "must be from 1 to 256", "--threads " + std::to_string(options.threads));
  }
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

} // namespace

Result<std::variant<Options, Farewell>> parse_options(int argc, const char* const* argv) {
  Options options;
  options.threads = usual_threads();
  std::string listen = "127.0.0.1:7700";
  long max_age = 0;
  CLI::App app("Serve the search API and the search page over HTTP.", "trawl-searchd");
  app.set_version_flag("--version", "trawl-searchd " TRAWL_VERSION);
  app.add_option("--data", options.data, "Data directory (default: $TRAWL_DATA, else ~/.local/share/trawl)");
  app.add_option("--listen", listen, "Address and port; port 0 lets the system choose")->capture_default_str();
  app.add_option("--threads", options.threads, "Number of worker threads")->capture_default_str();
  app.add_option("--server-name", options.server_names,
                 "Another host name to answer to, e.g. behind a proxy; repeatable");
  app.add_option("--cors-origin", options.cors_origin, "The one origin whose web pages may read answers (CORS)");
  app.add_option("--trusted-proxy", options.trusted_proxies,
                 "Address of a proxy whose X-Forwarded-For and X-Forwarded-Proto headers are trusted; repeatable");
  app.add_option("--max-age", max_age, "Seconds for which caches may reuse an answer without asking again")
      ->check(CLI::Range(0L, kDay))
      ->capture_default_str();
  app.add_flag("--access-log", options.access_log, "Log each request to stderr, including what was searched for");
  app.footer("Examples:\n  trawl-searchd\n  trawl-searchd --data /var/lib/trawl --listen [::1]:8080\n"
             "  trawl-searchd --server-name search.example.org --trusted-proxy 127.0.0.1 --access-log");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return Farewell{app.help()};
  } catch (const CLI::CallForVersion&) {
    return Farewell{"trawl-searchd " TRAWL_VERSION "\n"};
  } catch (const CLI::ParseError& error) {
    return fail(ErrorCode::Usage, api::to_sentence(api::usage_mistake(app, error.what())));
  }
  TRAWL_TRY(options.listen, parse_endpoint(listen));
  options.max_age = std::chrono::seconds(max_age);
  TRAWL_CHECK(check(options));
  return options;
}

} // namespace trawl::searchd
