// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/manual_page.h"

#include <algorithm>

#include "shared/base/hex.h"
#include "shared/base/utf8.h"
#include "shared/base/version.h"

namespace trawl::options {
namespace {

/// What groff writes where a terminal lacks a character.
constexpr std::string_view kFallbacks = ".if \\n(.g .fchar \\[u2026] ...\n";

/// The name groff has for a character: \[u2026].
std::string roff_character(char32_t c) {
  std::string name = "\\[u";
  append_hex(name, c, c > 0xFFFFF ? 6 : c > 0xFFFF ? 5 : 4, kUpperHexDigits);
  return name + "]";
}

std::string joined(const std::vector<std::string>& items, const char* separator) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : separator) + item;
  return out;
}

/// "--limit, -n N": the heading of an option's description.
std::string option_tag(const OptionHelp& option) {
  if (option.flags.empty()) return roff(option.value);
  std::string flags;
  for (const std::string& flag : option.flags) flags += (flags.empty() ? "\\fB" : ", \\fB") + roff(flag) + "\\fR";
  return option.value.empty() ? flags : flags + " \\fI" + roff(option.value) + "\\fR";
}

std::string options_text(const std::vector<OptionHelp>& options) {
  std::string out;
  for (const OptionHelp& option : options) {
    out += ".TP\n" + option_tag(option) + "\n" + roff(option.description);
    if (!option.choices.empty()) out += " (" + roff(joined(option.choices, ", ")) + ")";
    out += "\n";
  }
  return out;
}

/// "[OPTIONS] QUERY": the words of a command after its name.
std::string synopsis_words(const CommandHelp& command) {
  std::string out = " [\\fIOPTIONS\\fR]";
  if (!command.commands.empty()) out += " \\fICOMMAND\\fR";
  for (const OptionHelp& option : command.options) {
    if (option.flags.empty()) out += " [\\fI" + roff(option.value) + "\\fR" + (option.is_repeatable ? " ...]" : "]");
  }
  return out;
}

std::string table(const std::string& title, const auto& facts, Users user) {
  std::string out = ".SH " + title + "\n";
  for (const Fact& fact : facts) {
    if ((fact.users & user) != 0) out += ".TP\n.B " + roff(fact.name) + "\n" + roff(fact.text) + "\n";
  }
  return out;
}

/// The last part of every page.
std::string facts_text(Users user, const std::vector<std::string>& see_also) {
  return table("FILES", kFiles, user) + table("ENVIRONMENT", kEnvironment, user) +
         table("EXIT STATUS", kExitStatus, user) + see_also_text(see_also);
}

std::string footer_text(const std::string& footer) {
  if (footer.empty()) return {};
  const std::size_t begin = footer.find_first_not_of('\n');
  return ".SH EXAMPLES\n.nf\n" + roff(std::string_view(footer).substr(begin)) + "\n.fi\n";
}

std::string nested_text(const CommandHelp& command) {
  std::string out;
  for (const CommandHelp& nested : command.commands) {
    out += ".SS " + roff(command.name + " " + nested.name) + synopsis_words(nested) + "\n" + roff(nested.description) +
           ".\n" + options_text(nested.options);
  }
  return out;
}

} // namespace

ManualPage program_page(const CommandHelp& program, Users user, const std::vector<std::string>& see_also) {
  ManualPage page{program.name, 1, {}};
  page.text = heading(page, program.description.substr(0, program.description.find_last_not_of('.') + 1));
  page.text += ".SH SYNOPSIS\n.B " + roff(program.name) + "\\fR" + synopsis_words(program) + "\n";
  if (!program.commands.empty()) page.text += ".SH COMMANDS\n";
  for (const CommandHelp& command : program.commands) {
    page.text += ".TP\n.B " + roff(command.name) + "\n" + roff(command.description) + ".";
    if (!command.commands.empty()) {
      std::vector<std::string> names;
      for (const CommandHelp& nested : command.commands) names.push_back(nested.name);
      page.text += " Commands: " + roff(joined(names, ", ")) + ".";
    }
    page.text += "\n";
  }
  page.text +=
      ".SH OPTIONS\n" + options_text(program.options) + footer_text(program.footer) + facts_text(user, see_also);
  return page;
}

ManualPage command_page(const CommandHelp& command, Users user) {
  ManualPage page{"trawl-" + command.name, 1, {}};
  page.text = heading(page, command.description) + ".SH SYNOPSIS\n.B trawl " + roff(command.name) + "\\fR" +
              synopsis_words(command) + "\n";
  page.text += ".SH OPTIONS\n" + options_text(command.options);
  if (!command.commands.empty()) page.text += ".SH COMMANDS\n" + nested_text(command);
  std::vector<std::string> see_also{"trawl(1)", "trawl-config(5)", "trawl-query(7)"};
  if (user == kIndexer) see_also.insert(see_also.begin() + 1, "trawl-indexer(1)");
  page.text += footer_text(command.footer) + facts_text(user, see_also);
  return page;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return text;
}

std::string see_also_text(const std::vector<std::string>& pages) {
  std::string out = ".SH SEE ALSO\n";
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::size_t bracket = pages[i].find('(');
    out += ".BR " + roff(pages[i].substr(0, bracket)) + " " + pages[i].substr(bracket) +
           (i + 1 < pages.size() ? ",\n" : "\n");
  }
  return out;
}

std::string heading(const ManualPage& page, const std::string& description) {
  return ".TH " + upper(roff(page.name)) + " " + std::to_string(page.section) +
         " \"\" \"Trawl " TRAWL_VERSION "\" \"Trawl\"\n" + std::string(kFallbacks) + ".SH NAME\n" + roff(page.name) +
         " \\- " + roff(description) + "\n";
}

std::string roff(std::string_view text) {
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

} // namespace trawl::options
