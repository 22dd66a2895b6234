// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/client.h"

#include "cli/http/http_get.h"
#include "shared/article/reader_marks.h"
#include "shared/base/json.h"
#include "shared/base/sibling_program.h"
#include "shared/query/fields.h"
#include "shared/query/parse_query.h"
#include "shared/url/url.h"

#include <algorithm>
#include <iostream>

#include <dlfcn.h>

namespace trawl::cli {
namespace {

/// The function `name` of a module in ../lib/trawl beside the program: few commands need it, and it takes long to load.
/// It stays loaded; null if it is not there. By its path: with a run path, the loader would look there for every
/// library of the program.
template <typename Function>
Function* module_function(const char* module, const char* name) {
  void* const loaded = ::dlopen(path_of_part(module).c_str(), RTLD_NOW | RTLD_LOCAL);
  return loaded == nullptr ? nullptr : reinterpret_cast<Function*>(::dlsym(loaded, name));
}

/// The problem document in `body`; without one, what the status says.
api::Problem read_problem(int status, const std::string& body) {
  api::Problem problem{"", status, "the daemon answered with status " + std::to_string(status), {}};
  const auto json = parse_json(body);
  try {
    const std::string type = json.at("type");
    problem.type = type.substr(type.rfind('/') + 1);
    problem.detail = json.at("detail");
    for (const auto& error : json.at("errors")) {
      api::ParameterError& read = problem.errors.emplace_back();
      read.parameter = error.at("parameter");
      const auto text = [&error](const char* key) {
        const auto found = error.find(key);
        return found != error.end() && found->is_string() ? found->get<std::string>() : std::string();
      };
      read.value = text("value");
      read.detail = text("detail");
      read.suggestion = text("suggestion");
    }
  } catch (const nlohmann::json::exception&) { // another program's answer: keep what was read
  }
  return problem;
}

/// Whether the query is for what a reader has marked, or has not.
bool asks_for_marks(const Parameters& parameters) {
  const auto q = std::ranges::find(parameters, "q", &Parameters::value_type::first);
  if (q == parameters.end()) return false;
  const query::QueryTree tree = query::parse_query(q->second, now()).tree;
  return query::asks_for(tree, query::kUnread) ||
         std::ranges::any_of(kMarkNames, [&](auto mark) { return query::asks_for(tree, mark); });
}

class RemoteClient : public Client {
 public:
  RemoteClient(std::ostream& notes, std::string server, std::string hint, bool is_of_system)
      : notes_(notes), server_(std::move(server)), hint_(std::move(hint)), is_of_system_(is_of_system) {
    while (server_.ends_with('/')) server_.pop_back();
    if (!server_.contains("://")) server_ = "http://" + server_;
  }

  Result<std::string> put(const std::string&, const Parameters&) override {
    return fail(ErrorCode::Usage, "marks are kept in the data directory of this machine", "--server", "leave it out");
  }

  Result<std::string> get(const std::string& path, const Parameters& parameters) override {
    if (asks_for_marks(parameters)) {
      if (is_of_system_) {
        return fail(ErrorCode::Usage, "the system's daemon does not know what you marked", {},
                    "`trawl star` and `trawl later` list it; `trawl crawl` makes an index of your own, which finds it");
      }
      notes_ << "note: the marks are those of the daemon's page, not those that `trawl star` keeps on this machine\n";
    }
    const std::string query = query_string(parameters).empty() ? "" : "?" + query_string(parameters);
    TRAWL_TRY(HttpAnswer answer, ask(path + query));
    // A daemon may send us to another id, not to another server.
    if (const auto moved = answer.status == 301 ? moved_path(path, answer.body) : ""; !moved.empty()) {
      TRAWL_TRY(answer, ask(moved + query));
    }
    if (answer.status == 200) return std::move(answer.body);
    Error error = to_error(read_problem(answer.status, answer.body));
    if (error.code == ErrorCode::NoIndex) {
      error = {error.code, "the daemon has no articles yet", server_,
               is_of_system_ ? "`sudo systemctl start trawl-crawl` brings some"
                             : "its first `trawl crawl` brings some"};
    }
    return std::unexpected(std::move(error));
  }

 private:
  Result<HttpAnswer> ask(const std::string& target) const {
    const auto address = url::parse(server_ + target);
    if (!address) return fail(ErrorCode::Network, "this is not the address of a daemon", server_, hint_);
    static const auto http_get = module_function<decltype(trawl_http_get)>(kHttpModule, "trawl_http_get");
    if (http_get == nullptr) {
      return fail(ErrorCode::Internal, std::string("cannot load ") + kHttpModule + ", which --server needs", {},
                  "install it in lib/trawl, or leave out --server to search the index on this machine");
    }
    HttpQuestion question;
    question.is_secure = address->scheme == "https";
    question.host = address->host;
    if (question.host.starts_with('[')) question.host = question.host.substr(1, question.host.size() - 2);
    question.port = address->port.value_or(question.is_secure ? 443 : 80);
    question.target = address->request_target();
    question.language = reader_language();
    HttpAnswer answer;
    http_get(question, answer);
    if (answer.status == 0)
      return fail(ErrorCode::Network, "could not reach the daemon: " + answer.trouble, server_, hint_);
    return answer;
  }

  std::ostream& notes_;
  std::string server_, hint_;
  bool is_of_system_;
};

} // namespace

std::unique_ptr<Client> make_remote_client(std::ostream& notes, const std::string& server, const std::string& hint,
                                           bool is_of_system) {
  return std::make_unique<RemoteClient>(notes, server, hint, is_of_system);
}

} // namespace trawl::cli
