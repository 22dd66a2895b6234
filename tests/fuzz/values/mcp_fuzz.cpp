// SPDX-License-Identifier: GPL-3.0-or-later
// Any line as a message of the Model Context Protocol: no answer, or one line of valid UTF-8.
#include "shared/base/utf8.h"
#include "shared/mcp/session.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl;
  const std::string_view message(reinterpret_cast<const char*>(data), size);
  const auto echo = [&](const std::string& path, const api::Parameters&) {
    if (path.find_first_of(" \r\n") != std::string::npos) std::abort(); // a path is percent-encoded
    return std::string("{\"hits\":[]}");
  };
  const auto line = mcp::answer(message, {echo, echo});
  if (line && (!utf8::is_valid(*line) || line->contains('\n'))) std::abort();
  return 0;
}
