# On real pages, which stand beside a checkout where there are any; skipped with a word where not.
foreach(name IN ITEMS archive mirror guest whole ranking)
  add_test(NAME "real: ${name}" COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/${name}_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
  set_tests_properties("real: ${name}" PROPERTIES LABELS real SKIP_RETURN_CODE 77 TIMEOUT 900)
endforeach()
