# trawl_embed_files(target files…): compiles the files into `target`; embedded_file(name) returns them. Of a file NAME.compiled,
# the script NAME.js is taken as script::compiled_script makes it.
# With cmake -P, -DOUT=file.cpp and -DFILES=a;b this file is the generator itself.
if(CMAKE_SCRIPT_MODE_FILE)
  set(arrays "")
  set(rows "")
  set(number 0)
  foreach(file IN LISTS FILES)
    get_filename_component(name "${file}" NAME)
    file(READ "${file}" hex HEX)
    file(SHA256 "${file}" hash)
    string(SUBSTRING "${hash}" 0 16 hash)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
    string(APPEND arrays "constexpr char kFile${number}[] = {${bytes}'\\0'};\n")
    string(APPEND rows "  if (name == \"${name}\") return {{kFile${number}, sizeof kFile${number} - 1}, \"${hash}\"};\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(WRITE "${OUT}" "#include \"shared/base/embedded_file.h\"\n\nnamespace trawl {\nnamespace {\n${arrays}}\n\n"
       "EmbeddedFile embedded_file(std::string_view name) {\n${rows}  return {};\n}\n\n}\n")
  return()
endif()

set(TRAWL_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(trawl_embed_files target)
  set(out "${PROJECT_BINARY_DIR}/generated/${target}_files.cpp")
  foreach(file IN LISTS ARGN)
    if(file MATCHES "/([^/]+)\\.compiled$")
      list(APPEND files "${PROJECT_BINARY_DIR}/generated/${CMAKE_MATCH_1}.compiled")
    else()
      list(APPEND files "${PROJECT_SOURCE_DIR}/${file}")
    endif()
  endforeach()
  add_custom_command(OUTPUT "${out}"
    COMMAND ${CMAKE_COMMAND} "-DOUT=${out}" "-DFILES=${files}" -P "${TRAWL_EMBED_SCRIPT}"
    DEPENDS ${files} "${TRAWL_EMBED_SCRIPT}" VERBATIM)
  target_sources(${target} PRIVATE "${out}")
endfunction()

add_executable(trawl_compile_script EXCLUDE_FROM_ALL "${CMAKE_CURRENT_LIST_DIR}/compile_script.cpp")
target_link_libraries(trawl_compile_script PRIVATE trawl_options trawl_shared_script)
foreach(script IN ITEMS shared/script/katex)
  get_filename_component(name "${script}" NAME)
  set(compiled "${PROJECT_BINARY_DIR}/generated/${name}.compiled")
  add_custom_command(OUTPUT "${compiled}" COMMAND trawl_compile_script "${PROJECT_SOURCE_DIR}/${script}.js" "${compiled}"
    DEPENDS trawl_compile_script "${PROJECT_SOURCE_DIR}/${script}.js" VERBATIM)
endforeach()
