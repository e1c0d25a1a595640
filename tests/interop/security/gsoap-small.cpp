// UsernameTokens, Timestamps and signatures with gSOAP's wsseapi: `client URL MODE KEYS` prints what comes back, and
// `server PORT MODE KEYS` demands them. Modes: text, digest, wrong, sign; of the server alone: saml.
#include "Small.nsmap"
#include "soapSmallProxy.h"
#include "soapSmallService.h"
#include "gsoap-serve.h"
#include "wsseapi.h"
#include <iostream>
#include <string>

static const char *user = "ada", *password = "p<&>\xc3\xa9";
static std::string mode, keys;

static EVP_PKEY *keyOf(const std::string &name) {
  FILE *file = fopen((keys + "/" + name + ".key").c_str(), "r");
  EVP_PKEY *key = PEM_read_PrivateKey(file, nullptr, nullptr, nullptr);
  fclose(file);
  return key;
}

static X509 *certificateOf(const std::string &name) {
  FILE *file = fopen((keys + "/" + name + ".crt").c_str(), "r");
  X509 *certificate = PEM_read_X509(file, nullptr, nullptr, nullptr);
  fclose(file);
  return certificate;
}

// Signs Body and Timestamp, with the certificate sent along.
static void sign(struct soap *soap, const std::string &name) {
  static EVP_PKEY *key = keyOf(name);
  static X509 *certificate = certificateOf(name);
  soap_wsse_add_Timestamp(soap, "Time", 60);
  soap_wsse_add_BinarySecurityTokenX509(soap, "X509Token", certificate);
  soap_wsse_add_KeyInfo_SecurityTokenReferenceX509(soap, "#X509Token");
  soap_wsse_sign_body(soap, SOAP_SMD_SIGN_RSA_SHA256, key, 0);
  soap_wsse_sign_only(soap, "Time Body");
}

static X509 *expected;

// The certificate for a reference that does not bring it along: gSOAP says which one, and compares nothing itself.
static const void *tokenOf(struct soap *, int *, const char *, const unsigned char *, int, int *length) {
  *length = 0;
  return expected;
}

// Reads a message whose Body and Timestamp have to be signed by `name`.
static void demand(struct soap *soap, const std::string &name) {
  static std::string file = keys + "/" + name + ".crt";
  soap->cafile = file.c_str();
  expected = certificateOf(name);
  soap_wsse_set_security_token_handler(soap, tokenOf);
  soap_wsse_verify_auto(soap, SOAP_SMD_NONE, nullptr, 0);
}

static bool isSigned(struct soap *soap) {
  const char *utility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
  return soap_wsse_verify_Timestamp(soap) == SOAP_OK && soap_wsse_verify_body(soap) == SOAP_OK &&
         soap_wsse_verify_element(soap, utility, "Timestamp") == 1;
}

// A signed assertion for a bearer about `name`, which holds now. Whose signature it is is not asked: what gSOAP digests for
// that is the assertion in its own words, and not as it came.
static bool isAssertedOf(struct soap *soap, const std::string &name) {
  saml2__AssertionType *assertion = soap_wsse_get_saml2(soap);
  if (assertion == nullptr || assertion->ds__Signature == nullptr) return false;
  saml2__SubjectType *subject = assertion->saml2__Subject;
  saml2__ConditionsType *conditions = assertion->saml2__Conditions;
  if (subject == nullptr || subject->saml2__NameID == nullptr || subject->__sizeSubjectConfirmation != 1) return false;
  if (conditions == nullptr || conditions->NotOnOrAfter == nullptr) return false;
  const std::string method = subject->saml2__SubjectConfirmation[0].Method;
  return subject->saml2__NameID->__item == name && method == "urn:oasis:names:tc:SAML:2.0:cm:bearer" &&
         conditions->NotOnOrAfter->tv_sec > time(nullptr);
}

int SmallService::Get(_ns1__Get *request, _ns1__GetResponse &response) {
  if (mode == "sign") {
    bool isRight = isSigned(soap);
    soap_wsse_delete_Security(soap);
    if (!isRight) return soap_wsse_fault(soap, wsse__FailedCheck, nullptr);
    sign(soap, "service");
  } else if (mode == "saml") {
    bool isRight = isAssertedOf(soap, user);
    soap_wsse_delete_Security(soap);
    if (!isRight) return soap_wsse_fault(soap, wsse__FailedAuthentication, nullptr);
  } else {
    const char *name = soap_wsse_get_Username(soap);
    bool isRight = name != nullptr && std::string(name) == user && soap_wsse_verify_Timestamp(soap) == SOAP_OK &&
                   soap_wsse_verify_Password(soap, password) == SOAP_OK;
    soap_wsse_delete_Security(soap);
    if (!isRight) return soap_wsse_fault(soap, wsse__FailedAuthentication, nullptr);
    soap_wsse_add_Timestamp(soap, "Time", 60);
  }
  response.Id = request->Id * request->Id;
  return SOAP_OK;
}

static int client(const char *url) {
  SmallProxy proxy(url, SOAP_C_UTFSTRING | SOAP_XML_CANONICAL);
  speak(proxy.soap, false);
  soap_register_plugin(proxy.soap, soap_wsse);
  if (mode == "sign") {
    sign(proxy.soap, "client");
    demand(proxy.soap, "service");
  } else {
    const char *given = mode == "wrong" ? "other" : password;
    soap_wsse_add_Timestamp(proxy.soap, "Time", 60);
    if (mode == "text") soap_wsse_add_UsernameTokenText(proxy.soap, "User", user, given);
    else soap_wsse_add_UsernameTokenDigest(proxy.soap, "User", user, given);
  }
  _ns1__Get request;
  request.Id = 7;
  _ns1__GetResponse response;
  if (proxy.Get(&request, response) != SOAP_OK) {
    soap_print_fault(proxy.soap, stdout);
    return 0;
  }
  if (mode == "sign" && !isSigned(proxy.soap)) {
    std::cout << "the response is not signed\n";
    return 0;
  }
  std::cout << response.Id << "\n";
  return 0;
}

int main(int, char **args) {
  mode = args[3];
  keys = args[4];
  if (std::string(args[1]) == "client") return client(args[2]);
  SmallService service(SOAP_C_UTFSTRING | SOAP_XML_CANONICAL);
  speak(service.soap, false);
  soap_register_plugin(service.soap, soap_wsse);
  if (mode == "sign") demand(service.soap, "client");
  return serveForEver(service, std::stoi(args[2]));
}
