// A dependency in CommonJS that uses the package in its own way.
const { createEmployeeServiceV3 } = require("employee-service-client");

const open = (baseUrl) => createEmployeeServiceV3({ baseUrl, domain: "sandbox" });

exports.legacyError = (baseUrl) => {
  const service = open(baseUrl);
  return service.addressGetList({ EmployeeId: 0.5, Period: 11, Year: 2026 }).catch((error) => error);
};
exports.legacyCall = (baseUrl) => open(baseUrl).addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
