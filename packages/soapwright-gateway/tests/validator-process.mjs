/** Reads a list of OpenAPI documents as JSON, and prints a list of the problems of each. */
import { text } from "node:stream/consumers";
import { Validator } from "@seriousme/openapi-schema-validator";

const documents = JSON.parse(await text(process.stdin));
const problems = [];
for (const document of documents) {
  const { valid, errors } = await new Validator().validate(document);
  problems.push(valid ? [] : [errors].flat());
}
process.stdout.write(JSON.stringify(problems));
