// Octets there and back with gSOAP: `server PORT` serves, `client URL SOAP` prints lengths and whether they were right.
#include "ArchiveSoap.nsmap"
#include "soapArchiveSoapProxy.h"
#include "soapArchiveSoapService.h"
#include "gsoap-serve.h"
#include <iostream>
#include <string>
#include <vector>

static xsd__base64Binary inverted(struct soap *soap, const xsd__base64Binary &scan) {
  xsd__base64Binary copy;
  copy.soap_default(soap);
  copy.__size = scan.__size;
  copy.__ptr = (unsigned char *)soap_malloc(soap, scan.__size + 1);
  for (int index = 0; index < scan.__size; index++) copy.__ptr[index] = ~scan.__ptr[index];
  return copy;
}

// An attachment: with an id of gSOAP's own making and this type. Without either gSOAP writes base64, with MTOM on too.
static void attach(struct soap *soap, xsd__base64Binary &scan) {
  scan.id = nullptr;
  scan.type = (char *)"image/tiff";
}

int ArchiveSoapService::Invert(_ns1__Invert *request, _ns1__InvertResponse &response) {
  response.scan = inverted(soap, request->scan);
  if (soap->mode & SOAP_ENC_MTOM) attach(soap, response.scan);
  return SOAP_OK;
}

int ArchiveSoapService::Invert_(_ns1__Invert *request, _ns1__InvertResponse &response) { return Invert(request, response); }

static int client(const char *url, bool is12) {
  ArchiveSoapProxy proxy(url, SOAP_C_UTFSTRING | SOAP_ENC_MTOM);
  speak(proxy.soap, is12);
  for (int length : {0, 10, 100000}) {
    std::vector<unsigned char> scan(length + 1);
    for (int index = 0; index < length; index++) scan[index] = index % 251;
    _ns1__Invert request;
    request.soap_default(proxy.soap);
    request.scan.__ptr = scan.data();
    request.scan.__size = length;
    attach(proxy.soap, request.scan);
    _ns1__InvertResponse response;
    if ((is12 ? proxy.Invert_(&request, response) : proxy.Invert(&request, response)) != SOAP_OK) {
      soap_print_fault(proxy.soap, stderr);
      return 1;
    }
    bool isRight = response.scan.__size == length;
    for (int index = 0; isRight && index < length; index++) isRight = response.scan.__ptr[index] == (unsigned char)~scan[index];
    std::cout << response.scan.__size << (isRight ? " true" : " false") << "\n";
  }
  return 0;
}

int main(int, char **args) {
  if (std::string(args[1]) == "client") return client(args[2], std::string(args[3]) == "1.2");
  ArchiveSoapService service(SOAP_C_UTFSTRING | SOAP_ENC_MTOM);
  return serveForEver(service, std::stoi(args[2]));
}
