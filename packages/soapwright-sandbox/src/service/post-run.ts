/** The handling of one POST to a service: it records and reads the request, injects errors, and writes the response. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { OutgoingParts } from "soapwright-features/wire";
import { inlineIncludes } from "soapwright-features/wire";
import type { SoapVersion } from "../asmx/envelope-text";
import { type FaultName, SandboxFault } from "../asmx/fault";
import { mistakeText } from "../asmx/mistakes";
import { inTurns } from "../asmx/slices";
import { emptyResponse, faultResponse, type SoapResponse, withoutMaxAge } from "../asmx/soap-response";
import { bodyOf, MAX_REQUEST_BYTES, parseContentType, soapActionOf } from "../http/content-type";
import { deliverResponse } from "../http/deliver-response";
import { type HttpResponse, hostHeaders, writeResponse } from "../http/http-writer";
import { openRequest, packResponse, recordedText } from "../http/multipart-request";
import { argumentsText, faultOf } from "../record/exchange-log";
import { textsOf, withoutProof } from "../sign-in/refuse-request";
import { makeTrouble, pause, type TroubleOutcome } from "../trouble/make-trouble";
import type { Trouble } from "../trouble/trouble";
import { asFaultResponse, type Post, postInSlices, type ReadPost, runPost } from "./exchange";
import type { HostedService } from "./hosted-service";
import type { SandboxRequest, SandboxState } from "./sandbox-state";

/** The limit is of the request bodies that are kept for tests. */
const mostCharacters = 64 * 1024 * 1024;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * One request of a client, from its bytes to its response. Verifies and secures messages where the service has
 * WS-Security, and delivers the response to `ReplyTo` or `FaultTo` where the request has them: only to plain `http:` on
 * this machine, and without waiting for it. Takes an injected error from the sandbox's state and adds the exchange to
 * its log.
 */
export class PostRun {
  readonly #started = performance.now();
  readonly #at = Date.now();
  #trouble: Trouble | undefined;
  #refusal: SandboxFault | undefined;
  /** The envelope as it was received, for its response. */
  #received: string | undefined;

  constructor(
    private readonly sandbox: SandboxState,
    private readonly service: HostedService,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    /** Who has signed in by HTTP. */
    private readonly user: string | undefined,
  ) {}

  async run(): Promise<void> {
    const { sandbox, request, response } = this;
    const { bytes: body, isCut: isTooLong } = await bodyOf(request, MAX_REQUEST_BYTES);
    const number = ++sandbox.requestCount;
    const record = this.#record(body);
    const contentType = request.headers["content-type"];
    const { latencyMs = 0 } = sandbox.options;
    if (latencyMs > 0) await pause(latencyMs);
    const opened = openRequest(contentType, isTooLong ? new Uint8Array() : body);
    const received = { soapAction: soapActionOf(request), user: this.user, ...opened };
    const post = isTooLong ? received : await this.#receive(received);
    const read = await inTurns(postInSlices(this.service, post, sandbox.options));
    record.operation = read.operation?.name;
    record.mistakes = read.mistakes.map(mistakeText);
    for (const line of record.mistakes) sandbox.options.log?.(`${read.operation?.name ?? request.url}: ${line}`);
    const version = read.envelope?.version ?? parseContentType(contentType).version ?? "1.1";
    const { instead, change, damage } = await this.#makeTrouble(number, read, version);
    if (instead === null) {
      sandbox.abandon(response);
      this.#keep(record, read, undefined);
      return;
    }
    const whole = instead ?? (await this.#secured(await this.#ownResponse(read, isTooLong, version)));
    const page = change?.(whole) ?? whole;
    this.#keep(record, read, page);
    await writeResponse(request, response, page, sandbox.options.http ?? {}, damage?.(page));
  }

  async #makeTrouble(number: number, read: ReadPost, version: SoapVersion): Promise<TroubleOutcome> {
    const { sandbox, response } = this;
    const next = sandbox.injected.shift() ?? sandbox.options.trouble?.(number);
    const { operation, request } = read;
    this.#trouble = next ? sandbox.rules.resolved(next) : sandbox.rules.for({ operation, request });
    if (!this.#trouble) return {};
    return makeTrouble(this.#trouble, response, version, (fault) =>
      asFaultResponse(read, fault, version, sandbox.options),
    );
  }

  /** A request that the service's security refuses is unchanged, and sets `#refusal`. */
  async #receive(post: Post): Promise<Post> {
    const { security } = this.service.options;
    if (security === undefined) return post;
    const contentType = parseContentType(post.contentType);
    try {
      const received = Buffer.from(post.body).toString("utf8");
      const { attachments } = post;
      // A signature covers the base64 text that an xop:Include represents.
      const text = attachments === undefined ? received : await inlineIncludes(received, attachments.received);
      this.#received = text;
      let { user } = post;
      const envelope = await security.receive(text, attachments?.received.attachments, (name) => {
        user ??= name;
      });
      return { ...post, user, body: Buffer.from(envelope, "utf8") };
    } catch (error) {
      this.#refusal = refusedBy(error, contentType.version ?? "1.1");
      return post;
    }
  }

  async #secured(page: HttpResponse, parts?: OutgoingParts): Promise<HttpResponse> {
    const { security } = this.service.options;
    if (security === undefined || typeof page.body !== "string" || page.body === "") return page;
    return { ...page, body: await security.respond(page.body, parts?.references(), this.#received) };
  }

  async #ownResponse(read: ReadPost, isTooLong: boolean, version: SoapVersion): Promise<HttpResponse> {
    if (isTooLong) return tooLong();
    const { addressing, parts } = read;
    const { options } = this.sandbox;
    if (this.#refusal !== undefined) return asFaultResponse(read, this.#refusal, version, options);
    const plain = await runPost(read, options);
    const isPacked = parts !== undefined && (parts.isXop || !parts.isEmpty);
    const response =
      isPacked && plain.status === 200 && plain.body !== ""
        ? await packResponse(await this.#secured(plain, parts), parts)
        : plain;
    const destination = addressing?.destination(plain.isFault === true);
    if (addressing === undefined || destination === undefined || response.body === "") return response;
    if (!addressing.isNone(destination)) {
      void deliverResponse(destination, response).then((line) => options.log?.(line));
    }
    return emptyResponse(202, version);
  }

  #record(body: Buffer): Writable<SandboxRequest> {
    const { request, sandbox } = this;
    const record: Writable<SandboxRequest> = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: this.user === undefined ? request.headers : withoutProof(request.headers),
      body: recordedText(request.headers["content-type"], body),
      operation: undefined,
      mistakes: [],
    };
    const { requests, options } = sandbox;
    requests.push(record);
    sandbox.requestCharacters += record.body.length;
    while (requests.length > (options.keepRequests ?? 1000) || sandbox.requestCharacters > mostCharacters) {
      sandbox.requestCharacters -= requests.shift()?.body.length ?? 0;
    }
    return record;
  }

  #keep(record: SandboxRequest, { envelope, request }: ReadPost, page: HttpResponse | undefined): void {
    if (this.sandbox.log.keepsNone) return;
    const responseBody = page === undefined ? "" : textOf(page);
    this.sandbox.log.add({
      at: this.#at,
      elapsedMs: performance.now() - this.#started,
      path: record.path,
      operation: record.operation,
      soapVersion: envelope?.version,
      arguments: argumentsText(request?.args),
      fault: faultOf(responseBody),
      requestHeaders: textsOf(record.headers as IncomingHttpHeaders),
      requestBody: record.body,
      status: page?.status,
      responseHeaders: page ? { ...hostHeaders, ...page.headers } : {},
      responseBody,
      mistakes: record.mistakes,
      trouble: this.#trouble?.kind,
    });
  }
}

/** The code is a subcode in SOAP 1.2 (WS-Security 1.1, 12). */
export function refusedBy(error: unknown, version: SoapVersion): SandboxFault {
  const reason = error instanceof Error ? error.message : "The request was refused.";
  const code = (error as { readonly faultCode?: FaultName } | undefined)?.faultCode;
  const codes = version === "1.1" || code === undefined ? { code } : { subcodes: [code] };
  return new SandboxFault(reason, { ...codes, withoutDetail: true });
}

function tooLong(): SoapResponse {
  const message =
    "There was an exception running the extensions specified in the config file. ---> Maximum request length exceeded.";
  return withoutMaxAge(faultResponse(new SandboxFault(message, { code: "Server" }), "1.1"));
}

function textOf({ body, headers }: HttpResponse): string {
  return typeof body === "string" ? body : recordedText(headers["Content-Type"], Buffer.from(body));
}
