/** WSDLs whose types grow in one direction, for tests that an output grows with the WSDL and not faster. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wsdlWith } from "./load-files";

const list = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join("");
const element = (name: string, type: string): string => `<xs:element name="${name}" type="${type}" minOccurs="0"/>`;
const sequence = (...elements: readonly string[]): string => `<xs:sequence>${elements.join("")}</xs:sequence>`;
const complex = (at: number, content: string): string => `<xs:complexType name="T${at}">${content}</xs:complexType>`;

/** Types whose last is `T<count - 1>`. */
const SHAPES = {
  "unions of unions": (count: number) =>
    '<xs:simpleType name="T0"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>' +
    list(
      count - 1,
      (at) => `<xs:simpleType name="T${at + 1}"><xs:union memberTypes="t:T${at} t:T${at}"/></xs:simpleType>`,
    ),
  depth: (count: number) =>
    list(count, (at) =>
      complex(at, at === 0 ? sequence() : sequence(element("a", `t:T${at - 1}`), element("b", `t:T${at - 1}`))),
    ),
  width: (count: number) => complex(count - 1, sequence(list(count, (at) => element(`e${at}`, "xs:date")))),
  recursion: (count: number) =>
    list(count, (at) =>
      complex(at, sequence(element("up", `t:T${(at + 1) % count}`), element("down", `t:T${(at + count - 1) % count}`))),
    ),
  "derived types": (count: number) =>
    complex(count - 1, sequence(element("id", "xs:int"))) +
    list(count - 1, (at) =>
      complex(
        at,
        `<xs:complexContent><xs:extension base="t:T${count - 1}">${sequence(element(`own${at}`, `t:T${count - 1}`))}</xs:extension></xs:complexContent>`,
      ),
    ),
} as const;

export const shapes = Object.keys(SHAPES) as (keyof typeof SHAPES)[];

/** Calls `measure` with the path of a WSDL with so many types, whose operation `o` takes and returns the last of them. */
async function withGrowing<T>(
  shape: (typeof shapes)[number],
  count: number,
  measure: (wsdl: string) => Promise<T>,
): Promise<T> {
  const root = (name: string): string =>
    `<xs:element name="${name}"><xs:complexType>${sequence(element("value", `t:T${count - 1}`))}</xs:complexType></xs:element>`;
  const schema = `<xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${SHAPES[shape](count)}${root("in")}${root("out")}</xs:schema>`;
  const folder = mkdtempSync(join(tmpdir(), "growing-"));
  try {
    const path = join(folder, "service.wsdl");
    writeFileSync(path, wsdlWith(schema));
    return await measure(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns what each output of twice the types is, as a multiple of that of the types. */
export async function growthOf(
  shape: (typeof shapes)[number],
  bytesOf: (wsdl: string) => Promise<Readonly<Record<string, number>>>,
): Promise<Readonly<Record<string, number>>> {
  const [few, many] = [await withGrowing(shape, 60, bytesOf), await withGrowing(shape, 120, bytesOf)];
  return Object.fromEntries(Object.entries(many).map(([output, bytes]) => [output, bytes / few[output]!]));
}
