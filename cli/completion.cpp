// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/completion.h"

#include "shared/base/utf8.h"

namespace trawl::cli {
namespace {

/// Single-quoted for a shell.
std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string flags_of(const CommandHelp& command) {
  std::string out;
  for (const OptionHelp& option : command.options) {
    for (const std::string& flag : option.flags) out += (out.empty() ? "" : " ") + flag;
  }
  return out;
}

std::string names_of(const CommandHelp& tree) {
  std::string out;
  for (const CommandHelp& command : tree.commands) out += (out.empty() ? "" : " ") + command.name;
  return out;
}

std::string words(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : " ") + item;
  return out;
}

std::string bash_script(const CommandHelp& tree) {
  std::string out = "# bash completion for trawl\n_trawl() {\n  local word=${COMP_WORDS[COMP_CWORD]} "
                    "before=${COMP_WORDS[COMP_CWORD-1]}\n"
                    "  case ${COMP_WORDS[1]}:$before in\n";
  for (const CommandHelp& command : tree.commands) {
    for (const OptionHelp& option : command.options) {
      if (option.choices.empty()) continue;
      for (const std::string& flag : option.flags) {
        out += "    " + command.name + ":" + flag + ") COMPREPLY=($(compgen -W " + shell_quoted(words(option.choices)) +
               " -- \"$word\")); return ;;\n";
      }
    }
  }
  out += "  esac\n  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W " + shell_quoted(names_of(tree)) +
         " -- \"$word\")); return; fi\n  case ${COMP_WORDS[1]} in\n";
  for (const CommandHelp& command : tree.commands) {
    out +=
        "    " + command.name + ") COMPREPLY=($(compgen -W " + shell_quoted(flags_of(command)) + " -- \"$word\")) ;;\n";
  }
  return out + "  esac\n}\ncomplete -o default -F _trawl trawl\n";
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

std::string zsh_script(const CommandHelp& tree) {
  std::string out = "#compdef trawl\n_trawl() {\n  local -a commands\n  commands=(\n";
  for (const CommandHelp& command : tree.commands) {
    out += "    " + shell_quoted(command.name + ":" + zsh_text(command.description)) + "\n";
  }
  out += "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
         "  shift words\n  (( CURRENT-- ))\n" // to _arguments the command is the program
         "  case $words[1] in\n";
  for (const CommandHelp& command : tree.commands) {
    out += "    " + command.name + ") _arguments";
    for (const OptionHelp& option : command.options) {
      for (const std::string& flag : option.flags) {
        std::string spec = flag + "[" + zsh_text(option.description) + "]";
        if (!option.value.empty())
          spec += ":" + option.value + ":" + (option.choices.empty() ? "" : "(" + words(option.choices) + ")");
        out += " \\\n      " + shell_quoted(spec);
      }
    }
    out += " \\\n      '*:word:( )' ;;\n"; // options are offered after words too
  }
  return out + "  esac\n}\n_trawl \"$@\"\n";
}

std::string fish_script(const CommandHelp& tree) {
  std::string out = "# fish completion for trawl\ncomplete -c trawl -f\n";
  for (const CommandHelp& command : tree.commands) {
    out += "complete -c trawl -n __fish_use_subcommand -a " + command.name + " -d " +
           shell_quoted(command.description) + "\n";
    for (const OptionHelp& option : command.options) {
      if (option.flags.empty()) continue;
      out += "complete -c trawl -n '__fish_seen_subcommand_from " + command.name + "'";
      for (const std::string& flag : option.flags) {
        out += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
      }
      if (!option.value.empty()) out += " -r";
      if (!option.choices.empty()) out += " -a " + shell_quoted(words(option.choices));
      out += " -d " + shell_quoted(option.description) + "\n";
    }
  }
  return out;
}

/// The name groff has for a character: \[u2026].
std::string roff_character(char32_t c) {
  constexpr std::string_view kHexDigits = "0123456789ABCDEF";
  std::string digits;
  for (; c > 0 || digits.size() < 4; c /= 16) digits.insert(0, 1, kHexDigits[c % 16]);
  return "\\[u" + digits + "]";
}

/// Text as man(7) wants it: no line begins with a dot or quote, backslashes and hyphens are literal, all is ASCII.
std::string roff(const std::string& text) {
  std::string out;
  bool line_begins = true;
  for (std::size_t position = 0; position < text.size();) {
    const char32_t c = utf8::next(text, position);
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c < 0x80 ? std::string(1, static_cast<char>(c)) : roff_character(c);
    }
    line_begins = c == '\n';
  }
  return out;
}

std::string manual_options(const CommandHelp& command) {
  std::string out;
  for (const OptionHelp& option : command.options) {
    out += ".TP\n.B " + roff(option.flags.empty() ? option.value : words(option.flags));
    if (!option.flags.empty() && !option.value.empty()) out += " " + roff(option.value);
    out += "\n" + roff(option.description);
    if (!option.choices.empty()) out += " (" + roff(words(option.choices)) + ")";
    out += "\n";
  }
  return out;
}

} // namespace

Result<std::string> completion_script(const CommandHelp& tree, const std::string& shell) {
  if (shell == "bash") return bash_script(tree);
  if (shell == "zsh") return zsh_script(tree);
  if (shell == "fish") return fish_script(tree);
  return fail(ErrorCode::Usage, "there is no completion script for '" + shell + "'", "completion",
              "choose bash, zsh or fish");
}

std::string manual_page(const CommandHelp& tree) {
  std::string out = ".TH TRAWL 1\n.SH NAME\ntrawl \\- " + roff(tree.description) +
                    "\n.SH SYNOPSIS\n.B trawl\nCOMMAND [OPTIONS] [WORDS]\n.br\n.B trawl\nWORDS\n.SH COMMANDS\n";
  for (const CommandHelp& command : tree.commands) {
    out += ".SS " + roff(command.name) + "\n" + roff(command.description) + "\n" + manual_options(command);
    if (!command.footer.empty()) out += ".PP\n.nf\n" + roff(command.footer) + "\n.fi\n";
  }
  return out + ".SH NOTES\n.nf\n" + roff(tree.footer) + "\n.fi\n";
}

} // namespace trawl::cli
