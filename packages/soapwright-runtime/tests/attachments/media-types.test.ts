/** `xmime:contentType` and `xmime:expectedContentTypes`: the content types of a request's parts. */

import { listen, partsOf } from "soapwright-testing/attachments/archive";
import { Album } from "soapwright-testing/golden/cases/media-types/client";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { attachmentOf } from "../../src/attachments";

endAfterEach();

async function open() {
  const types: (string | undefined)[][] = [];
  const { url, stop } = await listen((request, response, body) => {
    const { parts } = partsOf({ headers: request.headers, body });
    types.push(parts.slice(1).map(({ headers }) => headers.get("content-type")));
    response.writeHead(200, { "Content-Type": "text/xml" });
    response.end(
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><AddPhotoResponse xmlns="urn:example:album"/></s:Body></s:Envelope>',
    );
  });
  atEnd(stop);
  const client = new Album({ endpoint: url, retries: 0, mtom: true, mtomThresholdBytes: 0 });
  atEnd(() => client.close({ force: true }));
  return { client, types };
}

const octets = new Uint8Array([1, 2, 3]);

test("are those of the value, of its contentType, and of the schema, in this order", async () => {
  const { client, types } = await open();
  await client.addPhoto({
    Thumbnail: octets,
    Photo: [
      { value: octets },
      { value: octets, contentType: "image/webp" },
      { value: new Blob([octets], { type: "image/gif" }) },
      {
        value: attachmentOf(
          async function* () {
            yield octets;
          },
          { length: 3, contentType: "image/bmp" },
        ),
        contentType: "image/bmp",
      },
    ],
    Notes: octets,
  });
  expect(types).toEqual([
    ["image/jpeg", "image/png", "image/webp", "image/gif", "image/bmp", "application/octet-stream"],
  ]);
});

test("cannot add a field to the header of a part", async () => {
  const { client, types } = await open();
  const Photo = [{ value: octets, contentType: "image/png\r\nX-Evil: 1" }];
  expect(await rejection(client.addPhoto({ Thumbnail: octets, Photo }))).toMatchObject({
    code: "ARGUMENT",
    path: "AddPhoto.Photo[0].value",
  });
  expect(types).toEqual([]);
});
