/** A service of another domain, with hand-written tables. Its tests show that the sandbox works for any service. */

import type { ElementNode, NodeRef, RecordType } from "soapwright-runtime/codecs";
import { type ServiceNode, xs } from "soapwright-runtime/tables";
import type { ServiceOptions } from "soapwright-sandbox";
import { SandboxFault } from "soapwright-sandbox";
import type { OperationRequest } from "../../../soapwright-sandbox/src/service/service-options";

/** The namespace in the service's tables. */
const weatherNamespace = "https://weather.example/ws";

const atomic = (builtIn: "int" | "string" | "decimal" | "boolean") => xs[builtIn];

const element = (key: string, type: NodeRef, min = 1, max = 1): ElementNode => ({
  kind: "element",
  key,
  name: { namespace: weatherNamespace, local: key },
  type,
  min,
  max,
  array: max > 1,
});

const complex = (...parts: ElementNode[]): RecordType => ({ kind: "complex", parts });

const forecast = complex(
  element("Day", atomic("int")),
  element("Sky", atomic("string"), 0),
  element("Celsius", atomic("decimal")),
);

/** The tables of the service. Of its two operations one returns a list and one fails. */
export const weatherService: ServiceNode = {
  name: "Weather",
  targetNamespace: weatherNamespace,
  ports: [{ name: "WeatherSoap", soapVersion: "1.1", address: "https://weather.example/ws.asmx" }],
  operations: [
    {
      name: "Get_Forecast",
      method: "getForecast",
      style: "document",
      use: "literal",
      soapAction: { "1.1": `${weatherNamespace}/Get_Forecast`, "1.2": `${weatherNamespace}/Get_Forecast` },
      safe: true,
      input: {
        body: [element("Get_Forecast", complex(element("City", atomic("string"), 0), element("Days", atomic("int"))))],
        unwrap: ["Get_Forecast"],
        list: false,
        headers: [element("Key", complex(element("Secret", atomic("string"), 0)), 0)],
      },
      output: {
        body: [
          element(
            "Get_ForecastResponse",
            complex(element("Get_ForecastResult", complex(element("Forecast", forecast, 0, Infinity)), 0)),
          ),
        ],
        unwrap: ["Get_ForecastResponse", "Get_ForecastResult", "Forecast"],
        list: true,
        headers: [],
      },
      faults: [],
    },
  ],
};

/** The calls that the service received. */
export interface WeatherCalls {
  readonly calls: OperationRequest[];
  readonly options: ServiceOptions;
}

/** Returns the service for a sandbox. The city `nowhere` gets a fault, `crash` an error, `none` no result at all. */
export function weatherOptions(): WeatherCalls {
  const calls: OperationRequest[] = [];
  return {
    calls,
    options: {
      path: "/ws.asmx",
      service: weatherService,
      declaredBaseUrl: "https://weather.example",
      wsdl: `<definitions targetNamespace="${weatherNamespace}"><address location="https://weather.example/ws.asmx"/></definitions>`,
      operations: {
        Get_Forecast(request) {
          calls.push(request);
          const { City = "", Days } = request.args as { City?: string; Days: number };
          if (City === "nowhere") throw new SandboxFault("No such city <&>", { actor: "urn:me", detail: "<x>1</x>" });
          if (City === "crash") throw new TypeError("boom");
          if (City === "none") return undefined;
          return Array.from({ length: Days }, (_, day) => ({ Day: day + 1, Sky: City, Celsius: "12.50" }));
        },
      },
    },
  };
}
