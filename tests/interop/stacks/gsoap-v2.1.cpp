// CostCenter_GetCurrent with gSOAP: `client URL SOAP` prints JSON, `server PORT FILE` serves.
#include "EmployeeServiceV21Soap.nsmap"
#include "soapEmployeeServiceV21SoapProxy.h"
#include "soapEmployeeServiceV21SoapService.h"
#include "gsoap-common.h"

static std::vector<std::vector<std::string>> records;

int EmployeeServiceV21SoapService::CostCenter_USCOREGetCurrent(_ns1__CostCenter_USCOREGetCurrent *, _ns1__CostCenter_USCOREGetCurrentResponse &response) {
  ns1__AuthHeader *header = soap->header == nullptr ? nullptr : soap->header->ns1__AuthHeader_;
  if (header == nullptr || header->Token == nullptr || *header->Token != "sandbox-token")
    return refuse(soap);
  soap->header = nullptr;
  response.CostCenter_USCOREGetCurrentResult = soap_new_ns1__ArrayOfEmployeeCostCenter(soap);
  for (const auto &record : records) {
    ns1__EmployeeCostCenter *entry = soap_new_ns1__EmployeeCostCenter(soap);
    entry->Id = std::stoi(record[0]);
    entry->CostCenter = soap_new_ns1__CostCenter(soap);
    entry->CostCenter->Code = text(soap, record[1]);
    entry->CostCenter->Description = text(soap, record[2]);
    entry->CostCenter->Id = (int *)soap_malloc(soap, sizeof(int));
    *entry->CostCenter->Id = std::stoi(record[3]);
    entry->Kostensoort = soap_new_ns1__Kostensoort(soap);
    entry->Kostensoort->Code = text(soap, record[4]);
    entry->Kostensoort->Description = text(soap, record[5]);
    entry->Percentage = record[6];
    entry->Default = record[7] == "true";
    response.CostCenter_USCOREGetCurrentResult->EmployeeCostCenter.push_back(entry);
  }
  return SOAP_OK;
}

int EmployeeServiceV21SoapService::CostCenter_USCOREGetCurrent_(_ns1__CostCenter_USCOREGetCurrent *request, _ns1__CostCenter_USCOREGetCurrentResponse &response) {
  return CostCenter_USCOREGetCurrent(request, response);
}

static int client(const char *url, bool is12) {
  EmployeeServiceV21SoapProxy proxy(url, SOAP_C_UTFSTRING);
  speak(proxy.soap, is12);
  std::string username = "sandbox-user", token = "sandbox-token";
  ns1__AuthHeader header;
  header.Username = &username;
  header.Token = &token;
  proxy.soap->header = soap_new_SOAP_ENV__Header(proxy.soap);
  proxy.soap->header->ns1__AuthHeader_ = &header;
  _ns1__CostCenter_USCOREGetCurrent request;
  request.EmployeeId = 1006;
  _ns1__CostCenter_USCOREGetCurrentResponse response;
  int result = is12 ? proxy.CostCenter_USCOREGetCurrent_(&request, response) : proxy.CostCenter_USCOREGetCurrent(&request, response);
  if (result != SOAP_OK) {
    soap_print_fault(proxy.soap, stderr);
    return 1;
  }
  std::cout << '[';
  bool first = true;
  for (const ns1__EmployeeCostCenter *entry : response.CostCenter_USCOREGetCurrentResult->EmployeeCostCenter) {
    std::cout << (first ? "" : ",") << "{\"Id\":" << entry->Id << ",\"CostCenter\":{\"Id\":" << *entry->CostCenter->Id;
    first = false;
    field("Code", entry->CostCenter->Code);
    field("Description", entry->CostCenter->Description);
    std::cout << "},\"Kostensoort\":{";
    field("Code", entry->Kostensoort->Code, true);
    field("Description", entry->Kostensoort->Description);
    std::cout << "},\"Percentage\":" << quoted(entry->Percentage) << ",\"Default\":" << (entry->Default ? "true" : "false") << '}';
  }
  std::cout << ']';
  return 0;
}

int main(int, char **args) {
  if (std::string(args[1]) == "client") return client(args[2], std::string(args[3]) == "1.2");
  records = recordsOf(args[3]);
  EmployeeServiceV21SoapService service(SOAP_C_UTFSTRING);
  return serveForEver(service, std::stoi(args[2]));
}
