add_test(NAME "house: arrows, libraries, cycles and sizes are as the rules say"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/house_test.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME "house: every rule can fail" COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/house_test_test.py")
set_tests_properties("house: arrows, libraries, cycles and sizes are as the rules say" "house: every rule can fail"
                     PROPERTIES LABELS house)
# Every header compiles alone. One with a .cpp of its name shows it there, as that includes it first (house_test.py);
# the others have a generated source each, built with the tests.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/shared/*.h"
     "${PROJECT_SOURCE_DIR}/indexer/*.h" "${PROJECT_SOURCE_DIR}/searchd/*.h" "${PROJECT_SOURCE_DIR}/cli/*.h")
foreach(header IN LISTS headers)
  string(REGEX REPLACE "h$" "cpp" twin "${PROJECT_SOURCE_DIR}/${header}")
  if(EXISTS "${twin}")
    continue()
  endif()
  string(REPLACE "/" "_" name "${header}")
  set(alone "${PROJECT_BINARY_DIR}/generated/alone/${name}.cpp")
  file(CONFIGURE OUTPUT "${alone}" CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
  list(APPEND alone_sources "${alone}")
endforeach()
add_library(headers_alone OBJECT ${alone_sources})
target_link_libraries(headers_alone PRIVATE trawl_indexer_commands trawl_searchd trawl_cli)
