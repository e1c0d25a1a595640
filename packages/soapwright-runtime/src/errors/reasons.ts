/**
 * The list of reasons: each code that `error.reason`, or the `reason` of a diagnostic, can be. A code stays when the text
 * changes, so that programs decide by it. The value is the code of the class, or the kind of message, that has the reason.
 * Each docstring says what the reason means and, after "Remedy:", what to do; `scripts/write-reasons.ts` writes
 * the list in docs/errors.md from them.
 */
export interface Reasons {
  /** An option has a value that it does not accept, or two options do not fit. Remedy: Set `option` to what the message names. */
  configuration: "CONFIGURATION" | "FINDING";
  /** The messages of the operation have attachments, and the client has no feature that reads and writes them. Remedy: Hand in `attachments()` with `features`. */
  "attachments-needed": "CONFIGURATION";
  /** A value of the arguments does not match the schema. Remedy: Correct the value at `path`: `expected` says what it accepts, `received` what it got. */
  argument: "ARGUMENT";
  /** A `Blob` or a stream is the value of an element that the client sends as base64. Remedy: Set `mtom: true`, or give a `Uint8Array`. */
  "attachment-in-envelope": "ARGUMENT";
  /** No connection, or it was lost before the response was complete. Remedy: Check the address and the network; repeat the call if `sent` is `"no"`. */
  connection: "CONNECTION";
  /** The circuit breaker is open, because too many requests failed. Remedy: Call again after `breaker.nextTrial`. */
  "breaker-open": "CONNECTION";
  /** No connection was made within `connections.connectTimeoutMs`. Remedy: Check the address and the network, or raise the limit. */
  "timeout-connect": "TIMEOUT";
  /** The service did not respond completely within `timeoutMs`. Remedy: Raise the limit, or call again later. */
  "timeout-attempt": "TIMEOUT";
  /** The call with its retries and waits took longer than `deadlineMs`. Remedy: Raise the limit, or call again later. */
  "timeout-deadline": "TIMEOUT";
  /** Nobody read from a stream for `limits.streamIdleMs`. Remedy: Read the stream to its end, or leave it with `return()`. */
  "timeout-consumer": "TIMEOUT";
  /** The time limit of your signal ended the call. Remedy: Allow more time, or call again later. */
  "timeout-signal": "TIMEOUT";
  /** Your signal or the closing of the client ended the call. Remedy: None: `cause` is the reason of the signal. */
  aborted: "ABORTED";
  /** More calls wait than `limits.queued` allows. Remedy: Make fewer calls at a time, or raise the limit. */
  "queue-full": "OVERLOADED";
  /** The service responded with a status that is no success, and without a fault. Remedy: Look at `status`, `excerpt` and `kind`. */
  status: "HTTP";
  /** The service responded with a redirect, which the client does not follow. Remedy: Set `endpoint` to the address in `location`, if you trust it. */
  redirect: "HTTP";
  /** The service returned a SOAP fault. Remedy: Look at `kind`, and at `fault.code` and `fault.reason`. */
  fault: "FAULT";
  /** The response is not well-formed XML, has a DTD, or has bytes that are invalid in its encoding. Remedy: Report it to the owner of the service. */
  xml: "RESPONSE";
  /** The response is not the SOAP message that was expected. Remedy: Check the address; then report it to the owner of the service. */
  envelope: "RESPONSE";
  /** A header block of the response must be understood, and neither the WSDL nor a feature of the client knows it. Remedy: Hand in the feature for it, or name the block in `quirks.understoodHeaders`. */
  "header-not-understood": "RESPONSE";
  /** A value of the response does not match the schema. Remedy: Report `path` to the owner of the service, or set `validation: "lenient"`. */
  value: "RESPONSE";
  /** A value of a verified response has a prefix that no signature covers. Remedy: Ask the service to list the prefix in `InclusiveNamespaces` of its signature. */
  "prefix-not-signed": "RESPONSE";
  /** The response is over a limit of the client. Remedy: Raise the option that the message names. */
  limit: "RESPONSE";
  /** The response has a content type that is not one of SOAP. Remedy: Check the address. */
  "content-type": "RESPONSE";
  /** The response is encoded in a way that the client does not read. Remedy: Report it to the owner of the service. */
  "content-encoding": "RESPONSE";
  /** The parts of a multipart response cannot be read, or the envelope refers to a part that is missing. Remedy: Report it to the owner of the service. */
  attachment: "RESPONSE";
  /** A feature that verifies messages did not accept one. Remedy: Check `security.verify`; then report it to the owner of the service. */
  security: "RESPONSE";
  /** The message is not signed. Remedy: Ask the service to sign responses, or leave `verify` out of `security()`. */
  "not-signed": "RESPONSE";
  /** The message lacks a part that has to be signed. Remedy: Set the parts that the service signs with `security.verify.parts`. */
  "signed-part-missing": "RESPONSE";
  /** The request has no Timestamp, which the service requires. Remedy: Set `security.timestamp` of the client. */
  "timestamp-missing": "RESPONSE";
  /** The Timestamp of the message is in the future. Remedy: Compare the clocks of both machines, or raise `security.verify.clockSkewMs`. */
  "timestamp-in-future": "RESPONSE";
  /** The Timestamp of the message has expired. Remedy: Compare the clocks of both machines, or raise `security.verify.clockSkewMs`. */
  "timestamp-expired": "RESPONSE";
  /** The Timestamp of the message is older than `security.verify.maxAgeMs` allows. Remedy: Compare the clocks of both machines, or raise the limit. */
  "timestamp-too-old": "RESPONSE";
  /** The service refused the header blocks of WS-Addressing. Remedy: Hand in the feature that the message names. */
  "addressing-refused": "FINDING";
  /** The service's WSDL requires WS-Addressing, and the client does not send it. Remedy: Hand in `addressing()` with `features`. */
  "addressing-required": "FINDING";
  /** The certificate of the service has expired. Remedy: Ask its owner to renew it. */
  "certificate-expired": "FINDING";
  /** The certificate of the service ends soon. Remedy: Ask its owner to renew it. */
  "certificate-expires": "FINDING";
  /** The certificate of the service is for another host. Remedy: Check the address; then ask its owner. */
  "certificate-name": "FINDING";
  /** The certificate of the service is not valid yet. Remedy: Compare the clocks; then ask its owner. */
  "certificate-not-yet-valid": "FINDING";
  /** The certificate of the service is not of a trusted authority. Remedy: Set `tls.ca` to the authority that issued it. */
  "certificate-untrusted": "FINDING";
  /** The clocks of this machine and of the service differ. Remedy: Set the clock of this machine. */
  "clock-differs": "FINDING";
  /** The service's WSDL differs from the client's in a way that breaks calls. Remedy: Generate the client again. */
  "contract-breaking": "FINDING";
  /** The service's WSDL differs from the client's, and calls work. Remedy: Generate the client again when you need what is new. */
  "contract-compatible": "FINDING";
  /** There are more differences of the WSDLs than are shown. Remedy: Run `soapwright diff` for all of them. */
  "more-differences": "FINDING";
  /** The service did not accept the credentials. Remedy: Check the credentials; do not repeat the call. */
  "credentials-refused": "FINDING";
  /** The host cannot be resolved. Remedy: Check its name, and the DNS of this machine. */
  "dns-failed": "FINDING";
  /** The check failed for a reason of its own. Remedy: Report it with the name of the error. */
  failed: "FINDING";
  /** The service did not respond over HTTP. Remedy: Check the address and the network. */
  "http-failed": "FINDING";
  /** The service, or a gateway in front of it, shows a status of failure. Remedy: Ask its owner. */
  "http-status": "FINDING";
  /** A gateway shows a login page in place of the service. Remedy: Ask its owner for access without a login page. */
  "login-page": "FINDING";
  /** The service has another namespace than the client. Remedy: Set the namespace that the message names. */
  "namespace-differs": "FINDING";
  /** A fault may mean that the namespace of the client is wrong. Remedy: Compare the namespace with the service's WSDL. */
  "namespace-doubtful": "FINDING";
  /** The service does not accept connections. Remedy: Check the address, the port and the firewalls. */
  "no-connection": "FINDING";
  /** What responds to calls is no SOAP service. Remedy: Check the address. */
  "no-soap": "FINDING";
  /** The address shows no WSDL. Remedy: Check the address if calls fail too. */
  "no-wsdl": "FINDING" | "SKIPPED";
  /** The client's own WSDL cannot be read. Remedy: Correct what the message names. */
  "own-wsdl": "FINDING";
  /** The address is plain `http:`. Remedy: Use `https:` if the service has it. */
  "plain-http": "FINDING" | "SKIPPED";
  /** The proxy asks for credentials. Remedy: Put them into the proxy setting. */
  "proxy-credentials": "FINDING";
  /** The environment has a proxy that the client does not use. Remedy: Set `proxy: "environment"` if the service is behind it. */
  "proxy-unused": "FINDING";
  /** The call that reads failed. Remedy: Do what the message says. */
  "read-failed": "FINDING";
  /** The address sends callers elsewhere. Remedy: Set the address that you trust. */
  redirected: "FINDING";
  /** The service refused how the request is secured. Remedy: Hand in `security()` with what the service asks for. */
  "security-refused": "FINDING";
  /** The service's WSDL does not have the client's SOAP version. Remedy: Set `soapVersion`. */
  "soap-version-missing": "FINDING";
  /** The check took longer than its time limit. Remedy: Check the network and the service, or allow more time. */
  timeout: "FINDING";
  /** The TLS handshake failed. Remedy: Check the address and the port. */
  "tls-failed": "FINDING";
  /** Nothing takes calls at the address. Remedy: Check the address. */
  "wrong-address": "FINDING";
  /** The service does not show its WSDL without a login. Remedy: None: the contract is not compared. */
  "wsdl-refused": "FINDING";
  /** The check needs one that failed: `blockedBy` names it. Remedy: Correct that one first. */
  "check-blocked": "SKIPPED";
  /** The service did not respond in time before, so that it is not called again. Remedy: Correct that first. */
  "service-silent": "SKIPPED";
  /** The service or version is left out. Remedy: Do what the message says. */
  "not-examined": "SKIPPED";
  /** The client sends requests over a transport of its own, which cannot be examined. Remedy: None. */
  "own-transport": "SKIPPED";
  /** The proxy connects to the service. Remedy: None. */
  "proxy-connects": "SKIPPED";
  /** The proxy resolves the host. Remedy: None. */
  "proxy-resolves": "SKIPPED";
  /** The host is an IP address. Remedy: None. */
  "host-is-address": "SKIPPED";
  /** No operation was given to read with. Remedy: Give one that only reads. */
  "no-read": "SKIPPED";
  /** The arguments of the operation to read with are wrong. Remedy: Correct them. */
  "read-not-sent": "SKIPPED";
  /** There is no connection to examine. Remedy: Correct the check before it. */
  "not-connected": "SKIPPED";
  /** There is no response whose time could be compared. Remedy: None. */
  "no-response": "SKIPPED";
  /** The response has no Date header. Remedy: None. */
  "no-date": "SKIPPED";
  /** Nothing was read over HTTP, so there is no WSDL to compare with. Remedy: See the check of HTTP. */
  "nothing-read": "SKIPPED";
  /** Neither a WSDL nor a response shows the namespace of the service. Remedy: Give an operation to read with. */
  "no-namespace": "SKIPPED";
  /** There is no WSDL, and the fault does not say whether the namespace is right. Remedy: Compare the namespace by hand. */
  "namespace-not-shown": "SKIPPED";
}

/** The reasons that errors of one class can have. */
export type ReasonOf<Kind extends Reasons[keyof Reasons]> = {
  [Reason in keyof Reasons]: Extract<Reasons[Reason], Kind> extends never ? never : Reason;
}[keyof Reasons];

/** The code of a reason: see docs/errors.md. */
export type Reason = keyof Reasons;
