/** Raw requests, valid and invalid, to compare the responses of a real stack with ours. */
import { type SoapVersion, variants } from "../stack";

/** The credentials and operations of the services. */
export interface RawService {
  readonly baseUrl: string;
  readonly username: string;
  readonly token: string;
  readonly domain: string;
}

/** A request as bytes on a socket, for the service at a host. */
export interface RawRequest {
  readonly name: string;
  readonly bytes: (host: string) => Buffer;
  /** Set if the response is a page, whose text differs between stacks. Only its head is compared. */
  readonly isPage?: true;
}

/** The parts of a request that may differ from the plain one of a variant. */
interface Parts {
  /** The text before the envelope. */
  prolog?: string;
  /** Returns the whole envelope from header blocks and Body. */
  envelope?: (parts: { header: string; body: string; ns: string; envelopeNs: string }) => string;
  header?: string;
  moreHeader?: string;
  /** The content of the Body. */
  body?: string;
  /** The attributes of the operation's element. */
  operationAttributes?: string;
  /** The first argument. */
  id?: string;
  /** The content of the operation's element. */
  arguments?: string;
  contentType?: string | undefined;
  action?: string | undefined;
  method?: string;
  path?: string;
  headers?: Readonly<Record<string, string>>;
  encode?: (text: string) => Buffer;
  isPage?: true;
}

interface Variant {
  readonly ns: string;
  readonly envelopeNs: string;
  readonly operation: string;
  readonly headerName: string;
  /** The child of the header that is compared last. */
  readonly secret: string;
  readonly block: (children?: string, attributes?: string) => string;
  readonly children: string;
  readonly rest: string;
  readonly soap: SoapVersion;
}

const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const xsd = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const element = (name: string, content: string, attributes = "") =>
  `<${name}${attributes === "" ? "" : ` ${attributes}`}>${content}</${name}>`;

/** Returns every request for every interface and SOAP version. */
export function rawRequests(service: RawService): RawRequest[] {
  return variants.flatMap(([version, soap]) => {
    const ns = `${service.baseUrl}/soap/${version}/EmployeeService`;
    const isOld = version === "v2.1";
    const headerName = isOld ? "AuthHeader" : "AuthHeaderWithDomain";
    const children = isOld
      ? element("Username", service.username) + element("Token", service.token)
      : element("Domain", service.domain);
    const variant: Variant = {
      ...{ ns, headerName, children, soap },
      envelopeNs:
        soap === "1.1" ? "http://schemas.xmlsoap.org/soap/envelope/" : "http://www.w3.org/2003/05/soap-envelope",
      operation: isOld ? "CostCenter_GetCurrent" : "Address_GetList",
      secret: isOld ? element("Token", service.token) : element("Domain", service.domain),
      rest: isOld ? "" : "<Period>11</Period><Year>2026</Year>",
      block: (inner = children, attributes = "") =>
        `<${headerName} xmlns="${ns}" ${attributes}>${inner}</${headerName}>`,
    };
    const path = `/soap/${version}/EmployeeService.asmx`;
    return Object.entries({
      ...values(variant),
      ...headers(variant),
      ...envelopes(variant),
      ...transports(variant, path),
    }).map(
      ([name, parts]): RawRequest => ({
        name: `${version} ${soap} ${name}`,
        bytes: (host) => bytesOf(variant, path, parts, host),
        ...(parts.isPage === true ? { isPage: true } : {}),
      }),
    );
  });
}

function bytesOf(variant: Variant, path: string, parts: Parts, host: string): Buffer {
  const { ns, envelopeNs, operation, soap } = variant;
  const header = parts.header ?? variant.block();
  const args = parts.arguments ?? `<EmployeeId>${parts.id ?? "1006"}</EmployeeId>${variant.rest}`;
  const body = parts.body ?? `<${operation} xmlns="${ns}" ${parts.operationAttributes ?? ""}>${args}</${operation}>`;
  const makeEnvelope =
    parts.envelope ??
    ((all) =>
      `<s:Envelope xmlns:s="${envelopeNs}" ${xsi} ${xsd}><s:Header>${all.header}</s:Header><s:Body>${all.body}</s:Body></s:Envelope>`);
  const envelope = makeEnvelope({ header: header + (parts.moreHeader ?? ""), body, ns, envelopeNs });
  const text = (parts.prolog ?? '<?xml version="1.0" encoding="utf-8"?>') + envelope;
  const method = parts.method ?? "POST";
  const content = method === "POST" ? (parts.encode ?? Buffer.from)(text) : Buffer.alloc(0);
  const standard = soap === "1.1" ? "text/xml; charset=utf-8" : "application/soap+xml; charset=utf-8";
  const contentType = "contentType" in parts ? parts.contentType : standard;
  const action = "action" in parts ? parts.action : soap === "1.1" ? `"${ns}/${operation}"` : undefined;
  const lines: [string, string | undefined][] = [
    ["Host", host],
    ["Content-Type", method === "POST" ? contentType : undefined],
    ["SOAPAction", method === "POST" ? action : undefined],
    ["Content-Length", method === "POST" ? String(content.length) : undefined],
    ...Object.entries(parts.headers ?? {}),
    ["Connection", "close"],
  ];
  const written = lines.flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}\r\n`));
  return Buffer.concat([
    Buffer.from(`${method} ${parts.path ?? path} HTTP/1.1\r\n${written.join("")}\r\n`, "latin1"),
    content,
  ]);
}

/** Returns variants of operation and arguments. */
function values({ ns, operation, rest }: Variant): Record<string, Parts> {
  const id = (text: string): Parts => ({ id: text });
  const args = (text: string): Parts => ({ arguments: text });
  const inNs = `xmlns="${ns}"`;
  return {
    plain: {},
    "of an employee without records": id("1001"),
    "of nobody": id("9"),
    "nil on the operation": { operationAttributes: 'xsi:nil="true"' },
    "nil 1 on the operation": { operationAttributes: 'xsi:nil="1"' },
    "nil false on the operation": { operationAttributes: 'xsi:nil="false"' },
    "xsi:type on the operation": { operationAttributes: 'xsi:type="xsd:string"' },
    "unknown xsi:type on the operation": { operationAttributes: 'xsi:type="none:Other"' },
    "an attribute on the operation": { operationAttributes: 'kind="any"' },
    "nil on the number": args(`<EmployeeId xsi:nil="true"/>${rest}`),
    "nil on a number with a value": args(`<EmployeeId xsi:nil="true">1006</EmployeeId>${rest}`),
    "wrong xsi:type on the number": args(`<EmployeeId xsi:type="xsd:string">1006</EmployeeId>${rest}`),
    "unknown xsi:type on the number": args(`<EmployeeId xsi:type="none:Other">1006</EmployeeId>${rest}`),
    "right xsi:type on the number": args(`<EmployeeId xsi:type="xsd:int">1006</EmployeeId>${rest}`),
    "an attribute on the number": args(`<EmployeeId id="1">1006</EmployeeId>${rest}`),
    "an element around the number": id("<x>1006</x>"),
    "an element before the number": id("<x/>1006"),
    "an element after the number": id("1006<x/>"),
    "an element with text after the number": id("1006<x>7</x>"),
    "a comment in the number": id("10<!-- x -->06"),
    "a comment before the number": id("<!-- x -->1006"),
    "a comment after the number": id("1006<!-- x -->"),
    "an instruction in the number": id("10<?x y?>06"),
    "an instruction before the number": id("<?x y?>1006"),
    "a section as number": id("<![CDATA[1006]]>"),
    "a section in the number": id("10<![CDATA[06]]>"),
    "references in the number": id("10&#48;6"),
    "white space around the number": id(" \n\t1006\r\n "),
    "a no-break space before the number": id("&#160;1006"),
    "a plus": id("+1006"),
    "a minus": id("-1006"),
    "a minus after": id("1006-"),
    "zeros before": id("0001006"),
    "no number": id("abc"),
    "no text": id(""),
    "white space alone": id("   "),
    "a decimal": id("1006.0"),
    "an exponent": id("1006e0"),
    thousands: id("1,006"),
    brackets: id("(1006)"),
    hexadecimal: id("0x3EE"),
    "the largest int": id("2147483647"),
    "one more than the largest int": id("2147483648"),
    "one less than the smallest int": id("-2147483649"),
    "a number of forty digits": id("1".repeat(40)),
    "a boolean": id("true"),
    "no arguments": args(""),
    "arguments in another order": args(`${rest}<EmployeeId>1006</EmployeeId>`),
    "an unknown argument first": args(`<Other>1</Other><EmployeeId>1006</EmployeeId>${rest}`),
    "an unknown argument last": args(`<EmployeeId>1006</EmployeeId>${rest}<Other><a><b/></a>1</Other>`),
    "text between arguments": args(`text<EmployeeId>1006</EmployeeId>more${rest}`),
    "a section between arguments": args(`<![CDATA[text]]><EmployeeId>1006</EmployeeId>${rest}`),
    "a comment between arguments": args(`<!-- a --><EmployeeId>1006</EmployeeId><!-- b -->${rest}`),
    "an instruction between arguments": args(`<?a b?><EmployeeId>1006</EmployeeId><?a b?>${rest}`),
    "the argument twice": args(`<EmployeeId>1006</EmployeeId><EmployeeId>1001</EmployeeId>${rest}`),
    "the argument twice, the first wrong": args(`<EmployeeId>x</EmployeeId><EmployeeId>1006</EmployeeId>${rest}`),
    "the argument twice, the second wrong": args(`<EmployeeId>1006</EmployeeId><EmployeeId>x</EmployeeId>${rest}`),
    "the argument in no namespace": args(`<EmployeeId xmlns="">1006</EmployeeId>${rest}`),
    "the argument in another namespace": args(`<EmployeeId xmlns="urn:x">1006</EmployeeId>${rest}`),
    "the argument with a prefix": args(`<p:EmployeeId xmlns:p="${ns}">1006</p:EmployeeId>${rest}`),
    "the argument in small letters": args(`<employeeid>1006</employeeid>${rest}`),
    "an operation in no namespace": { body: `<${operation}><EmployeeId>1006</EmployeeId>${rest}</${operation}>` },
    "an operation in another namespace": {
      body: `<${operation} xmlns="urn:x"><EmployeeId>1006</EmployeeId>${rest}</${operation}>`,
    },
    "an operation with a prefix": {
      body: `<p:${operation} xmlns:p="${ns}"><p:EmployeeId>1006</p:EmployeeId>${rest.replace(/<(\/?)/g, "<$1p:")}</p:${operation}>`,
    },
    "an unknown operation": { body: `<Other ${inNs}/>` },
    "an unknown operation and its action": { body: `<Other ${inNs}/>`, action: `"${ns}/Other"` },
    "an empty Body": { body: "" },
    "text in the Body": { body: "text" },
    "white space in the Body": { body: " \n " },
    "a comment in the Body": {
      body: `<!-- a --><${operation} ${inNs}><EmployeeId>1006</EmployeeId>${rest}</${operation}>`,
    },
    "an instruction in the Body": {
      body: `<?a b?><${operation} ${inNs}><EmployeeId>1006</EmployeeId>${rest}</${operation}>`,
    },
    "text before the operation": {
      body: `text<${operation} ${inNs}><EmployeeId>1006</EmployeeId>${rest}</${operation}>`,
    },
    "two operations": {
      body: ["1001", "1006"]
        .map((one) => `<${operation} ${inNs}><EmployeeId>${one}</EmployeeId>${rest}</${operation}>`)
        .join(""),
    },
    "an operation and an unknown one": {
      body: `<${operation} ${inNs}><EmployeeId>1006</EmployeeId>${rest}</${operation}><Other/>`,
    },
    "an unknown operation before": {
      body: `<Other/><${operation} ${inNs}><EmployeeId>1006</EmployeeId>${rest}</${operation}>`,
    },
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`failure ${500 + index}`, id(String(500 + index))]),
    ),
    "nothing at all": id("104"),
    "nil records": id("105"),
    "control characters": id("107"),
    "half a character": id("108"),
    "a value without a name": id("109"),
  };
}

/** Returns variants of header blocks. */
function headers({ block, children, envelopeNs, headerName, secret, soap }: Variant): Record<string, Parts> {
  const must = (value: string, more = "") =>
    `<Other xmlns="urn:x" xmlns:h="${envelopeNs}" h:mustUnderstand="${value}" ${more}>1</Other>`;
  const role = (uri: string) => (soap === "1.1" ? `h:actor="${uri}"` : `h:role="${uri}"`);
  const next =
    soap === "1.1" ? "http://schemas.xmlsoap.org/soap/actor/next" : "http://www.w3.org/2003/05/soap-envelope/role/next";
  const name = /<(\w+)>/.exec(secret)![1]!;
  const value = />([^<]*)</.exec(secret)![1]!;
  const withSecret = (text: string): Parts => ({ header: block(children.replace(secret, text)) });
  const inside = (text: string): Parts => withSecret(element(name, text));
  return {
    "no header block": { header: "" },
    "a wrong secret": inside("wrong"),
    "an empty secret": inside(""),
    "no secret": withSecret(""),
    "nil on the header": { header: block(children, 'xsi:nil="true"') },
    "nil on an empty header": { header: block("", 'xsi:nil="true"') },
    "nil on the secret": withSecret(element(name, value, 'xsi:nil="true"')),
    "nil on an empty secret": withSecret(`<${name} xsi:nil="true"/>`),
    "wrong xsi:type on the secret": withSecret(element(name, value, 'xsi:type="xsd:int"')),
    "wrong xsi:type on the header": { header: block(children, 'xsi:type="xsd:string"') },
    "an element around the secret": inside(element("x", value)),
    "an element before the secret": inside(`<x/>${value}`),
    "an element after the secret": inside(`${value}<x/>`),
    "a comment in the secret": inside(`${value.slice(0, 2)}<!-- x -->${value.slice(2)}`),
    "a comment before the secret": inside(`<!-- x -->${value}`),
    "a comment after the secret": inside(`${value}<!-- x -->`),
    "an instruction in the secret": inside(`${value.slice(0, 2)}<?x y?>${value.slice(2)}`),
    "a section as secret": inside(`<![CDATA[${value}]]>`),
    "white space around the secret": inside(` ${value} `),
    "the secret twice": withSecret(secret + element(name, "wrong")),
    "the secret in another namespace": withSecret(element(name, value, 'xmlns="urn:x"')),
    "the secret in no namespace": withSecret(element(name, value, 'xmlns=""')),
    "an unknown child": { header: block(`${children}<Other>1</Other>`) },
    "an unknown child first": { header: block(`<Other>1</Other>${children}`) },
    "text in the header": { header: block(`text${children}`) },
    "an attribute on the header": { header: block(children, 'kind="any"') },
    "an empty header block": { header: block("") },
    "the header twice, the second wrong": { header: block(), moreHeader: block(children.replace(value, "wrong")) },
    "the header twice, the first wrong": { header: block(children.replace(value, "wrong")), moreHeader: block() },
    "the header in no namespace": { header: `<${headerName}>${children}</${headerName}>` },
    "the header in another namespace": { header: `<${headerName} xmlns="urn:x">${children}</${headerName}>` },
    "the header with mustUnderstand": { header: block(children, `xmlns:h="${envelopeNs}" h:mustUnderstand="1"`) },
    "an unknown header": { moreHeader: '<Other xmlns="urn:x">1</Other>' },
    "an unknown header before": { header: `<Other xmlns="urn:x"><a/>1</Other>${block()}` },
    "an unknown header with mustUnderstand 1": { moreHeader: must("1") },
    "an unknown header with mustUnderstand true": { moreHeader: must("true") },
    "an unknown header with mustUnderstand 0": { moreHeader: must("0") },
    "an unknown header with mustUnderstand false": { moreHeader: must("false") },
    "an unknown header with mustUnderstand yes": { moreHeader: must("yes") },
    "an unknown header with mustUnderstand before": { header: must("1") + block() },
    "an unknown header for the next": { moreHeader: must("1", role(next)) },
    "an unknown header for another": { moreHeader: must("1", role("urn:another")) },
    "an unknown header and a failing method": { moreHeader: must("1"), id: "9" },
    "an unknown header and an error": { moreHeader: must("1"), id: "500" },
    "an unknown header and no number": { moreHeader: must("1"), id: "x" },
    "an unknown header and a wrong secret": { header: block(children.replace(value, "wrong")), moreHeader: must("1") },
    "text in the Header": { moreHeader: "text" },
  };
}

/** Returns variants of envelopes and XML. */
function envelopes({ soap }: Variant): Record<string, Parts> {
  const other = soap === "1.1" ? "urn:unknown" : "http://www.w3.org/2002/06/soap-envelope";
  return {
    "without declaration": { prolog: "" },
    "a comment before the envelope": { prolog: "<!-- a -->" },
    "an instruction before the envelope": { prolog: '<?xml version="1.0"?><?a b?>' },
    "white space before the declaration": { prolog: ' <?xml version="1.0"?>' },
    standalone: { prolog: '<?xml version="1.0" encoding="utf-8" standalone="yes"?>' },
    "XML 1.1": { prolog: '<?xml version="1.1"?>' },
    "a document type": { prolog: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y "z">]>' },
    "a byte order mark": { encode: (text) => Buffer.from(`\ufeff${text}`) },
    "UTF-16": { encode: (text) => Buffer.from(`\ufeff${text.replace("utf-8", "utf-16")}`, "utf16le") },
    "other prefixes": {
      envelope: ({ header, body, envelopeNs }) =>
        `<Envelope xmlns="${envelopeNs}" ${xsi} ${xsd}><Header>${header}</Header><Body>${body}</Body></Envelope>`,
    },
    "no Header": {
      envelope: ({ body, envelopeNs }) => `<s:Envelope xmlns:s="${envelopeNs}"><s:Body>${body}</s:Body></s:Envelope>`,
    },
    "no Body": {
      envelope: ({ header, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}"><s:Header>${header}</s:Header></s:Envelope>`,
    },
    "an empty Envelope": { envelope: ({ envelopeNs }) => `<s:Envelope xmlns:s="${envelopeNs}"/>` },
    "a closed Body": {
      envelope: ({ header, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}"><s:Header>${header}</s:Header><s:Body/></s:Envelope>`,
    },
    "a Header behind the Body": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><s:Body>${body}</s:Body><s:Header>${header}</s:Header></s:Envelope>`,
    },
    "two Headers": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><s:Header/><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
    },
    "an element before the Header": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><x/><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
    },
    "an element between Header and Body": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><s:Header>${header}</s:Header><x/><s:Body>${body}</s:Body></s:Envelope>`,
    },
    "an element behind the Body": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><s:Header>${header}</s:Header><s:Body>${body}</s:Body><x/></s:Envelope>`,
    },
    "text in the Envelope": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}>text<s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
    },
    "text between Header and Body": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><s:Header>${header}</s:Header>text<s:Body>${body}</s:Body></s:Envelope>`,
    },
    "text behind the Body": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><s:Header>${header}</s:Header><s:Body>${body}</s:Body>text</s:Envelope>`,
    },
    "a section in the Envelope": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><![CDATA[x]]><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
    },
    "text before a lone Body": {
      envelope: ({ body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}">text<s:Body>${body}</s:Body></s:Envelope>`,
    },
    "white space everywhere": {
      envelope: ({ header, body, envelopeNs }) =>
        `\n<s:Envelope xmlns:s="${envelopeNs}" ${xsi}>\n <s:Header>\n ${header}\n </s:Header>\n <s:Body>\n ${body}\n </s:Body>\n</s:Envelope>\n`,
    },
    "an empty Header": {
      envelope: ({ body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><s:Header/><s:Body>${body}</s:Body></s:Envelope>`,
    },
    "two Bodies": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><s:Header>${header}</s:Header><s:Body/><s:Body>${body}</s:Body></s:Envelope>`,
    },
    "a Body in another namespace": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><s:Header>${header}</s:Header><Body xmlns="urn:x">${body}</Body></s:Envelope>`,
    },
    "a Header in another namespace": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><Header xmlns="urn:x">${header}</Header><s:Body>${body}</s:Body></s:Envelope>`,
    },
    "comments and instructions in the Envelope": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi}><!-- a --><s:Header><!-- b --><?a b?>${header}</s:Header><?a b?><s:Body>${body}</s:Body></s:Envelope><!-- c -->`,
    },
    "attributes on the Envelope": {
      envelope: ({ header, body, envelopeNs }) =>
        `<s:Envelope xmlns:s="${envelopeNs}" ${xsi} s:encodingStyle="urn:x" kind="any"><s:Header kind="any">${header}</s:Header><s:Body kind="any">${body}</s:Body></s:Envelope>`,
    },
    "an Envelope of another version": {
      envelope: ({ header, body }) =>
        `<s:Envelope xmlns:s="${other}"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
    },
    "an Envelope in no namespace": { envelope: ({ body }) => `<Envelope><Body>${body}</Body></Envelope>` },
    "no Envelope": { envelope: ({ body }) => body },
    "an end that is missing": {
      envelope: ({ body, envelopeNs }) => `<s:Envelope xmlns:s="${envelopeNs}"><s:Body>${body}</s:Body>`,
    },
    "something behind the envelope": {
      envelope: ({ body, envelopeNs }) => `<s:Envelope xmlns:s="${envelopeNs}"><s:Body>${body}</s:Body></s:Envelope>x`,
    },
    "an undeclared prefix": { body: "<p:Other/>" },
    "an unknown entity": { id: "&other;" },
    "a control character": { id: "\u00011006" },
    nothing: { prolog: "", envelope: () => "" },
    "white space": { prolog: "", envelope: () => "  " },
    JSON: { prolog: "", envelope: () => '{"EmployeeId":1006}' },
  };
}

/** Returns variants of HTTP: actions, media types, addresses. */
function transports({ ns, operation, soap }: Variant, path: string): Record<string, Parts> {
  const media = soap === "1.1" ? "text/xml" : "application/soap+xml";
  const get = (rest: string): Parts => ({ method: "GET", path: `${path}${rest}`, isPage: true });
  const form = (rest: string, text: string, more: Partial<Parts> = {}): Parts => ({
    ...{ path: `${path}${rest}`, prolog: "", envelope: () => text, action: undefined },
    ...{ contentType: "application/x-www-form-urlencoded", ...more },
  });
  const args = `EmployeeId=1006${ns.includes("v2.1") ? "" : "&Period=11&Year=2026"}`;
  return {
    "an action without quotes": { action: `${ns}/${operation}` },
    "an action of another case": { action: `"${ns}/${operation.toLowerCase()}"` },
    "an empty action": { action: '""' },
    "no action": { action: undefined },
    "an unknown action": { action: `"${ns}/Other"` },
    "an encoded action": { action: `"${ns}/${operation.replace("_", "%5F")}"` },
    "an action with blanks inside": { action: `" ${ns}/${operation} "` },
    "a media type without charset": { contentType: media },
    "a media type in capitals": { contentType: `${media.toUpperCase()}; CHARSET=UTF-8` },
    "a quoted charset": { contentType: `${media}; charset="utf-8"` },
    "an unknown charset": { contentType: `${media}; charset=none` },
    "charset us-ascii": { contentType: `${media}; charset=us-ascii` },
    "charset utf-16 for UTF-8": { contentType: `${media}; charset=utf-16` },
    "charset iso-8859-1": { contentType: `${media}; charset=iso-8859-1` },
    "charset windows-1252": { contentType: `${media}; charset=windows-1252` },
    "a parameter action": { contentType: `${media}; charset=utf-8; action="${ns}/${operation}"` },
    "an unknown parameter action": { contentType: `${media}; charset=utf-8; action="${ns}/Other"` },
    "an empty parameter action": { contentType: `${media}; charset=utf-8; action=""` },
    "no media type": { contentType: undefined },
    "text/plain": { contentType: "text/plain" },
    "application/xml": { contentType: "application/xml; charset=utf-8" },
    "application/json": { contentType: "application/json" },
    "a media type that begins alike": { contentType: `${media}x` },
    "the other media type": {
      contentType: soap === "1.1" ? "application/soap+xml; charset=utf-8" : "text/xml; charset=utf-8",
    },
    "a query": { path: `${path}?a=b` },
    "a query wsdl": { path: `${path}?wsdl` },
    "an address below": { path: `${path}/Other` },
    "the address of the operation": { path: `${path}/${operation}` },
    get: get(""),
    "get ?wsdl": get("?wsdl"),
    "get ?WSDL": get("?WSDL"),
    "get ?WSDL&x=1": get("?WSDL&x=1"),
    "get ?x=1&wsdl": get("?x=1&wsdl"),
    "get ?wsdl=1": get("?wsdl=1"),
    "get ?wsdl=0": get("?wsdl=0"),
    "get ?wsdl=x": get("?wsdl=x"),
    "get ?schema=1": get("?schema=1"),
    "get ?schema=x": get("?schema=x"),
    "get ?disco": get("?disco"),
    "get ?DISCO": get("?DISCO"),
    "get ?x=1": get("?x=1"),
    "get below": get("/Other"),
    "get the operation": get(`/${operation}?${args}`),
    put: { method: "PUT", isPage: true },
    head: { method: "HEAD", isPage: true },
    "a form": form(`/${operation}`, args),
    "a form without arguments": form(`/${operation}`, ""),
    "a form with a wrong number": form(`/${operation}`, args.replace("1006", "x")),
    "a form for an unknown operation": form("/Other", args),
    "a form as text": form(`/${operation}`, args, { contentType: "text/plain" }),
    "a form with a charset": form(`/${operation}`, args, {
      contentType: "application/x-www-form-urlencoded; charset=utf-8",
    }),
    "a form from elsewhere": form(`/${operation}`, args, { headers: { "X-Forwarded-For": "192.0.2.1" } }),
  };
}
