// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/completion.h"

#include <algorithm>
#include <functional>
#include <set>

#include "shared/api/request/value_fields.h"
#include "shared/schema/fields.h"

namespace trawl::cli {
namespace {

/// Single-quoted for a shell.
std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string words(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : " ") + item;
  return out;
}

/// A command and how it is typed: "index check"; "" for the program itself.
using EachCommand = std::function<void(const std::string& path, const CommandHelp& command)>;

void each_command(const CommandHelp& command, const std::string& path, const EachCommand& call) {
  call(path, command);
  for (const CommandHelp& inner : command.commands) {
    each_command(inner, path.empty() ? inner.name : path + " " + inner.name, call);
  }
}

/// The field of the index that has the values of this option; empty if none has. The ids of sources are also the words
/// of some commands.
std::string value_field(const OptionHelp& option) {
  if (option.flags.empty()) return option.value == "SOURCE" ? "source" : "";
  const std::string key = option.key();
  if (key == "tag-all") return "tag";
  return option.choices.empty() && api::is_value_field(key) ? key : "";
}

/// What follows the options of a command: its own commands, or its words.
std::vector<std::string> names_in(const CommandHelp& command) {
  std::vector<std::string> names;
  for (const CommandHelp& inner : command.commands) names.push_back(inner.name);
  return names;
}

/// What the words of a command may be.
struct WordOffer {
  enum class Kind { Nothing, Words, Values, Files, SavedSearches } kind = Kind::Nothing;
  std::string text; ///< the words, or the field that has the values
};

WordOffer words_of(const CommandHelp& command, const CommandHelp& tree) {
  using Kind = WordOffer::Kind;
  for (const OptionHelp& option : command.options) {
    if (!option.flags.empty()) continue;
    if (const std::string field = value_field(option); !field.empty()) return {Kind::Values, field};
    if (option.value == "SHELL") return {Kind::Words, "bash zsh fish"};
    if (option.value == "FIELD")
      return {Kind::Words, words({schema::kFacetFields.begin(), schema::kFacetFields.end()})};
    if (option.value == "PAGE") return {Kind::Words, words(names_in(tree))};
    if (option.value == "NAME") return {Kind::SavedSearches, {}};
    if (option.value == "FILE" || option.value == "INPUT" || option.value == "DIR") return {Kind::Files, {}};
  }
  return {};
}

/// With `trawl help COMMAND`, which the parser reads as COMMAND --help.
CommandHelp with_help(CommandHelp tree) {
  OptionHelp page;
  page.value = "PAGE";
  tree.commands.push_back({"help", "Show the help of a command", "", {page}, {}});
  return tree;
}

/// Every flag that takes a value, over all commands: distinguishes a value from a command.
std::vector<std::string> flags_with_value(const CommandHelp& tree) {
  std::set<std::string> found;
  each_command(tree, "", [&](const std::string&, const CommandHelp& command) {
    for (const OptionHelp& option : command.options) {
      if (!option.value.empty()) found.insert(option.flags.begin(), option.flags.end());
    }
  });
  return {found.begin(), found.end()};
}

std::string joined_by_bar(const std::vector<std::string>& items, bool quoted) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : "|") + (quoted ? "\"" + item + "\"" : item);
  return out;
}

/// The patterns of every command's path, for a case statement: "index"|"index check".
std::string path_patterns(const CommandHelp& tree) {
  std::vector<std::string> paths;
  each_command(tree, "", [&](const std::string& path, const CommandHelp&) {
    if (!path.empty()) paths.push_back(path);
  });
  return joined_by_bar(paths, true);
}

/// Options without a command are those of a search.
std::string shown_path(const std::string& path) { return path == "search" ? "'search'|''" : shell_quoted(path); }

constexpr const char* kBashHead = R"sh(# bash completion for trawl
_trawl_offer() { # the words of $1, which are ours
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}
_trawl_saved() { # the names of saved searches that begin with $1
  local name
  while IFS=$'\t' read -r name _; do
    [[ $name != "$1"* ]] || COMPREPLY+=("$(printf %q "$name")")
  done < <(trawl saved --format tsv 2>/dev/null)
}
_trawl_values() { # $1: a field of the index, $2: the beginning of a value; values are data, so nothing expands them
  local -a where=()
  local i value lead='' rest=$2
  case $rest in *,*) lead=${rest%,*}, rest=${rest##*,} ;; esac # one,another
  case $rest in -*) lead+=- rest=${rest#-} ;; esac             # all but this one
  for ((i = 1; i < COMP_CWORD - 1; i++)); do
    case ${COMP_WORDS[i]} in --data | --server) where=("${COMP_WORDS[i]}" "${COMP_WORDS[i + 1]/#\~/$HOME}") ;; esac
  done
  while IFS=$'\t' read -r value _; do
    [ -z "$value" ] || COMPREPLY+=("$lead$(printf %q "$value")")
  done < <(trawl facets "$1" --prefix "$rest" --limit 1000 --format tsv "${where[@]}" 2>/dev/null)
}
_trawl() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} path='' i
  COMPREPLY=()
  if [ "$word" = '=' ]; then
    word=''
  elif [ "$before" = '=' ]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  # source:qwen is three words
  if [ "$word" = ':' ]; then
    _trawl_values "$before" ''
    return
  elif [ "$before" = ':' ]; then
    _trawl_values "${COMP_WORDS[COMP_CWORD - 2]}" "$word"
    return
  fi
)sh";

std::string bash_action(const WordOffer& offer) {
  switch (offer.kind) {
  case WordOffer::Kind::Words:
    return "_trawl_offer " + shell_quoted(offer.text) + " \"$word\"";
  case WordOffer::Kind::Values:
    return "_trawl_values " + offer.text + " \"$word\"";
  case WordOffer::Kind::SavedSearches:
    return "_trawl_saved \"$word\"";
  case WordOffer::Kind::Files:
    return ":"; // nothing of ours, so bash offers files
  case WordOffer::Kind::Nothing:
    break;
  }
  return "compopt +o default"; // no files either
}

std::string bash_script(const CommandHelp& tree) {
  std::string out = kBashHead;
  out += "  for ((i = 1; i < COMP_CWORD; i++)); do\n    case ${COMP_WORDS[i]} in\n      " +
         joined_by_bar(flags_with_value(tree), false) +
         ") i=$((i + 1)); continue ;;\n      -*) continue ;;\n    esac\n" +
         "    case ${path:+$path }${COMP_WORDS[i]} in\n      " + path_patterns(tree) +
         ") path=${path:+$path }${COMP_WORDS[i]} ;;\n      *) path=${path:-search}; break ;;\n    esac\n  done\n";
  std::string values = "  case $path:$before in\n", names = "  case $path in\n";
  each_command(tree, "", [&](const std::string& path, const CommandHelp& command) {
    std::vector<std::string> flags;
    for (const OptionHelp& option : command.options) {
      flags.insert(flags.end(), option.flags.begin(), option.flags.end());
      const std::string field = value_field(option);
      for (const std::string& flag : option.flags) {
        const std::string place =
            "    " + shell_quoted(path + ":" + flag) + (path == "search" ? "|" + shell_quoted(":" + flag) : "") + ") ";
        if (!option.choices.empty()) {
          values += place + "_trawl_offer " + shell_quoted(words(option.choices)) + " \"$word\"; return ;;\n";
        } else if (!field.empty()) {
          values += place + "_trawl_values " + field + " \"$word\"; return ;;\n";
        } else if (!option.value.empty()) {
          values += place + "return ;;\n";
        }
      }
    }
    const std::string act = command.commands.empty()
                                ? bash_action(words_of(command, tree))
                                : "_trawl_offer " + shell_quoted(words(names_in(command))) + " \"$word\"";
    names += "    " + shell_quoted(path) + ") if [[ $word != -* ]]; then " + act + "; return; fi ;;\n";
    if (path.empty()) return; // the options of a search are offered there
    names.append("    ").append(shown_path(path)).append(") ");
    names += "_trawl_offer " + shell_quoted(words(flags)) + " \"$word\" ;;\n";
  });
  // A command with its own words has two lines: the first tests the word, so ;;& continues with the second.
  for (std::size_t at = 0; (at = names.find("fi ;;\n", at)) != std::string::npos; at += 7)
    names.replace(at, 6, "fi ;;&\n");
  return out + values + "  esac\n" + names + "  esac\n}\ncomplete -o default -F _trawl trawl\n";
}

/// A description inside zsh's brackets or after its colon.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') out += '\\';
    out += c;
  }
  return out;
}

constexpr const char* kZshHead = R"sh(#compdef trawl
_trawl_saved() {
  local -a names
  names=(${${(f)"$(trawl saved --format tsv 2>/dev/null)"}%%$'\t'*})
  compadd -a names
}
_trawl_values() { # $1: a field of the index
  local -a values where
  local i=${words[(I)--data|--server]}
  (( i > 0 && i < CURRENT - 1 )) && where=($words[i] ${(e)~words[i+1]})
  local rest=${${PREFIX##*,}#-} # one,another; all but -this
  local lead=${PREFIX%$rest}
  values=(${${(f)"$(trawl facets $1 --prefix "$rest" --limit 1000 --format tsv $where 2>/dev/null)"}%%$'\t'*})
  values=($lead${^values})
  compadd -U -a values
}
_trawl() {
  local -a commands
  local path_= i
)sh";

/// "(one two)" or "_trawl_values tag": what zsh does for the value of an option.
std::string zsh_action(const OptionHelp& option) {
  if (!option.choices.empty()) return "(" + words(option.choices) + ")";
  const std::string field = value_field(option);
  if (!field.empty()) return " _trawl_values " + field; // a leading blank: called with these arguments alone
  return option.value == "FILE" || option.value == "DIR" ? "_files" : "";
}

std::string zsh_action(const WordOffer& offer) {
  switch (offer.kind) {
  case WordOffer::Kind::Words:
    return "(" + offer.text + ")";
  case WordOffer::Kind::Values:
    return " _trawl_values " + offer.text;
  case WordOffer::Kind::SavedSearches:
    return " _trawl_saved";
  case WordOffer::Kind::Files:
    return "_files";
  case WordOffer::Kind::Nothing:
    break;
  }
  return "( )";
}

std::string zsh_arguments(const CommandHelp& command, const CommandHelp& tree) {
  std::string out = "_arguments";
  for (const OptionHelp& option : command.options) {
    for (const std::string& flag : option.flags) {
      std::string spec = flag + "[" + zsh_text(option.description) + "]";
      if (option.is_repeatable) spec.insert(0, "*");
      if (!option.value.empty()) spec += ":" + option.value + ":" + zsh_action(option);
      out += " \\\n      " + shell_quoted(spec);
    }
  }
  // Options are offered after words too.
  return out + " \\\n      " + shell_quoted("*:word:" + zsh_action(words_of(command, tree)));
}

std::string zsh_script(const CommandHelp& tree) {
  std::string out = kZshHead;
  const std::string with_value = joined_by_bar(flags_with_value(tree), false);
  out += "  for (( i = 2; i < CURRENT; i++ )); do\n    case $words[i] in\n      " + with_value +
         ") (( i++ )); continue ;;\n      -*) continue ;;\n    esac\n" +
         "    case ${path_:+$path_ }$words[i] in\n      " + path_patterns(tree) +
         ") path_=${path_:+$path_ }$words[i]; words[2,i]=(); (( CURRENT -= i - 1, i = 1 )) ;;\n      *) "
         "path_=${path_:-search}; break ;;\n"
         "    esac\n  done\n  words[1]=\"trawl $path_\"\n  case $path_ in\n";
  each_command(tree, "", [&](const std::string& path, const CommandHelp& command) {
    std::string offered;
    for (const CommandHelp& inner : command.commands) {
      offered += "        " + shell_quoted(inner.name + ":" + zsh_text(inner.description)) + "\n";
    }
    if (!offered.empty()) {
      out += "    " + shell_quoted(path) + ")\n      if [[ $words[CURRENT] != -* && $words[CURRENT-1] != (" +
             with_value + ") ]]; then\n        commands=(\n" + offered +
             "        )\n        _describe command commands; return\n      fi ;|\n";
    }
    if (!path.empty()) out += "    " + shown_path(path) + ") " + zsh_arguments(command, tree) + " ;;\n";
  });
  // Loaded by the completion system the file is the function's body; sourced, it registers the function.
  return out + "  esac\n}\nif [[ $funcstack[1] == _trawl ]]; then _trawl \"$@\"; else compdef _trawl trawl; fi\n";
}

constexpr const char* kFishHead = R"sh(# fish completion for trawl
function __trawl_saved
    trawl saved --format tsv 2>/dev/null | string replace -r '\t.*' ''
end
function __trawl_values # a field of the index
    set -l typed (commandline -opc)
    set -l where
    for flag in --data --server
        set -l at (contains -i -- $flag $typed); and set where $flag (string replace -r '^~' $HOME $typed[(math $at + 1)])
    end
    set -l word (string replace -r '^--?[a-z-]+=' '' -- (commandline -ct))
    set -l rest (string replace -r '^.*,' '' -- $word) # one,another
    string match -q -- '-*' $rest; and set rest (string sub -s 2 -- $rest) # all but this one
    set -l lead (string sub -l (math (string length -- $word) - (string length -- $rest)) -- $word)
    for line in (trawl facets $argv[1] --prefix "$rest" --limit 1000 --format tsv $where 2>/dev/null)
        printf "%s\n" $lead(string split -f 1 \t -- $line)
    end
end
)sh";

std::string fish_function(const CommandHelp& tree) {
  std::string out = "function __trawl_at # whether the command typed so far is this one\n"
                    "    set -l path\n    set -l skip 0\n    for word in (commandline -opc)[2..]\n"
                    "        if test $skip = 1\n            set skip 0\n            continue\n        end\n"
                    "        switch $word\n            case " +
                    words(flags_with_value(tree)) +
                    "\n                set skip 1\n                continue\n"
                    "            case '-*'\n                continue\n        end\n"
                    "        set -l longer (string join ' ' $path $word)\n        switch $longer\n            case ";
  std::string paths;
  each_command(tree, "", [&](const std::string& path, const CommandHelp&) {
    if (!path.empty()) paths += (paths.empty() ? "" : " ") + shell_quoted(path);
  });
  return out + paths +
         "\n                set path $longer\n            case '*'\n                test -n \"$path\"; or set path "
         "search\n                break\n        end\n    end\n"
         "    test \"$path\" = \"$argv[1]\"\nend\n";
}

std::string fish_script(const CommandHelp& tree) {
  std::string out = kFishHead + fish_function(tree) + "complete -c trawl -f\n";
  each_command(tree, "", [&](const std::string& path, const CommandHelp& command) {
    const std::string here = "complete -c trawl -n '__trawl_at \"" + path + "\"'";
    for (const CommandHelp& inner : command.commands) {
      out += here + " -a " + inner.name + " -d " + shell_quoted(inner.description) + "\n";
    }
    const WordOffer offer = words_of(command, tree);
    if (offer.kind == WordOffer::Kind::Values) out += here + " -a '(__trawl_values " + offer.text + ")'\n";
    if (offer.kind == WordOffer::Kind::SavedSearches) out += here + " -a '(__trawl_saved)'\n";
    if (offer.kind == WordOffer::Kind::Words) out += here + " -a " + shell_quoted(offer.text) + "\n";
    if (offer.kind == WordOffer::Kind::Files) out += here + " -F\n";
    if (path.empty()) return;
    const std::string there =
        path == "search" ? "complete -c trawl -n '__trawl_at \"search\"; or __trawl_at \"\"'" : here;
    for (const OptionHelp& option : command.options) {
      if (option.flags.empty()) continue;
      out += there;
      for (const std::string& flag : option.flags) {
        out += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
      }
      const bool is_path = option.value == "FILE" || option.value == "DIR";
      if (!option.value.empty()) out += is_path ? " -r -F" : " -x"; // -x: files are not offered as values
      if (!option.choices.empty()) out += " -a " + shell_quoted(words(option.choices));
      if (!value_field(option).empty()) out += " -a '(__trawl_values " + value_field(option) + ")'";
      out += " -d " + shell_quoted(option.description) + "\n";
    }
  });
  return out;
}

} // namespace

Result<std::string> completion_script(const CommandHelp& tree, const std::string& shell) {
  if (shell == "bash") return bash_script(with_help(tree));
  if (shell == "zsh") return zsh_script(with_help(tree));
  if (shell == "fish") return fish_script(with_help(tree));
  return fail(ErrorCode::Usage, "there is no completion script for '" + shell + "'", "completion",
              "choose bash, zsh or fish");
}

} // namespace trawl::cli
