// What every gSOAP program shares: the version of SOAP, and a server.
#include <csignal>

// The generated table speaks SOAP 1.2 first; this one speaks the version asked for.
static void speak(struct soap *soap, bool is12) {
  static struct Namespace table[16];
  int count = 0;
  do table[count] = namespaces[count];
  while (namespaces[count++].id != nullptr);
  if (!is12) {
    table[0].ns = "http://schemas.xmlsoap.org/soap/envelope/";
    table[0].in = "http://www.w3.org/2003/05/soap-envelope";
    table[1].ns = "http://schemas.xmlsoap.org/soap/encoding/";
    table[1].in = "http://www.w3.org/2003/05/soap-encoding";
  }
  soap_set_namespaces(soap, table);
}

// Serves for ever; a connection that comes to nothing does not end it.
template <class Service> static int serveForEver(Service &service, int port) {
  signal(SIGPIPE, SIG_IGN);
  if (!soap_valid_socket(service.bind("127.0.0.1", port, 100))) return 1;
  for (;;) {
    if (!soap_valid_socket(service.accept())) return 1;
    service.serve();
    service.destroy();
  }
}
