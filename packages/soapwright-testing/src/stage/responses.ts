/** Responses as bytes. */
import { books, envelope, NS } from "../client/shelf";
import { answer } from "../transport/raw-server";

export function bookList(...items: string[]): Buffer {
  return answer(envelope(books(...items)));
}

export const added = answer(
  envelope(`<Add_BookResponse xmlns="${NS}"><Add_BookResult>1</Add_BookResult></Add_BookResponse>`),
);
