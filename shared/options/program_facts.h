// SPDX-License-Identifier: GPL-3.0-or-later
/// Facts for the manual pages that the option parsers do not know: the files that programs use, the environment
/// variables they read and their exit codes.
#pragma once

#include <array>
#include <string_view>

namespace trawl::options {

/// The programs that read a variable or use a file; a sum of these.
enum Users : unsigned { kTrawl = 1, kIndexer = 2, kSearchd = 4, kAll = 7 };

struct Fact {
  std::string_view name;
  std::string_view text;
  unsigned users = kAll;
};

inline constexpr std::array kFiles{
    Fact{"~/.local/share/trawl/",
         "The data directory, unless --data or $TRAWL_DATA names another. The packaged services "
         "use /var/lib/trawl/."},
    Fact{"DIR/crawl.db",
         "In the data directory: stored pages, articles and the state of the sources. Everything else can "
         "be rebuilt from it.",
         kIndexer},
    Fact{"DIR/index/", "In the data directory: the index; 'xapian' names the folder of its Xapian database."},
    Fact{"DIR/sources.json",
         "In the data directory: your own catalogue of sources, if you have changed it. It replaces the "
         "installed one.",
         kIndexer},
    Fact{"DIR/topics.json", "In the data directory: your own categories and tags. They replace the installed ones.",
         kIndexer},
    Fact{"DIR/reader.db",
         "In the data directory: articles read, starred, kept for later and noted, and saved searches.",
         kTrawl | kSearchd},
    Fact{"DIR/lock", "In the data directory: held by the one program that writes; contains its process id.", kIndexer},
    Fact{"~/.config/trawl/config.toml", "Defaults for any option; see trawl-config(5)."},
    Fact{"/etc/trawl/config.toml",
         "The same for all users and for the services. It is read only for users without a file of "
         "their own."},
    Fact{"/usr/lib/trawl/sources.json", "The installed catalogue of sources.", kIndexer},
    Fact{"/usr/lib/trawl/topics.json", "The installed categories and tags.", kIndexer},
};

inline constexpr std::array kEnvironment{
    Fact{"TRAWL_DATA", "The data directory, unless --data is given."},
    Fact{"TRAWL_SERVER", "The daemon to ask instead of the local index, unless --server is given.", kTrawl},
    Fact{"TRAWL_ENGINE", "The engine that looks for articles, xapian or opensearch, unless --engine is given."},
    Fact{"TRAWL_OPENSEARCH_URL", "The address of the cluster, unless --opensearch-url is given.", kIndexer | kSearchd},
    Fact{"TRAWL_OPENSEARCH_AUTH", "The file with its login, unless --opensearch-auth is given.", kIndexer | kSearchd},
    Fact{"TRAWL_CONFIG", "The configuration file, instead of those named under FILES."},
    Fact{"TRAWL_PAGER", "The pager; else $PAGER, else less with $LESS set to FRX.", kTrawl},
    Fact{"PAGER", "See TRAWL_PAGER.", kTrawl},
    Fact{"LESS", "Options of less; set to FRX where it is unset.", kTrawl},
    Fact{"BROWSER", "The program that --open starts; else xdg-open.", kTrawl},
    Fact{"LC_ALL", "The language to prefer if that of the query cannot be detected; see --lang-boost.", kTrawl},
    Fact{"LC_MESSAGES", "The same, where LC_ALL is unset.", kTrawl},
    Fact{"LANG", "The same, where both are unset.", kTrawl},
    Fact{"NO_COLOR", "If set and not empty, no colours and links are printed.", kTrawl},
    Fact{"TERM", "If 'dumb', no colours are printed and no progress line is rewritten.", kTrawl | kIndexer},
    Fact{"COLUMNS", "The width of the output if the terminal does not report it.", kTrawl},
    Fact{"HOME", "Where the files named under FILES are looked for."},
    Fact{"XDG_DATA_HOME", "Used instead of ~/.local/share if it is an absolute path."},
    Fact{"XDG_CONFIG_HOME", "Used instead of ~/.config if it is an absolute path."},
    Fact{"NOTIFY_SOCKET", "Set by systemd: the socket to which the daemon reports that it is ready.", kSearchd},
    Fact{"LISTEN_FDS", "Set by systemd: a socket that is already open, used instead of --listen.", kSearchd},
    Fact{"LISTEN_PID", "Set by systemd: the process that LISTEN_FDS is for.", kSearchd},
    Fact{"LISTEN_FDNAMES", "Set by systemd; removed from the environment.", kSearchd},
};

inline constexpr std::array kExitStatus{
    Fact{"0", "Success."},
    Fact{"1", "Success, but nothing was found.", kTrawl | kIndexer},
    Fact{"2", "Wrong usage: an unknown option, a malformed date, an address that is in use."},
    Fact{"3", "The index is missing, damaged or may not be read."},
    Fact{"4", "The network or the daemon failed; no source of a crawl answered; no browser could be started.",
         kTrawl | kIndexer},
    Fact{"5", "Another process is writing to the data directory.", kTrawl | kIndexer},
    Fact{"6", "Some of the input was rejected; the rest was processed.", kTrawl | kIndexer},
    Fact{"7", "Disk space, memory or open files ran out; nothing committed was lost."},
    Fact{"70", "A bug in the program; please report it."},
    Fact{"130",
         "Interrupted by Ctrl-C after a clean commit. After SIGTERM: 143; when the terminal was closed (SIGHUP): 129.",
         kTrawl | kIndexer},
};

} // namespace trawl::options
