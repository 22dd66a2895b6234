# `cmake --install build/release --prefix DIR`: programs, data, manual pages, completions, units, configuration.
include(GNUInstallDirs)

# The manual pages, completions and sample configuration are made from what the programs say of themselves.
set(TRAWL_MADE "${PROJECT_BINARY_DIR}/made")
add_custom_command(OUTPUT "${TRAWL_MADE}/stamp"
  COMMAND python3 "${CMAKE_CURRENT_LIST_DIR}/make_manual.py" "$<TARGET_FILE_DIR:trawl>" "${TRAWL_MADE}" "${PROJECT_VERSION}"
  DEPENDS trawl trawl-indexer trawl-searchd "${CMAKE_CURRENT_LIST_DIR}/make_manual.py" "${CMAKE_CURRENT_LIST_DIR}/manual.h2m"
          "${PROJECT_SOURCE_DIR}/docs/query-language.md" VERBATIM)
add_custom_target(manual ALL DEPENDS "${TRAWL_MADE}/stamp")

install(TARGETS trawl trawl-indexer trawl-searchd RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(TARGETS trawl-http LIBRARY DESTINATION "lib/trawl")
install(TARGETS trawl-script RUNTIME DESTINATION "lib/trawl")
# Not in share/trawl: with the prefix ~/.local that is the default data directory, where sources.json is the user's own.
install(FILES schema/sources.json schema/topics.json schema/sources.schema.json schema/import-row.schema.json schema/openapi.json
        DESTINATION "lib/trawl")
install(DIRECTORY schema/demo DESTINATION "lib/trawl" PATTERN "__pycache__" EXCLUDE
        PATTERN "serve_demo.py" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
install(DIRECTORY "${TRAWL_MADE}/man1/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
install(DIRECTORY "${TRAWL_MADE}/man5/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man5"
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
install(DIRECTORY "${TRAWL_MADE}/man7/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man7"
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
install(FILES "${TRAWL_MADE}/trawl.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME trawl)
install(FILES "${TRAWL_MADE}/_trawl" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions")
install(FILES "${TRAWL_MADE}/trawl.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
# Without the last section, whose pages are for those who have the sources.
file(READ README.md readme)
string(REGEX REPLACE "\n## More\n.*" "" readme "${readme}")
file(WRITE "${PROJECT_BINARY_DIR}/README.md" "${readme}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS README.md)
install(FILES "${PROJECT_BINARY_DIR}/README.md" CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}/docs")

# Services and their configuration belong to the system, so they are only installed in /usr or /usr/local. The units
# contain the paths of the installed programs.
set(install_system [[
  if(NOT CMAKE_INSTALL_PREFIX MATCHES "^/usr(/local)?/?$")
    message(STATUS "Not installed, because the prefix is not /usr or /usr/local: systemd units, /etc/trawl/config.toml")
  else()
    file(GLOB units "@PROJECT_SOURCE_DIR@/packaging/trawl-*.service" "@PROJECT_SOURCE_DIR@/packaging/trawl-*.timer"
                    "@PROJECT_SOURCE_DIR@/packaging/trawl-*.socket" "@PROJECT_SOURCE_DIR@/packaging/user/trawl-*")
    foreach(unit IN LISTS units)
      get_filename_component(name "${unit}" NAME)
      set(manager system)
      if(unit MATCHES "/packaging/user/")
        set(manager user)
      endif()
      file(READ "${unit}" text)
      string(REPLACE "/usr/bin/" "${CMAKE_INSTALL_PREFIX}/bin/" text "${text}")
      file(WRITE "@TRAWL_MADE@/units/${name}" "${text}")
      file(INSTALL "@TRAWL_MADE@/units/${name}" DESTINATION "${CMAKE_INSTALL_PREFIX}/lib/systemd/${manager}"
           PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    endforeach()
    file(INSTALL "@PROJECT_SOURCE_DIR@/packaging/trawl.sysusers.conf" DESTINATION "${CMAKE_INSTALL_PREFIX}/lib/sysusers.d"
         RENAME trawl.conf)
    if(NOT EXISTS "$ENV{DESTDIR}/etc/trawl/config.toml")
      file(INSTALL "@PROJECT_BINARY_DIR@/made/config.toml" DESTINATION "/etc/trawl"
           PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    endif()
  endif()
]])
string(CONFIGURE "${install_system}" install_system @ONLY)
install(CODE "${install_system}")

# Removes what the last `cmake --install` put there, but nothing that a user may have changed.
add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} "-DLIST=${PROJECT_BINARY_DIR}/install_manifest.txt"
  -P "${CMAKE_CURRENT_LIST_DIR}/Uninstall.cmake" VERBATIM)
