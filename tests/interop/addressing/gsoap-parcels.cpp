// A service with gSOAP's wsaapi, which refuses what is not addressed: `server PORT`; and its client: `client URL`.
#include "Parcels.nsmap"
#include "soapParcelsProxy.h"
#include "soapParcelsService.h"
#include "gsoap-serve.h"
#include "wsaapi.h"
#include <iostream>
#include <string>

static const std::string base = "urn:example:parcels/Parcels/";

int ParcelsService::Track(_ns1__Track *request, _ns1__TrackResponse &response) {
  if (soap_wsa_check(soap)) return soap->error;
  std::string number = std::to_string(request->number);
  if (request->number < 0) return soap_wsa_sender_fault(soap, soap_strdup(soap, ("No parcel has the number " + number + ".").c_str()), nullptr);
  response.TrackResult = soap_new_std__string(soap);
  *response.TrackResult = "parcel " + number + " of nobody";
  return soap_wsa_reply(soap, nullptr, (base + "TrackResponse").c_str());
}

int ParcelsService::Report(_ns1__Report *) {
  if (soap_wsa_check(soap)) return soap->error;
  return send_Report_empty_response();
}

static int client(const char *url) {
  ParcelsProxy proxy(url, SOAP_C_UTFSTRING);
  soap_register_plugin(proxy.soap, soap_wsa);
  for (int number : {7, -1}) {
    soap_wsa_request(proxy.soap, soap_wsa_rand_uuid(proxy.soap), url, (base + "Track").c_str());
    soap_wsa_add_ReplyTo(proxy.soap, "http://www.w3.org/2005/08/addressing/anonymous");
    _ns1__Track request;
    request.number = number;
    _ns1__TrackResponse response;
    if (proxy.Track(&request, response) == SOAP_OK && soap_wsa_check(proxy.soap) == SOAP_OK)
      std::cout << *response.TrackResult << "\n";
    else std::cout << "fault: " << *soap_faultstring(proxy.soap) << "\n";
  }
  soap_wsa_request(proxy.soap, nullptr, url, (base + "Report").c_str());
  _ns1__Report report;
  report.number = 7;
  std::cout << "report " << (proxy.send_Report(&report) == SOAP_OK && proxy.recv_Report_empty_response() == SOAP_OK ? "taken" : "refused") << "\n";
  return 0;
}

int main(int, char **args) {
  if (std::string(args[1]) == "client") return client(args[2]);
  ParcelsService service(SOAP_C_UTFSTRING);
  soap_register_plugin(service.soap, soap_wsa);
  return serveForEver(service, std::stoi(args[2]));
}
