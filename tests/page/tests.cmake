# Chromium keeps several processors busy, which tests with deadlines would notice.
add_test(NAME "page: in a browser, by keyboard, on a phone, without JavaScript"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/page_in_browser_test.py" "${CMAKE_BINARY_DIR}/bin" "${PROJECT_SOURCE_DIR}")
set_tests_properties("page: in a browser, by keyboard, on a phone, without JavaScript"
                     PROPERTIES LABELS end-to-end SKIP_RETURN_CODE 77 TIMEOUT 300 COST 30 PROCESSORS 3)
