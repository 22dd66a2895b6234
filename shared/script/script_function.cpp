// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/script/script_function.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include <duktape.h>
#include <malloc.h>

namespace trawl::script {
namespace {

constexpr std::size_t kMaxMemory = 128u << 20;

/// What the engine's compiled functions begin with, and no text does (https://duktape.org/api#duk_dump_function).
constexpr char kCompiledMark = '\xBF';

/// Array.prototype.fill is all that the libraries use of a newer language than the engine's.
constexpr std::string_view kPrelude = R"js(
if (!Array.prototype.fill) Array.prototype.fill = function (value) {
  for (var i = 0; i < this.length; i++) this[i] = value;
  return this;
};
)js";

} // namespace

struct ScriptFunction::Engine {
  explicit Engine(std::vector<std::string_view> all) : scripts(std::move(all)) {}
  ~Engine() { duk_destroy_heap(context); } // may be null
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  std::vector<std::string_view> scripts;
  std::size_t held = 0;           ///< bytes of memory, so that a text cannot take all
  duk_context* context = nullptr; ///< with the function on its stack, once it is loaded

  static void* allocate(void* self, duk_size_t size) { return reallocate(self, nullptr, size); }
  static void* reallocate(void* self, void* old, duk_size_t size) {
    auto& engine = *static_cast<Engine*>(self);
    const std::size_t before = ::malloc_usable_size(old);
    if (size > kMaxMemory || engine.held - before + size > kMaxMemory) return nullptr;
    void* const out = std::realloc(old, size == 0 ? 1 : size);
    if (out != nullptr) engine.held += ::malloc_usable_size(out) - before;
    return out;
  }
  static void release(void* self, void* old) {
    static_cast<Engine*>(self)->held -= ::malloc_usable_size(old);
    std::free(old);
  }

  /// Runs a script and leaves its value on the stack, whether it succeeds or not.
  bool run(std::string_view script) {
    if (!script.starts_with(kCompiledMark)) return duk_peval_lstring(context, script.data(), script.size()) == 0;
    duk_get_global_literal(context, "Duktape");
    duk_get_prop_literal(context, -1, "version");
    if (duk_get_int(context, -1) != DUK_VERSION) return false;
    std::memcpy(duk_push_fixed_buffer(context, script.size()), script.data(), script.size());
    duk_load_function(context);
    const bool is_fine = duk_pcall(context, 0) == DUK_EXEC_SUCCESS;
    duk_replace(context, 0); // as alone as after the other way
    duk_set_top(context, 1);
    return is_fine;
  }

  /// Whether the function is ready.
  bool load() {
    if (context != nullptr) return duk_is_function(context, 0);
    context = duk_create_heap(allocate, reallocate, release, this, nullptr);
    if (context == nullptr) throw std::bad_alloc();
    bool is_fine = run(kPrelude);
    for (const std::string_view script : scripts) {
      duk_set_top(context, 0);
      is_fine = is_fine && run(script);
    }
    return is_fine && duk_is_function(context, 0);
  }

  std::string call(std::string_view text, std::string_view option) {
    duk_dup(context, 0);
    duk_push_lstring(context, text.data(), text.size());
    duk_push_lstring(context, option.data(), option.size());
    std::string out;
    if (duk_pcall(context, 2) == DUK_EXEC_SUCCESS) {
      duk_size_t size = 0;
      if (const char* const bytes = duk_get_lstring(context, -1, &size)) out.assign(bytes, size);
    }
    duk_pop(context);
    return out;
  }
};

ScriptFunction::ScriptFunction(std::vector<std::string_view> scripts)
    : engine_(std::make_unique<Engine>(std::move(scripts))) {}
ScriptFunction::~ScriptFunction() = default;
ScriptFunction::ScriptFunction(ScriptFunction&&) noexcept = default;

bool ScriptFunction::load() { return engine_->load(); }

std::string ScriptFunction::call(std::string_view text, std::string_view option) {
  return engine_->load() ? engine_->call(text, option) : std::string();
}

std::string compiled_script(std::string_view source) {
  const std::unique_ptr<duk_context, void (*)(duk_context*)> context(duk_create_heap_default(), duk_destroy_heap);
  if (!context) throw std::bad_alloc();
  if (duk_pcompile_lstring(context.get(), DUK_COMPILE_EVAL, source.data(), source.size()) != 0) return {};
  duk_dump_function(context.get());
  duk_size_t size = 0;
  const auto* const bytes = static_cast<const char*>(duk_get_buffer(context.get(), -1, &size));
  return {bytes, size};
}

} // namespace trawl::script
