/** Where the services of a WSDL answer on one host: at the paths of their addresses, each at its own. */

/** What is used of a service's table. */
export interface ServiceTable {
  readonly name: string;
  readonly ports: readonly { readonly address: string }[];
  readonly operations: readonly { readonly method: string }[];
}

/** A service and its path. A service whose ports have several paths is at each of them. */
export function placesOf<T extends ServiceTable>(
  services: readonly T[],
): { readonly path: string; readonly service: T }[] {
  const taken = new Set<string>();
  return services.flatMap((service) => {
    const paths = new Set(service.ports.map(({ address }) => pathOf(address, service.name)));
    return [...paths].map((path) => {
      let free = path;
      for (let number = 2; taken.has(free); number++) free = `${path}-${number}`;
      taken.add(free);
      return { path: free, service };
    });
  });
}

function pathOf(address: string, name: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : "";
  return path === "" || path === "/" ? `/${encodeURIComponent(name)}` : path.replace(/\/+$/, "");
}
