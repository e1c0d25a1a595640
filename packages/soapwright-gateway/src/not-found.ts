/** Requests to a path, or with a method, that no operation has. */
import type { FastifyRequest } from "fastify";
import { nearName } from "soapwright-runtime/xsd";
import type { Served } from "./operations";
import { Refusal } from "./problems";

/** Returns the refusal, which names what the caller may have meant. */
export function notFoundError(request: FastifyRequest, prefix: string, { operations, leftOut }: Served): Refusal {
  const [raw = ""] = (request.raw.url ?? "").split("?", 1);
  const path = decodedPath(raw).slice(prefix.length);
  const found = operations.find((each) => each.path === path || each.linesPath === path);
  if (found !== undefined) {
    const methods = found.query === undefined ? "POST" : "GET, HEAD, POST";
    return new Refusal(405, `${path} takes ${methods}.`, { allow: methods });
  }
  const method = path.split("/").at(-1) ?? "";
  const missing = leftOut.find((each) => each.method === method);
  if (missing !== undefined) return new Refusal(404, `${missing.operation} is not served. ${missing.reason}`);
  const paths = operations.map((each) => each.path);
  const near =
    nearName(path, paths) ??
    operations.find(
      (each) =>
        each.operation.method ===
        nearName(
          method,
          operations.map(({ operation }) => operation.method),
        ),
    )?.path;
  const hint = near === undefined ? `${prefix}/openapi.json lists the operations.` : `Did you mean ${prefix}${near}?`;
  return new Refusal(404, `There is no operation at this path. ${hint}`);
}

function decodedPath(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
