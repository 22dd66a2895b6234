# schema/synonyms.txt becomes the string literals of shared/text/synonyms.cpp: generated/shared/text/synonyms_table.inc,
# a literal a line, without the comments.
set(TRAWL_SYNONYMS "${PROJECT_SOURCE_DIR}/schema/synonyms.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${TRAWL_SYNONYMS}")
file(STRINGS "${TRAWL_SYNONYMS}" synonym_lines REGEX "^[^#]")
list(TRANSFORM synonym_lines REPLACE "(.+)" "\"\\1\\\\n\"")
list(JOIN synonym_lines "\n" synonym_lines)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/shared/text/synonyms_table.inc" CONTENT "${synonym_lines}\n" @ONLY)
