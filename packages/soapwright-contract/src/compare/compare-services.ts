import type { Definitions, Port } from "../wsdl/definitions";
import { expandedName } from "../xml/xml";
import type { Changes } from "./change";

export function compareServices(old: Definitions, now: Definitions, changes: Changes): void {
  const onlyOne = old.services.length === 1 && now.services.length === 1 ? now.services[0] : undefined;
  for (const service of old.services) {
    const other =
      now.services.find(({ name }) => expandedName(name) === expandedName(service.name)) ??
      now.services.find(({ name }) => name.local === service.name.local) ??
      onlyOne;
    const { local } = service.name;
    if (!other) {
      changes.addBreaking(local, "service-removed", "service removed", "callers");
      continue;
    }
    if (other.name.local !== local)
      changes.addBreaking(
        local,
        "service-renamed",
        `service ${local} -> ${other.name.local}`,
        "TypeScript users",
        "the same on the wire, another class name",
      );
    changes.compareDocumentation(local, service.documentation, other.documentation);
    comparePorts(local, service.ports, other.ports, changes);
  }
  for (const { name } of now.services) {
    if (!onlyOne && old.services.every((service) => service.name.local !== name.local))
      changes.addCompatible(name.local, "service-added", "service added");
  }
}

function comparePorts(service: string, old: readonly Port[], now: readonly Port[], changes: Changes): void {
  const versions = (ports: readonly Port[]): Set<string> => new Set(ports.map(({ binding }) => binding.soapVersion));
  compareVersions(service, versions(old), versions(now), changes);
  const newNames = now.filter(({ name }) => old.every((port) => port.name !== name));
  for (const { name } of newNames) {
    const versionsNow = now.filter((port) => port.name === name).map(({ binding }) => binding.soapVersion);
    const isRenamed = old.some(
      (port) => versionsNow.includes(port.binding.soapVersion) && now.every((other) => other.name !== port.name),
    );
    if (!isRenamed) changes.addCompatible(`${service}.${name}`, "port-added", "port added");
  }
  for (const { name, address, binding } of old) {
    const where = `${service}.${name}`;
    const other =
      now.find((port) => port.name === name) ??
      newNames.find((port) => port.binding.soapVersion === binding.soapVersion);
    if (!other) {
      changes.addCompatible(where, "port-removed", "port removed");
      continue;
    }
    if (name !== other.name)
      changes.addCompatible(where, "port-renamed", `port ${name} -> ${other.name}`, "the same on the wire");
    if (address !== other.address)
      changes.addCompatible(
        where,
        "address-moved",
        `address ${address} -> ${other.address}`,
        "callers can name the endpoint",
      );
    const [transport, transportNow] = [binding.transport, other.binding.transport];
    if (transport !== transportNow)
      changes.addBreaking(where, "transport-changed", `transport ${transport} -> ${transportNow}`, "callers");
  }
}

export function compareVersions(
  where: string,
  old: ReadonlySet<string>,
  now: ReadonlySet<string>,
  changes: Changes,
): void {
  for (const version of old)
    if (!now.has(version)) changes.addBreaking(where, "soap-version-removed", `SOAP ${version} removed`, "callers");
  for (const version of now)
    if (!old.has(version)) changes.addCompatible(where, "soap-version-added", `SOAP ${version} added`);
}

/** Of the WSDL, or of one client. */
export function addRemovedOperation(name: string, changes: Changes): void {
  changes.addBreaking(name, "operation-removed", "operation removed", "callers");
}
