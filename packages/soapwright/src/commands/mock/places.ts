/** The paths of a WSDL's services on one host: taken from their addresses, and distinct. */
import type { ServiceNode } from "soapwright-runtime/tables";

interface Place {
  readonly path: string;
  readonly service: ServiceNode;
  readonly addresses: readonly string[];
}

/** A service whose ports have several paths has an entry for each path. */
export function placesOf(services: readonly ServiceNode[]): Place[] {
  const taken = new Set<string>();
  return services.flatMap((service) => {
    const addresses = service.ports.map(({ address }) => address);
    const paths = new Set(addresses.map((address) => pathOf(address, service.name)));
    return [...paths].map((path) => {
      let free = path;
      for (let number = 2; taken.has(free); number++) free = `${path}-${number}`;
      taken.add(free);
      return { path: free, service, addresses: addresses.filter((address) => pathOf(address, service.name) === path) };
    });
  });
}

function pathOf(address: string, name: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : "";
  return path === "" || path === "/" ? `/${encodeURIComponent(name)}` : path.replace(/\/+$/, "");
}
