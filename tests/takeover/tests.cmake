find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_library(trawl_clock_shim MODULE "${CMAKE_CURRENT_LIST_DIR}/clock_shim.cpp")
target_link_libraries(trawl_clock_shim PRIVATE trawl_options)
set_target_properties(trawl_clock_shim PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin" PREFIX "")
if(NOT TRAWL_SANITIZE) # a sanitizer wants to be loaded first
  foreach(part IN ITEMS Entries Links Copies Tenants Rows Pages Turns Rights)
    set(name "takeover: nobody writes for another: ${part}")
    add_test(NAME "${name}" COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/takeover_test.py" "${CMAKE_BINARY_DIR}/bin"
                                    "${PROJECT_SOURCE_DIR}" "$<TARGET_FILE:trawl_clock_shim>" ${part})
    set_tests_properties("${name}" PROPERTIES LABELS hostile TIMEOUT 600 COST 30)
  endforeach()
endif()
