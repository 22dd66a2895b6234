# The cluster's own tests are run by ./dev test --cluster.
add_test(NAME "engines: the Xapian database answers as the index does"
         COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_LIST_DIR}/contract_test.py" XapianContract)
set_tests_properties("engines: the Xapian database answers as the index does" PROPERTIES
                     LABELS end-to-end TIMEOUT 300 ENVIRONMENT "TRAWL_BIN=${CMAKE_BINARY_DIR}/bin")
