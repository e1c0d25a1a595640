/** What a gateway says of its operations grows with the WSDL, and not with what its types refer to. */
import { openService, operationOf } from "soapwright";
import { jsonSchemaOf } from "soapwright-runtime/json";
import { growthOf, shapes } from "soapwright-testing/codegen/growing-wsdl";
import { openApiOf } from "../src/index";
import { toolServer } from "../src/tools/index";

async function bytesOf(wsdl: string) {
  const client = await openService(wsdl);
  const { tools, left } = toolServer({ client, safe: ["*"] });
  expect([tools.length, left.length]).toEqual([1, 0]);
  await client.close();
  const outputs = { openapi: openApiOf({ client }), tools, schemas: jsonSchemaOf(operationOf(client, "o")) };
  return Object.fromEntries(Object.entries(outputs).map(([name, output]) => [name, JSON.stringify(output).length]));
}

test.each(shapes)("%s: twice the types are at most twice the bytes", async (shape) => {
  const { openapi, tools, schemas } = await growthOf(shape, bytesOf);
  expect(openapi).toBeLessThan(2.1);
  expect(tools).toBeLessThan(2.1);
  expect(schemas).toBeLessThan(2.1);
});
