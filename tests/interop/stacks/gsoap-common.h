// What the two gSOAP programs share: JSON out, records in.
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
#include "gsoap-serve.h"

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

// gSOAP would send the header back with the fault.
static int refuse(struct soap *soap) {
  soap->header = nullptr;
  return soap_sender_fault(soap, "1001: Not authorized", nullptr);
}
