/** A small service in the form of generated code. */
import { type Call, type CallOptions, type ClientOptions, ServiceClient } from "soapwright-runtime";
import {
  type ComplexType,
  complexType,
  type Decimal,
  type DeclaredFault,
  fault,
  listMessage,
  message,
  type NoHeaders,
  namespace,
  nillable,
  type Operation,
  oneWay,
  operation,
  type ServiceNode,
  xs,
} from "soapwright-runtime/tables";
import { withSuiteOptions } from "../stage/suite-options";

export const NS = "urn:example:shelf";
const tns = namespace(NS);

export interface Book {
  Id: number;
  Title?: string;
  Price: Decimal;
}
const Book: ComplexType<Book> = complexType(tns("Book"), [
  tns.element("Id", xs.int),
  tns.optional("Title", xs.string),
  tns.element("Price", xs.decimal),
]);
const Books: ComplexType<{ Book?: Book[] }> = complexType(tns("Books"), [tns.optionalList("Book", Book)]);

export interface Headers {
  Credentials?: Credentials;
}
interface Credentials {
  User: string;
  Secret?: string;
}
interface ShelfId {
  ShelfId: number;
}
const ShelfId: ComplexType<ShelfId> = complexType(undefined, [tns.element("ShelfId", xs.int)]);
const Credentials: ComplexType<Credentials> = complexType(tns("Credentials"), [
  tns.element("User", xs.string),
  tns.optional("Secret", xs.string),
]);
const credentials = tns.optional("Credentials", Credentials);
const Session: ComplexType<{ Number: number }> = complexType(tns("Session"), [tns.element("Number", xs.int)]);

const GetBooksResponse: ComplexType<{ Get_BooksResult?: { Book?: Book[] } | null }> = complexType(undefined, [
  tns.optional("Get_BooksResult", nillable(Books)),
]);
const AddBook: ComplexType<{ Book: Book }> = complexType(undefined, [tns.element("Book", Book)]);
const AddBookResponse: ComplexType<{ Add_BookResult: number }> = complexType(undefined, [
  tns.element("Add_BookResult", xs.int),
]);
const Touch: ComplexType<{}> = complexType(undefined, []);

export const getBooks: Operation<
  ShelfId,
  Book[],
  Headers,
  DeclaredFault<"NoShelf", ShelfId>,
  { Session?: { Number: number } }
> = operation({
  name: "Get_Books",
  method: "getBooks",
  style: "document",
  use: "literal",
  soapAction: { "1.1": `${NS}/Get_Books`, "1.2": `${NS}/Get_Books` },
  safe: true,
  input: message([tns.element("Get_Books", ShelfId)], ["Get_Books"], [credentials]),
  output: listMessage(
    [tns.element("Get_BooksResponse", GetBooksResponse)],
    ["Get_BooksResponse", "Get_BooksResult", "Book"],
    [tns.optional("Session", Session)],
  ),
  faults: [fault("NoShelf", tns.element("NoShelf", ShelfId))],
});

export const addBook: Operation<{ Book: Book }, number, Headers> = operation({
  name: "Add_Book",
  method: "addBook",
  style: "document",
  use: "literal",
  soapAction: { "1.1": `${NS}/Add_Book`, "1.2": `${NS}/Add_Book` },
  safe: false,
  input: message([tns.element("Add_Book", AddBook)], ["Add_Book"], [credentials]),
  output: message([tns.element("Add_BookResponse", AddBookResponse)], ["Add_BookResponse", "Add_BookResult"]),
  faults: [],
});

export const touch: Operation<{}, void, NoHeaders> = oneWay({
  name: "Touch",
  method: "touch",
  style: "document",
  use: "literal",
  soapAction: { "1.1": `${NS}/Touch`, "1.2": `${NS}/Touch` },
  soapActionRequired: true,
  safe: true,
  input: message([tns.element("Touch", Touch)], ["Touch"]),
  faults: [],
});

export const shelf: ServiceNode = {
  name: "Shelf",
  targetNamespace: NS,
  ports: [
    { name: "ShelfSoap", soapVersion: "1.1", address: "https://shelf.example/soap" },
    { name: "ShelfSoap12", soapVersion: "1.2", address: "https://shelf.example/soap" },
  ],
  operations: [getBooks, addBook, touch],
};

export class ShelfClient extends ServiceClient<Headers> {
  constructor(options: ClientOptions<Headers>) {
    super(shelf, withSuiteOptions(options));
  }
  getBooks(args: { ShelfId: number }, options?: CallOptions<Headers>): Call<Book[]> {
    return this.call(getBooks, args, options);
  }
  getBooksStream(args: { ShelfId: number }, options?: CallOptions<Headers>): AsyncIterableIterator<Book> {
    return this.stream(getBooks, args, options);
  }
  addBook(args: { Book: Book }, options?: CallOptions<Headers>): Call<number> {
    return this.call(addBook, args, options);
  }
  touch(args: {}, options?: CallOptions<Headers>): Call<void> {
    return this.call(touch, args, options);
  }
}

export const ENVELOPE = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
} as const;

export function envelope(body: string, version: "1.1" | "1.2" = "1.1", header = ""): string {
  const head = header === "" ? "" : `<s:Header>${header}</s:Header>`;
  return `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${ENVELOPE[version]}">${head}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** Returns the response to `getBooks` with these books. */
export function books(...items: string[]): string {
  return `<Get_BooksResponse xmlns="${NS}"><Get_BooksResult>${items.join("")}</Get_BooksResult></Get_BooksResponse>`;
}

export function book(id: number, title = `Title ${id}`): string {
  return `<Book><Id>${id}</Id><Title>${title}</Title><Price>${id}.50</Price></Book>`;
}

export function fault11(code: string, text: string, detail = ""): string {
  return `<s:Fault><faultcode>${code}</faultcode><faultstring>${text}</faultstring><detail>${detail}</detail></s:Fault>`;
}

export function fault12(code: string, text: string, detail = ""): string {
  return `<s:Fault><s:Code><s:Value>${code}</s:Value><s:Subcode><s:Value xmlns:q="urn:q">q:Sub</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">${text}</s:Text></s:Reason><s:Detail>${detail}</s:Detail></s:Fault>`;
}
