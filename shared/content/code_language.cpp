// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/code_language.h"

#include <deque>
#include <map>

namespace trawl::content {
namespace {

using enum CodeTrait;

constexpr std::uint32_t operator|(CodeTrait a, CodeTrait b) {
  return static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b);
}
constexpr std::uint32_t operator|(std::uint32_t a, CodeTrait b) { return a | static_cast<std::uint32_t>(b); }

/// A language in words with blanks between: openers and closers of what may span lines in pairs.
struct LanguageRow {
  std::string_view names, keywords, constants, line_comments, block_comments, long_strings, quotes;
  std::uint32_t traits = 0;
};

constexpr std::string_view kTruth = "true false null";

constexpr LanguageRow kRows[] = {
    {"python py ipython python3 pycon",
     "and as assert async await break case class continue def del elif else except finally for from global if import "
     "in "
     "is lambda match nonlocal not or pass print raise return try while with yield",
     "True False None", "#", "", R"(""" """ ''' ''')", "\"'", Decorators | Prefixes | Calls},
    {"javascript js",
     "as async await break case catch class const continue debugger default delete do else enum export extends finally "
     "for from function get if implements import in instanceof interface let new of package private protected public "
     "return set static super switch this throw try typeof undefined var void while with yield",
     "true false null undefined NaN Infinity", "//", "/* */", "` `", "\"'", RegularExpressions | Decorators | Calls},
    {"typescript ts",
     "abstract any as asserts async await boolean break case catch class const constructor continue declare default "
     "delete do else enum export extends finally for from function get if implements import in infer instanceof "
     "interface is keyof let module namespace never new number object of package private protected public readonly "
     "require return satisfies set static string super switch symbol this throw try type typeof unknown var void while "
     "with yield",
     "true false null undefined NaN Infinity", "//", "/* */", "` `", "\"'",
     RegularExpressions | Decorators | Calls | Types},
    {"jsx tsx",
     "as async await break case catch class const continue default delete do else enum export extends finally for from "
     "function if import in instanceof interface let new of return static super switch this throw try type typeof var "
     "void while yield",
     "true false null undefined NaN Infinity", "//", "/* */", "` `", "\"'", RegularExpressions | Tags | Calls},
    {"c",
     "_Alignas _Atomic _Bool _Generic _Noreturn _Static_assert _Thread_local asm auto bool break case char const "
     "continue default do double else enum extern float for goto if inline int long register restrict return short "
     "signed sizeof static struct switch typedef typeof union unsigned void volatile while",
     "NULL EOF true false nullptr stdin stdout stderr", "//", "/* */", "", "\"", CharQuote | Directives | Calls},
    {"cpp c++ cuda cc cxx hpp",
     "alignas alignof asm auto bool break case catch char char16_t char32_t char8_t class co_await co_return co_yield "
     "concept const const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast "
     "else enum explicit export extern final float for friend goto if import inline int int16_t int32_t int64_t int8_t "
     "long module mutable namespace new noexcept operator override private protected public register reinterpret_cast "
     "requires return short signed size_t sizeof static static_assert static_cast struct switch template this "
     "thread_local throw try typedef typeid typename uint16_t uint32_t uint64_t uint8_t union unsigned using virtual "
     "void volatile while",
     "true false nullptr NULL", "//", "/* */", "", "\"", CharQuote | Directives | Prefixes | Calls},
    {"java",
     "abstract assert boolean break byte case catch char class const continue default do double else enum exports "
     "extends final finally float for goto if implements import instanceof int interface long module native new "
     "non-sealed open opens package permits private protected provides public record requires return sealed short "
     "static strictfp super switch synchronized this throw throws to transient transitive try uses var void volatile "
     "while with yield",
     kTruth, "//", "/* */", R"(""" """)", "\"", CharQuote | Decorators | Calls | Types},
    {"kotlin kt kts",
     "abstract actual annotation as break by catch class companion const constructor continue crossinline data do "
     "dynamic else enum expect external final finally for fun get if import in infix init inline inner interface "
     "internal is lateinit noinline object open operator out override package private protected public reified return "
     "sealed set super suspend tailrec this throw to try typealias val var vararg when where while",
     kTruth, "//", "/* */", R"(""" """)", "\"", CharQuote | Decorators | Nested | Calls | Types},
    {"scala",
     "abstract case catch class def derives do else enum extends extension final finally for forSome given if implicit "
     "import infix inline lazy match new object opaque open override package private protected return sealed self "
     "super "
     "this throw trait transparent try type using val var while with yield",
     kTruth, "//", "/* */", R"(""" """)", "\"", CharQuote | Decorators | Nested | Prefixes | Calls | Types},
    {"swift",
     "Any Self actor as associatedtype async await break case catch class continue convenience default defer deinit "
     "didSet do dynamic else enum extension fallthrough fileprivate final for func get guard if import in indirect "
     "infix init inout internal is isolated lazy let mutating nonisolated open operator optional override postfix "
     "prefix private protocol public repeat required rethrows return self set some static struct subscript super "
     "switch throw throws try typealias unowned var weak where while willSet",
     "true false nil", "//", "/* */", R"(""" """)", "\"", Decorators | Nested | Calls | Types},
    {"go golang",
     "any bool break byte case chan comparable complex128 complex64 const continue default defer else error "
     "fallthrough "
     "float32 float64 for func go goto if import int int16 int32 int64 int8 interface map package range return rune "
     "select string struct switch type uint uint16 uint32 uint64 uint8 uintptr var",
     "true false nil iota", "//", "/* */", "` `", "\"", CharQuote | Calls},
    {"rust rs",
     "Self as async await bool box break char const continue crate dyn else enum extern f32 f64 fn for i128 i16 i32 "
     "i64 "
     "i8 if impl in isize let loop macro match mod move mut pub ref return self static str struct super trait try type "
     "u128 u16 u32 u64 u8 union unsafe use usize where while yield",
     "true false", "//", "/* */", "", "\"", CharQuote | Nested | RawHash | Prefixes | Calls | Types},
    {"protobuf proto",
     "bool bytes double enum extend extensions fixed32 fixed64 float import int32 int64 map message oneof option "
     "optional package public repeated required reserved returns rpc service sfixed32 sfixed64 sint32 sint64 stream "
     "string syntax to uint32 uint64",
     "true false", "//", "/* */", "", "\"'", static_cast<std::uint32_t>(Calls)},
    {"bash sh shell zsh console terminal cmd",
     "alias bg break case cd continue coproc declare do done echo elif else esac eval exec exit export fi for function "
     "if in let local printf pwd read readonly return select set shift source test then time trap unset until while",
     "true false", "#", "", "\" \"", "'", Dollar | Dashes | HashAlone | Heredocs | Commands},
    {"shell-session sh-session shellsession",
     "alias bg break case cd continue declare do done echo elif else esac eval exec exit export fi for function if in "
     "let local printf pwd read readonly return select set shift source test then time trap unset until while",
     "true false", "#", "", "\" \"", "'", Dollar | Dashes | HashAlone | Heredocs | Prompts | Commands},
    {"powershell ps1",
     "begin break catch class continue data define do dynamicparam else elseif end exit filter finally for foreach "
     "from "
     "function if inlinescript parallel param process return sequence switch throw trap try until using var while "
     "workflow",
     "", "#", "<# #>", "@\" \"@ @' '@ \" \"", "'", IgnoresCase | NoEscapes | Dollar | Dashes},
    {"docker dockerfile",
     "add arg cmd copy entrypoint env expose from healthcheck label maintainer onbuild run shell stopsignal user "
     "volume "
     "workdir as",
     "", "#", "", "", "\"'", IgnoresCase | AtLineStart | Dollar | Dashes | Heredocs},
    {"makefile make mk",
     "define else endef endif export ifdef ifeq ifndef ifneq include override private sinclude undefine unexport vpath",
     "", "#", "", "", "\"'", Dollar | Dashes | Keys},
    {"cmake",
     "add_compile_definitions add_compile_options add_custom_command add_custom_target add_dependencies add_executable "
     "add_library add_subdirectory add_test block break cmake_minimum_required configure_file continue else elseif "
     "enable_language enable_testing endblock endforeach endfunction endif endmacro endwhile execute_process export "
     "file "
     "find_library find_package find_path find_program foreach function get_filename_component get_property if include "
     "include_directories install link_directories link_libraries list macro mark_as_advanced math message option "
     "project return separate_arguments set set_property set_target_properties string target_compile_definitions "
     "target_compile_features target_compile_options target_include_directories target_link_directories "
     "target_link_libraries target_link_options target_sources unset while",
     "ON OFF TRUE FALSE", "#", "#[[ ]]", "\" \"", "", IgnoresCase | Dollar | Calls},
    {"sql mysql postgresql postgres sqlite plsql",
     "add all alter analyze and any as asc avg begin between bigint binary bit blob boolean both by call case cast "
     "char "
     "character check column commit constraint convert count create cross current_date current_time current_timestamp "
     "cursor database date datetime decimal declare default delete desc describe distinct div do double drop each else "
     "end enum except exec execute exists explain fetch float for foreign from full function grant group having if in "
     "index inner insert int integer intersect interval into is join json key language left like limit lock "
     "materialized "
     "merge natural not numeric of offset on or order outer over partition precision primary procedure range real "
     "recursive references replace return returning returns revoke right rollback row rows schema select sequence set "
     "show smallint sum table temporary text then time timestamp to transaction trigger truncate union unique update "
     "use "
     "using values varchar view when where window with",
     "true false null", "-- #", "/* */", "", "\"'`", IgnoresCase | NoEscapes | Calls},
    {"r", "break else for function if in next repeat return while library require",
     "TRUE FALSE NULL NA NaN Inf NA_character_ NA_integer_ NA_real_", "#", "", "\" \" ' '", "`",
     static_cast<std::uint32_t>(Calls)},
    {"julia jl",
     "abstract baremodule begin break catch const continue do else elseif end export finally for function global if "
     "import importall in isa let local macro module mutable primitive quote return struct try type using where while",
     "true false nothing missing NaN Inf pi im", "#", "#= =#", R"(""" """ " ")", "`",
     CharQuote | Decorators | Nested | Calls},
    {"matlab octave",
     "break case catch classdef continue else elseif end endfunction endif endfor for function global if methods "
     "otherwise parfor persistent properties return switch try while",
     "true false NaN Inf inf pi eps", "%", "%{ %}", "", "\"'", NoEscapes | CharQuote | Calls},
    {"lua", "and break do else elseif end for function goto if in local not or repeat return then until while",
     "true false nil", "--", "--[[ ]] --[=[ ]=]", "[[ ]] [=[ ]=]", "\"'", static_cast<std::uint32_t>(Calls)},
    {"ruby rb",
     "BEGIN END alias and begin break case class def define_method defined do each else elsif end ensure extend for if "
     "in include module new next not or prepend private protected public raise redo require rescue retry return self "
     "super then throw undef unless until when while yield",
     "true false nil", "#", "", "", "\"'`", Decorators | RegularExpressions | Calls},
    {"haskell hs",
     "as case class data default deriving do else family forall foreign hiding if import in infix infixl infixr "
     "instance "
     "let mdo module newtype of primitive qualified rec then type where",
     "True False Nothing Just Left Right", "--", "{- -}", "", "\"", CharQuote | Nested | Types},
    {"json webmanifest jsonc json5 jsonl", "", kTruth, "//", "/* */", "", "\"'", static_cast<std::uint32_t>(Keys)},
    {"yaml yml", "", "true false null yes no on off ~", "#", "", "\" \"", "'", Keys | HashAlone | Dashes},
    {"toml", "", "true false inf nan", "#", "", R"(""" """ ''' ''')", "\"'",
     static_cast<std::uint32_t>(KeysBeforeEquals)},
    {"ini cfg properties dosini", "", "true false yes no on off", "# ;", "", "", "\"", AtLineStart | KeysBeforeEquals},
    {"css scss less", "", "", "", "/* */", "", "\"'", AtRules | Dashes | Keys | Calls},
    {"markup html xml svg mathml ssml atom rss xhtml vue", "", "", "", "<!-- --> <![CDATA[ ]]>", "", "\"'",
     Tags | OnlyTags | NoEscapes | Dashes},
    {"diff patch", "", "", "", "", "", "", static_cast<std::uint32_t>(Signs)},
    {"markdown md", "", "", "", "<!-- -->", "``` ```", "`", Prose | NoEscapes},
    {"latex tex context", "", "", "%", "", "$$ $$", "$", static_cast<std::uint32_t>(Backslash)},
    {"clike",
     "break case catch class continue do else finally for function if in instanceof interface new null return "
     "static struct switch this throw trait try while",
     kTruth, "//", "/* */", "", "\"'", static_cast<std::uint32_t>(Calls)},
};

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::vector<std::pair<std::string_view, std::string_view>> pairs_of(std::string_view text) {
  const auto words = split(text);
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) pairs.emplace_back(words[i], words[i + 1]);
  return pairs;
}

using ByName = std::map<std::string_view, const CodeLanguage*, std::less<>>;

ByName read_rows() {
  static std::deque<CodeLanguage> languages; // addresses stay
  ByName by_name;
  for (const LanguageRow& row : kRows) {
    CodeLanguage& language = languages.emplace_back();
    language.traits = row.traits;
    for (const std::string_view word : split(row.keywords)) language.keywords.insert(word);
    for (const std::string_view word : split(row.constants)) language.constants.insert(word);
    language.line_comments = split(row.line_comments);
    language.block_comments = pairs_of(row.block_comments);
    language.long_strings = pairs_of(row.long_strings);
    language.quotes = row.quotes;
    for (const std::string_view name : split(row.names)) by_name.emplace(name, &language);
  }
  return by_name;
}

} // namespace

const CodeLanguage* code_language(std::string_view name) {
  static const ByName by_name = read_rows();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

} // namespace trawl::content
