/** WS-Addressing for bundled programs: import this entry point once. Generated clients whose WSDL needs it do. */
import * as feature from "./feature";
import { provideAddressing } from "./loaded";

export { type EndpointReference, endpointReference } from "./endpoint-reference";

provideAddressing(feature);
