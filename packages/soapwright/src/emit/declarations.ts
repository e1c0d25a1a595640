/**
 * Constants and types laid out by `layout.ts`. They are text, because ts-morph indents the lines of an initializer or a
 * type in a structure once more.
 */
import { type Code, lay } from "./layout";
import { commentLines } from "./object-type";

/** `export const name: type = value;` */
export function exportedConstant(name: string, type: Code | undefined, value: Code, comment: string): string {
  const before = `export const ${name}${type === undefined ? "" : ": "}`;
  const start = `${before}${type === undefined ? "" : lay(type, 0, before.length + " = {".length)} = `;
  return documented(comment, `${start}${lay(value, 0, start.length - start.lastIndexOf("\n"))};`);
}

/** `const name = value;` */
export function constant(name: string, value: Code): string {
  const start = `const ${name} = `;
  return `${start}${lay(value, 0, start.length)};`;
}

/** `export type name = text;` */
export function exportedType(name: string, text: string, comment: string): string {
  return documented(comment, `export type ${name} = ${text};`).replace(/ $/gm, "");
}

/** `export interface heading body` */
export function exportedInterface(heading: string, body: string, comment: string): string {
  return documented(comment, `export interface ${heading} ${body}`);
}

/** Returns a declaration below its comment and an empty line. */
function documented(comment: string, declaration: string): string {
  return `\n${comment === "" ? "" : `${commentLines(comment)}\n`}${declaration}`;
}
