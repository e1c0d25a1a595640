/**
 * The entry point `soapwright-command/calls`: what the commands run that call a service, or are called as one. What only one
 * of them needs is loaded when it begins.
 */

export { operatorOptions } from "./operator";
export { call } from "./wsdl/call/call";
export { addClientOptions } from "./wsdl/call/call-flags";
export { optionsHelp } from "./wsdl/call/call-line";
export { complete } from "./wsdl/completion/complete";
export { type DoctorOptions, doctor } from "./wsdl/doctor/doctor";
export { type GatewayFlags, openApi, runGateway, type ServedFlags } from "./wsdl/gateway/gateway";
export { mcp, toolsHelp } from "./wsdl/mcp/mcp";
export { type MockFlags, runMock } from "./wsdl/mock/run-mock";
