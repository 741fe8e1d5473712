# cmake -DLINKS=a;b -DALLOWED=a;b;c -P check_links.cmake: fails when a link is not allowed.
if(NOT "vta_graph" IN_LIST LINKS)
  message(FATAL_ERROR "the list of links is empty or was not collected: '${LINKS}'")
endif()
foreach(link IN LISTS LINKS)
  if(NOT link IN_LIST ALLOWED)
    message(FATAL_ERROR "vta_interp links ${link}; the oracle may link only: ${ALLOWED}")
  endif()
endforeach()
