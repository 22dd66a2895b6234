find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_library(trawl_fault_shim MODULE "${CMAKE_CURRENT_LIST_DIR}/shim.cpp" "${CMAKE_CURRENT_LIST_DIR}/shim_plan.cpp")
target_link_libraries(trawl_fault_shim PRIVATE trawl_options ${CMAKE_DL_LIBS})
set_target_properties(trawl_fault_shim PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin" PREFIX "")
# Samples of seconds; `./dev faults` tries more moments, and `./dev faults --all` every one.
# A sanitizer's own allocator and the shim's exclude each other.
if(NOT TRAWL_SANITIZE)
  function(add_fault_test name script)
    add_test(NAME "faults: ${name}" COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/${script}_test.py" "${CMAKE_BINARY_DIR}/bin"
                                              "${PROJECT_SOURCE_DIR}" "$<TARGET_FILE:trawl_fault_shim>" ${ARGN})
    set_tests_properties("faults: ${name}" PROPERTIES LABELS faults SKIP_RETURN_CODE 77 TIMEOUT 300 COST 30)
  endfunction()
  add_fault_test(faults faults --most=26 --points=1)
  # Libraries in C that report a lack of memory as something else.
  foreach(library libicuuc libpcre2)
    add_fault_test("${library} without memory" faults --operation crawl --kind malloc --from ${library} --points 0 --most 5)
  endforeach()
  add_fault_test(power power --points=2)
  add_fault_test(serve serve)
  add_fault_test("full disk" full_disk --points=1)
endif()
add_test(NAME "faults: damaged files of an index"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/index_damage.py" "${CMAKE_BINARY_DIR}/bin" --damages 10)
set_tests_properties("faults: damaged files of an index" PROPERTIES LABELS faults TIMEOUT 300)
