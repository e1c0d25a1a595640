// Values that refer to parts (swaRef, WS-I Attachments Profile 1.0, 4.4) with gSOAP: `server PORT` serves, `client URL` prints what comes back.
#include "ClaimsSoap.nsmap"
#include "soapClaimsSoapProxy.h"
#include "soapClaimsSoapService.h"
#include "gsoap-serve.h"
#include <iostream>
#include <string>

static std::string formOf(int length) {
  std::string octets(length, 0);
  for (int index = 0; index < length; index++) octets[index] = index % 251;
  return octets;
}

// The octets of the part that a cid: URL refers to.
static std::string partOf(struct soap *soap, const std::string &url) {
  for (auto part = soap->mime.begin(); part != soap->mime.end(); ++part)
    if (part->id != nullptr && "<" + url.substr(4) + ">" == part->id) return std::string(part->ptr, part->size);
  return "no part " + url;
}

// A part of its own, and the URL that refers to it.
static std::string attach(struct soap *soap, const char *name, const char *type, const std::string &octets) {
  char *copy = (char *)soap_malloc(soap, octets.size() + 1);
  memcpy(copy, octets.data(), octets.size());
  std::string id = std::string(name) + "@gsoap.invalid";
  const char *written = soap_strdup(soap, ("<" + id + ">").c_str());
  soap_set_mime_attachment(soap, copy, octets.size(), SOAP_MIME_BINARY, type, written, nullptr, nullptr);
  return "cid:" + id;
}

static void fill(struct soap *soap, ns1__Claim &claim, int length) {
  soap_set_mime(soap, nullptr, nullptr);
  claim.Form = soap_new_std__string(soap);
  *claim.Form = attach(soap, "form", "application/pdf", formOf(length));
  for (int index = 0; index < 2; index++) {
    ns1__Photo *photo = soap_new_ns1__Photo(soap);
    photo->__item = attach(soap, index == 0 ? "first" : "second", "image/png", formOf(index));
    photo->Caption = soap_new_std__string(soap);
    *photo->Caption = "photo";
    claim.Photo.push_back(photo);
  }
  claim.Signature = soap_new_std__string(soap);
  *claim.Signature = attach(soap, "signature", "text/plain", "signed");
}

// The length of its form, where everything else in it is what `fill` writes; less than nothing where it is not.
static int lengthOf(struct soap *soap, ns1__Claim *claim) {
  if (claim == nullptr || claim->Form == nullptr || claim->Signature == nullptr || claim->Photo.size() != 2) return -1;
  std::string form = partOf(soap, *claim->Form);
  if (form != formOf(form.size())) return -2;
  for (int index = 0; index < 2; index++)
    if (partOf(soap, claim->Photo[index]->__item) != formOf(index) || *claim->Photo[index]->Caption != "photo") return -3;
  return partOf(soap, *claim->Signature) == "signed" ? form.size() : -4;
}

int ClaimsSoapService::PutClaim(_ns1__PutClaim *request, _ns1__PutClaimResponse &response) {
  response.Id = lengthOf(soap, request->Claim);
  return SOAP_OK;
}

int ClaimsSoapService::GetClaim(_ns1__GetClaim *request, _ns1__GetClaimResponse &response) {
  response.Claim = soap_new_ns1__Claim(soap);
  fill(soap, *response.Claim, request->Id);
  return SOAP_OK;
}

static int client(const char *url) {
  ClaimsSoapProxy proxy(url, SOAP_C_UTFSTRING);
  for (int length : {0, 10, 100000}) {
    _ns1__PutClaim put;
    put.Claim = soap_new_ns1__Claim(proxy.soap);
    fill(proxy.soap, *put.Claim, length);
    _ns1__PutClaimResponse taken;
    if (proxy.PutClaim(&put, taken) != SOAP_OK) soap_print_fault(proxy.soap, stdout);
    else std::cout << "put " << taken.Id << "\n";
    soap_clr_mime(proxy.soap);
    _ns1__GetClaim get;
    get.Id = length;
    _ns1__GetClaimResponse got;
    if (proxy.GetClaim(&get, got) != SOAP_OK) soap_print_fault(proxy.soap, stdout);
    else std::cout << "got " << lengthOf(proxy.soap, got.Claim) << "\n";
  }
  return 0;
}

int main(int, char **args) {
  if (std::string(args[1]) == "client") return client(args[2]);
  ClaimsSoapService service(SOAP_C_UTFSTRING);
  return serveForEver(service, std::stoi(args[2]));
}
