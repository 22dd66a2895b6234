if(NOT TRAWL_SANITIZE) # a sanitizer wants to be loaded before the clock
  add_test(NAME "blogs as they change" COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/blogs_test.py" "${CMAKE_BINARY_DIR}/bin"
                                               "$<TARGET_FILE:trawl_clock_shim>")
  set_tests_properties("blogs as they change" PROPERTIES LABELS hostile TIMEOUT 600 COST 60)
endif()
