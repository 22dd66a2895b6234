// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/daemon.h"
#include "searchd/options.h"
#include "shared/api/live_engine.h"
#include "shared/base/data_directory.h"
#include "shared/base/system_error.h"
#include "shared/base/terminal_text.h"

#include <iostream>
#include <memory>

namespace {

int complain(const trawl::Error& error) {
  trawl::print_error("trawl-searchd", error);
  return trawl::exit_code_of(error.code);
}

trawl::Result<int> run(int argc, const char* const* argv) {
  using namespace trawl::searchd;
  const auto parsed = parse_options(argc, argv);
  if (!parsed) return complain(parsed.error());
  if (const auto* farewell = std::get_if<Farewell>(&*parsed)) {
    std::cout << farewell->text;
    return 0;
  }
  const Options& options = std::get<Options>(*parsed);
  const trawl::DataDirectory directory = trawl::choose_data_directory(options.data);
  const auto make_engine = [directory,
                            cache = trawl::search::make_engine_cache()](const std::atomic<bool>& is_abandoned) {
    return std::make_unique<trawl::api::LiveEngine>(directory, cache, &is_abandoned);
  };
  const auto served = serve(options, {make_engine, {}, directory});
  return served ? 0 : complain(served.error());
}

} // namespace

int main(int argc, char** argv) {
  trawl::set_memory_aside();
  const auto code = trawl::contained([&] { return run(argc, argv); });
  return code ? *code : complain(code.error());
}
