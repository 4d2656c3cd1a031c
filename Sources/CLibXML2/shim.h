// The parts of libxml2 that read XML and HTML from memory.
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>

// xmlFree is a global function pointer, which Swift 6 refuses to read.
static inline void till_xml_free(void *_Nullable memory) { xmlFree(memory); }
