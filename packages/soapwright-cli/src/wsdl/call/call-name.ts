import type { LoadedService } from "soapwright-contract";

type Service = LoadedService["service"];

/** The name by which `call` finds an operation: of overloads, which have one name, the method's. */
export function callName(operation: Service["operations"][number], service: Service): string {
  const isOverloaded = service.operations.some((each) => each !== operation && each.name === operation.name);
  return isOverloaded ? operation.method : operation.name;
}
