// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/daemon.h"
#include "searchd/options.h"
#include "shared/api/engine/live_engine.h"
#include "shared/base/data_directory.h"
#include "shared/base/system_error.h"
#include "shared/base/terminal_text.h"
#include "shared/index/index_folder.h"
#include "shared/opensearch/cluster_engine.h"
#include "shared/opensearch/engine_options.h"
#include "shared/text/unicode.h"

#include <cerrno>
#include <iostream>
#include <malloc.h>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <unistd.h>

namespace {

/// Whether files can be made in the data directory, or it is yet to be made.
bool may_write_in(const trawl::DataDirectory& directory) {
  return ::access(directory.root.c_str(), W_OK) == 0 || errno == ENOENT;
}

int complain(const trawl::Error& error) {
  trawl::print_error("trawl-searchd", error);
  return trawl::exit_code_of(error.code);
}

trawl::Result<int> run(int argc, const char* const* argv) {
  using namespace trawl::searchd;
  auto parsed = parse_options(argc, argv);
  if (!parsed) return complain(parsed.error());
  if (const auto* farewell = std::get_if<Farewell>(&*parsed)) {
    const trawl::SafeOutput safe;
    std::cout << farewell->text;
    TRAWL_CHECK(trawl::flush_standard_output());
    return 0;
  }
  auto& options = std::get<Options>(*parsed);
  const trawl::DataDirectory directory = trawl::choose_data_directory(options.data);
  if (const auto index = trawl::index::live_database(directory);
      !index && index.error().code == trawl::ErrorCode::Usage)
    return complain(index.error()); // an index may come later, but not where a file is
  if (options.engine.is_cluster()) {
    if (const auto client = trawl::opensearch::open_cluster(options.engine); !client) return complain(client.error());
  }
  auto listener = open_listener(options.listen);
  if (!listener) return complain(listener.error());
  options.listen = listener->endpoint();
  const auto cache = trawl::search::make_index_cache();
  const auto make_searcher = [&options, directory,
                              cache](const std::atomic<bool>& is_abandoned) -> std::unique_ptr<trawl::api::Engine> {
    if (!options.engine.is_cluster()) return std::make_unique<trawl::api::LiveEngine>(directory, cache, &is_abandoned);
    auto client = trawl::opensearch::open_cluster(options.engine);
    if (!client) throw std::runtime_error(trawl::to_sentence(client.error()));
    return std::make_unique<trawl::opensearch::ClusterEngine>(std::move(*client));
  };
  const auto make_engine = [&](const std::atomic<bool>& is_abandoned) {
    auto engine = make_searcher(is_abandoned);
    if (remembers(options)) engine->remember_for(trawl::api::Reader(directory, may_write_in(directory)));
    return engine;
  };
  std::ignore = trawl::text::fold("\u00C9"); // ICU would keep a first use without memory as a failure for ever
  const auto served = serve(*std::move(listener), options, {make_engine, {}, directory});
  return served ? 0 : complain(served.error());
}

/// Threads keep the memory that requests need. By default, the system gets it back and must give it again, page by
/// page, several times a request.
void keep_memory() {
#ifdef __GLIBC__
  constexpr int kBytes = 32 << 20;
  ::mallopt(M_TRIM_THRESHOLD, kBytes);
  ::mallopt(M_MMAP_THRESHOLD, kBytes);
#endif
}

} // namespace

int main(int argc, char** argv) {
  trawl::reserve_standard_files();
  keep_memory();
  trawl::reserve_emergency_memory();
  const auto code = trawl::catching_exceptions([&] { return run(argc, argv); });
  return code ? *code : complain(code.error());
}
