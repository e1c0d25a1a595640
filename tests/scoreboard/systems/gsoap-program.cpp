// Reads the document on stdin by the reader that is named, and writes what it has read.
#include "soapH.h"
#include "namespaces.inc"
#include <iostream>

static int fail(struct soap *soap) {
  soap_stream_fault(soap, std::cerr);
  return 2;
}

#define READER(type)                                        \
  if (!strcmp(args[1], #type)) {                            \
    type *value = soap_new_##type(soap, -1);                \
    if (soap_read_##type(soap, value)) return fail(soap);   \
    soap->os = &std::cout;                                  \
    return soap_write_##type(soap, value) ? fail(soap) : 0; \
  }

int main(int, char **args) {
  struct soap *soap = soap_new1(SOAP_XML_STRICT | SOAP_C_UTFSTRING);
  soap->is = &std::cin;
#include "readers.inc"
  return 3;
}
