// Parts beside an envelope (SOAP with Attachments) with gSOAP: `server PORT` serves, `client URL` prints what comes back.
#include "DossierSoap.nsmap"
#include "soapDossierSoapProxy.h"
#include "soapDossierSoapService.h"
#include "gsoap-serve.h"
#include <iostream>
#include <string>

static std::string scanOf(int length) {
  std::string octets(length, 0);
  for (int index = 0; index < length; index++) octets[index] = index % 251;
  return octets;
}

static std::string inverted(std::string octets) {
  for (char &octet : octets) octet = ~octet;
  return octets;
}

// The octets of the part with this name (WS-I Attachments Profile 1.0, 3.8).
static std::string partOf(struct soap *soap, const std::string &name) {
  for (auto part = soap->mime.begin(); part != soap->mime.end(); ++part)
    if (part->id != nullptr && std::string(part->id).find(name + "=") < 2) return std::string(part->ptr, part->size);
  return "no part";
}

static void attach(struct soap *soap, const char *name, const char *type, const std::string &octets) {
  char *copy = (char *)soap_malloc(soap, octets.size() + 1);
  memcpy(copy, octets.data(), octets.size());
  std::string id = std::string("<") + name + "=1@gsoap.invalid>";
  soap_set_mime_attachment(soap, copy, octets.size(), SOAP_MIME_BINARY, type, soap_strdup(soap, id.c_str()), nullptr, nullptr);
}

int DossierSoapService::AddDocument(_ns1__AddDocument *, _ns1__AddDocumentResponse &response) {
  response.Id = partOf(soap, "scan").size() + partOf(soap, "note").size();
  return SOAP_OK;
}

int DossierSoapService::GetDocument(_ns1__GetDocument *request, struct __ns1__GetDocumentResponse &response) {
  response.ns1__Title = "T";
  soap_set_mime(soap, nullptr, nullptr);
  attach(soap, "scan", "image/tiff", scanOf(request->Id));
  return SOAP_OK;
}

int DossierSoapService::Convert(const std::string &format, struct ns1__ConvertResponse &response) {
  std::string file = partOf(soap, "file");
  response.pages = format == "pdf" ? file.size() : -1;
  soap_set_mime(soap, nullptr, nullptr);
  attach(soap, "file", "application/pdf", inverted(file));
  return SOAP_OK;
}

static int client(const char *url) {
  DossierSoapProxy proxy(url, SOAP_C_UTFSTRING);
  _ns1__AddDocument document;
  document.Title = "T";
  _ns1__AddDocumentResponse added;
  soap_set_mime(proxy.soap, nullptr, nullptr);
  attach(proxy.soap, "scan", "image/tiff", scanOf(100000));
  attach(proxy.soap, "note", "text/plain", "note");
  if (proxy.AddDocument(&document, added) != SOAP_OK) soap_print_fault(proxy.soap, stdout);
  else std::cout << "added " << added.Id << "\n";
  soap_clr_mime(proxy.soap);
  _ns1__GetDocument wanted;
  wanted.Id = 5000;
  struct __ns1__GetDocumentResponse got;
  if (proxy.GetDocument(&wanted, got) != SOAP_OK) soap_print_fault(proxy.soap, stdout);
  else std::cout << "got " << got.ns1__Title << " " << (partOf(proxy.soap, "scan") == scanOf(5000)) << "\n";
  soap_set_mime(proxy.soap, nullptr, nullptr);
  attach(proxy.soap, "file", "application/pdf", scanOf(3000));
  struct ns1__ConvertResponse converted;
  if (proxy.Convert("pdf", converted) != SOAP_OK) soap_print_fault(proxy.soap, stdout);
  else std::cout << "converted " << converted.pages << " " << (partOf(proxy.soap, "file") == inverted(scanOf(3000))) << "\n";
  return 0;
}

int main(int, char **args) {
  if (std::string(args[1]) == "client") return client(args[2]);
  DossierSoapService service(SOAP_C_UTFSTRING);
  return serveForEver(service, std::stoi(args[2]));
}
