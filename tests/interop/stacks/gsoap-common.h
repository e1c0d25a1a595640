// What the two gSOAP programs share: JSON out, records in.
#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

static std::string quoted(const std::string &text) {
  std::ostringstream out;
  out << '"';
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') out << '\\' << c;
    else if (c < 0x20) out << "\\u00" << "0123456789abcdef"[c >> 4] << "0123456789abcdef"[c & 15];
    else out << c;
  }
  out << '"';
  return out.str();
}

static void field(const char *name, const std::string *value, bool first = false) {
  if (value != nullptr) std::cout << (first ? "" : ",") << '"' << name << "\":" << quoted(*value);
}

static std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  size_t start = 0;
  for (size_t at; (at = text.find(separator, start)) != std::string::npos; start = at + 1)
    parts.push_back(text.substr(start, at - start));
  parts.push_back(text.substr(start));
  return parts;
}

// Records of a file: fields end in U+001F, records in U+001D, an absent field is U+001E alone.
static std::vector<std::vector<std::string>> recordsOf(const char *file) {
  std::ifstream in(file);
  std::stringstream content;
  content << in.rdbuf();
  std::vector<std::vector<std::string>> records;
  for (const std::string &record : split(content.str(), '\x1d'))
    if (!record.empty()) records.push_back(split(record, '\x1f'));
  return records;
}

static std::string *text(struct soap *soap, const std::string &value) {
  if (value == "\x1e") return nullptr;
  std::string *copy = soap_new_std__string(soap);
  *copy = value;
  return copy;
}

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

// gSOAP would send the header back with the fault.
static int refuse(struct soap *soap) {
  soap->header = nullptr;
  return soap_sender_fault(soap, "1001: Not authorized", nullptr);
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
