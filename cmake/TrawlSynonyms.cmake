# Generates from schema/synonyms.txt the string literals that shared/text/synonyms.cpp includes: one per line, without the
# comments, in generated/shared/text/synonyms_table.inc.
set(TRAWL_SYNONYMS "${PROJECT_SOURCE_DIR}/schema/synonyms.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${TRAWL_SYNONYMS}")
file(STRINGS "${TRAWL_SYNONYMS}" synonym_lines REGEX "^[^#]")
list(TRANSFORM synonym_lines REPLACE "(.+)" "\"\\1\\\\n\"")
list(JOIN synonym_lines "\n" synonym_lines)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/shared/text/synonyms_table.inc" CONTENT "${synonym_lines}\n" @ONLY)
