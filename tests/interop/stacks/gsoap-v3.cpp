// Address_GetList with gSOAP: `client URL SOAP` prints JSON, `server PORT FILE` serves.
#include "EmployeeServiceV3Soap.nsmap"
#include "soapEmployeeServiceV3SoapProxy.h"
#include "soapEmployeeServiceV3SoapService.h"
#include "gsoap-common.h"

static std::vector<std::vector<std::string>> records;

int EmployeeServiceV3SoapService::Address_USCOREGetList(_ns1__Address_USCOREGetList *, _ns1__Address_USCOREGetListResponse &response) {
  ns1__AuthHeaderWithDomain *header = soap->header == nullptr ? nullptr : soap->header->ns1__AuthHeaderWithDomain_;
  if (header == nullptr || header->Domain == nullptr || *header->Domain != "sandbox")
    return refuse(soap);
  soap->header = nullptr;
  response.Address_USCOREGetListResult = soap_new_ns1__ArrayOfEmployeeAddress(soap);
  for (const auto &record : records) {
    ns1__EmployeeAddress *entry = soap_new_ns1__EmployeeAddress(soap);
    entry->Id = std::stoi(record[0]);
    entry->Default = record[1] == "true";
    entry->Street = text(soap, record[2]);
    entry->HouseNumber = text(soap, record[3]);
    entry->HouseNumberAddition = text(soap, record[4]);
    entry->PostalCode = text(soap, record[5]);
    entry->City = text(soap, record[6]);
    entry->StateProvince = text(soap, record[7]);
    entry->CountryISOCode = text(soap, record[8]);
    soap_s2ns1__AddressType(soap, record[9].c_str(), &entry->Type);
    response.Address_USCOREGetListResult->EmployeeAddress.push_back(entry);
  }
  return SOAP_OK;
}

int EmployeeServiceV3SoapService::Address_USCOREGetList_(_ns1__Address_USCOREGetList *request, _ns1__Address_USCOREGetListResponse &response) {
  return Address_USCOREGetList(request, response);
}

static int client(const char *url, bool is12) {
  EmployeeServiceV3SoapProxy proxy(url, SOAP_C_UTFSTRING);
  speak(proxy.soap, is12);
  std::string domain = "sandbox";
  ns1__AuthHeaderWithDomain header;
  header.Domain = &domain;
  proxy.soap->header = soap_new_SOAP_ENV__Header(proxy.soap);
  proxy.soap->header->ns1__AuthHeaderWithDomain_ = &header;
  _ns1__Address_USCOREGetList request;
  request.EmployeeId = 1006;
  request.Period = 11;
  request.Year = 2026;
  _ns1__Address_USCOREGetListResponse response;
  int result = is12 ? proxy.Address_USCOREGetList_(&request, response) : proxy.Address_USCOREGetList(&request, response);
  if (result != SOAP_OK) {
    soap_print_fault(proxy.soap, stderr);
    return 1;
  }
  std::cout << '[';
  bool first = true;
  for (const ns1__EmployeeAddress *entry : response.Address_USCOREGetListResult->EmployeeAddress) {
    std::cout << (first ? "" : ",") << "{\"Id\":" << entry->Id << ",\"Default\":" << (entry->Default ? "true" : "false");
    first = false;
    field("Street", entry->Street);
    field("HouseNumber", entry->HouseNumber);
    field("HouseNumberAddition", entry->HouseNumberAddition);
    field("PostalCode", entry->PostalCode);
    field("City", entry->City);
    field("StateProvince", entry->StateProvince);
    field("CountryISOCode", entry->CountryISOCode);
    std::cout << ",\"Type\":" << quoted(soap_ns1__AddressType2s(proxy.soap, entry->Type)) << '}';
  }
  std::cout << ']';
  return 0;
}

int main(int, char **args) {
  if (std::string(args[1]) == "client") return client(args[2], std::string(args[3]) == "1.2");
  records = recordsOf(args[3]);
  EmployeeServiceV3SoapService service(SOAP_C_UTFSTRING);
  return serveForEver(service, std::stoi(args[2]));
}
