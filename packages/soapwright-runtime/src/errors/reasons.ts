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
  /** `timeoutMs` of the doctor is no whole number of milliseconds within its bounds. Remedy: Give one from 1 to 600,000. */
  "time-limit-of-checks": "CONFIGURATION";
  /** A header block of yours is one that the client writes itself. Remedy: Remove the block, or set `addressing: false`. */
  "addressing-block-twice": "CONFIGURATION";
  /** A header block of yours is of another version of WS-Addressing than the client. Remedy: Remove the block, or set `addressing` to its version. */
  "addressing-versions-mixed": "CONFIGURATION";
  /** The address in `replyTo` cannot be used. Remedy: Do what the message says. */
  "reply-address": "CONFIGURATION";
  /** The response cannot go to the address in `replyTo`. Remedy: Call the operation by a client without `replyTo`. */
  "reply-elsewhere": "CONFIGURATION";
  /** A reference parameter is a header block of the operation. Remedy: Leave it out. */
  "reference-is-header": "CONFIGURATION";
  /** The tables do not say which Action an operation has. Remedy: Generate them again, or set `addressing: false`. */
  "no-action": "CONFIGURATION";
  /** An option is a part of WS-Addressing, which is off. Remedy: Set `addressing: "1.0"` too. */
  "addressing-off": "CONFIGURATION";
  /** A reference parameter would go out as a header block of the client's own. Remedy: Leave it out. */
  "reference-is-own-block": "CONFIGURATION";
  /** A reference parameter is no element. Remedy: Give an `XmlElement`. */
  "reference-parameter": "CONFIGURATION";
  /** `referenceParameters` is no list. Remedy: Give a list of `XmlElement`. */
  "reference-parameters": "CONFIGURATION";
  /** A function of `sharedRate` failed, or returned what it may not. Remedy: Correct the function. */
  "shared-rate-failed": "CONFIGURATION";
  /** A function of `fairness` failed, or returned what it may not. Remedy: Correct the function. */
  "fairness-failed": "CONFIGURATION";
  /** The limit of each tenant is more than that of all. Remedy: Lower the limit of a tenant. */
  "tenant-limit": "CONFIGURATION";
  /** Processes that share a rate limit disagree on it. Remedy: Set `perSecond` to the same number everywhere, or use another name. */
  "rate-differs": "CONFIGURATION";
  /** An option of `redisRateLimit` has a value that it does not accept. Remedy: Set it to what the message names. */
  "redis-rate-option": "CONFIGURATION";
  /** An option of `security` or `signIn` has a value that cannot be used. Remedy: Set `option` to what the message names. */
  "security-option": "CONFIGURATION";
  /** `signIn` with Negotiate needs the package `kerberos`, which is missing or cannot be loaded. Remedy: `npm install kerberos`, with a compiler and libkrb5-dev. */
  "sign-in-package": "CONFIGURATION";
  /** Kerberos gives no ticket for the service. Remedy: `kinit`, or set `KRB5_CLIENT_KTNAME`; check the name of the service. */
  "sign-in-ticket": "CONFIGURATION";
  /** A sandbox that takes Negotiate lacks the package `kerberos`, or a key. Remedy: `npm install kerberos`, with a compiler and libkrb5-dev; set `KRB5_KTNAME`. */
  "kerberos-service": "CONFIGURATION";
  /** `signIn` signs in connections, and a plain `http:` service behind a proxy has none of its own. Remedy: Use `https:`, or no proxy. */
  "sign-in-behind-proxy": "CONFIGURATION";
  /** `signIn` signs in connections, which `transport` replaces. Remedy: Remove one of the two. */
  "sign-in-beside-transport": "CONFIGURATION";
  /** The issuer of `security.issuer` refused to issue a token. Remedy: Look at `cause`, its fault; then check `security.issuer`. */
  "issuer-refused": "CONFIGURATION";
  /** The issuer of `security.issuer` issued no token: it did not respond, or its response was not accepted. Remedy: Look at `cause`; then check `security.issuer`. */
  "issuer-failed": "CONFIGURATION";
  /** `cache` names an operation that the gateway does not serve. Remedy: Correct the name. */
  "cached-operation-unknown": "CONFIGURATION";
  /** `credentials` returned what `client.with()` does not accept. Remedy: Correct the function. */
  "credentials-unusable": "CONFIGURATION";
  /** Two operations have the same path. Remedy: Return another path for one of them. */
  "path-twice": "CONFIGURATION";
  /** `path` returned what cannot be the path of an operation. Remedy: Correct the function. */
  "path-invalid": "CONFIGURATION";
  /** `safe` names an operation that no client has. Remedy: Correct the name. */
  "safe-operation-unknown": "CONFIGURATION";
  /** `statuses` has a status that is none of an error. Remedy: Set it to a number from 400 to 599. */
  "status-invalid": "CONFIGURATION";
  /** The gateway cannot listen at its host and port. Remedy: Choose another host or port. */
  "gateway-cannot-listen": "CONFIGURATION";
  /** The port of the gateway is in use. Remedy: Choose another port. */
  "gateway-port-in-use": "CONFIGURATION";
  /** The gateway would be open to other machines without authentication. Remedy: Set `token` or `credentials`. */
  "gateway-open": "CONFIGURATION";
  /** `setSecurity` got something else than a security object. Remedy: Give a security object of node-soap, or null. */
  "security-object": "CONFIGURATION";
  /** A security object sets an option that no request would obey. Remedy: Set the option of the client that the message names. */
  "security-object-option": "CONFIGURATION";
  /** A function that returns credentials failed. Remedy: Look at `cause`. */
  "credential-function-failed": "CONFIGURATION";
  /** The client is closed. Remedy: Make a new one. */
  "client-closed": "CONFIGURATION";
  /** `client.soap` was used, and the client has no node-soap. Remedy: Hand in `nodeSoap()` with `features`. */
  "no-node-soap": "CONFIGURATION";
  /** The client does not have the operation of the call. Remedy: Do what the message says. */
  "operation-unknown": "CONFIGURATION";
  /** A credential that the call needs is missing. Remedy: Set it, or return it from the function. */
  "credential-missing": "CONFIGURATION";
  /** The client has no credential of that name. Remedy: Use one of the names in the message. */
  "credential-unknown": "CONFIGURATION";
  /** A function returned credentials with an expiry that cannot be used. Remedy: Correct the function. */
  "credential-expiry": "CONFIGURATION";
  /** A function returned something else than credentials. Remedy: Correct the function. */
  "credential-unusable": "CONFIGURATION";
  /** An allowed origin has a path. Remedy: Write it as in `https://host.example:8443`. */
  "origin-has-path": "CONFIGURATION";
  /** `tls` and `transport` are both set. Remedy: Set one of the two. */
  "tls-beside-transport": "CONFIGURATION";
  /** `endpoint` is at another origin than the client, which would get its credentials. Remedy: If you trust it, name it in `allowedOrigins`. */
  "origin-not-allowed": "CONFIGURATION";
  /** `quirks.errorKind` returned something else than a kind. Remedy: Return one of the kinds in the message. */
  "error-kind-unknown": "CONFIGURATION";
  /** `quirks.errorKind` failed. Remedy: Look at `cause`. */
  "error-kind-failed": "CONFIGURATION";
  /** Something that the client was given failed while the call was under way. Remedy: Look at `cause`. */
  "given-code-failed": "CONFIGURATION";
  /** `client.with()` replaces a feature that the client does not have. Remedy: Hand it in when you make the client. */
  "feature-not-there": "CONFIGURATION";
  /** A feature is in `features` twice. Remedy: Leave one out. */
  "feature-twice": "CONFIGURATION";
  /** A feature is made for another version of the run time. Remedy: Install versions that fit. */
  "feature-version": "CONFIGURATION";
  /** A client is made by another copy of the run time. Remedy: Install one for all. */
  "client-copy": "CONFIGURATION";
  /** Two features are of a kind of which a client takes one. Remedy: Leave one out. */
  "features-rival": "CONFIGURATION";
  /** A method of an object that the client was given returned what it may not. Remedy: Return what the message names. */
  "given-method-result": "CONFIGURATION";
  /** A method of an object that the client was given failed. Remedy: Look at `cause`. */
  "given-method-failed": "CONFIGURATION";
  /** An interceptor did not do what it has to. Remedy: Do what the message says. */
  "interceptor-failed": "CONFIGURATION";
  /** `httpHeaders` sets a header that SOAP or HTTP sets. Remedy: Leave it out. */
  "http-header-reserved": "CONFIGURATION";
  /** `httpHeaders` has a name that cannot be one of an HTTP header. Remedy: Correct the name. */
  "http-header-name": "CONFIGURATION";
  /** There is no option of that name. Remedy: Correct the name. */
  "option-unknown": "CONFIGURATION";
  /** An option has a value that it does not accept. Remedy: Set `option` to what the message names. */
  "option-value": "CONFIGURATION";
  /** `quirks.namespaces` returned what cannot be a namespace. Remedy: Correct the function. */
  "namespace-invalid": "CONFIGURATION";
  /** An option about connections is set beside `transport`. Remedy: Set one of the two. */
  "connection-option-beside-transport": "CONFIGURATION";
  /** The WSDL has no address. Remedy: Set `endpoint`. */
  "endpoint-needed": "CONFIGURATION";
  /** An option names an operation that the service does not have. Remedy: Correct the name. */
  "safe-operation-not-there": "CONFIGURATION";
  /** `auth` is set where the headers of the client are fixed. Remedy: Set `headers` too, or make the client with a function. */
  "auth-without-function": "CONFIGURATION";
  /** `tls` has a certificate, a key or a passphrase that cannot be used. Remedy: Correct it. */
  "tls-unusable": "CONFIGURATION";
  /** `tls.rejectUnauthorized` is set, and certificates are always checked. Remedy: Set `tls.ca` to the authority that issued the certificate. */
  "certificates-always-checked": "CONFIGURATION";
  /** The tables have something whose code the client was not given. Remedy: Generate them again with this version. */
  "tables-need-code": "CONFIGURATION";
  /** A policy of the WSDL requires an option that is not set. Remedy: Set `option`, or give `client.soap` a security object. */
  "policy-unmet": "CONFIGURATION";
  /** A policy of the WSDL requires what the client does not support. Remedy: Do what the message says, or set `quirks.policy`. */
  "policy-unsupported": "CONFIGURATION";
  /** A base URL or a namespace cannot be used. Remedy: Set it to what the message names. */
  "base-url": "CONFIGURATION";
  /** An option is set that the client sets itself. Remedy: Use the one that the message names. */
  "option-of-client": "CONFIGURATION";
  /** The variable of `soapVersion` is neither 1.1 nor 1.2. Remedy: Set it to one of them. */
  "variable-soap-version": "CONFIGURATION";
  /** A variable of the environment is missing. Remedy: Set the one that the message names. */
  "variable-missing": "CONFIGURATION";
  /** There is no version of that name. Remedy: Use one of those in the message. */
  "version-unknown": "CONFIGURATION";
  /** A security object or a header function given to `client.soap` failed. Remedy: Look at `cause`. */
  "soap-object-failed": "CONFIGURATION";
  /** An HTTP header has a character that it cannot carry. Remedy: Correct the value. */
  "http-header-value": "CONFIGURATION";
  /** A security object sets an HTTP header of the connection. Remedy: Correct the object. */
  "security-header-reserved": "CONFIGURATION";
  /** A security object sets a header whose name is invalid. Remedy: Correct the object. */
  "security-header-name": "CONFIGURATION";
  /** `extraHeaders` is no XML text of header blocks. Remedy: Correct the text. */
  "extra-headers-xml": "CONFIGURATION";
  /** `extraHeaders` is neither an element nor XML text. Remedy: Give one of the two. */
  "extra-headers": "CONFIGURATION";
  /** A header block does not match the schema. Remedy: Correct the value at `option`. */
  "header-value": "CONFIGURATION";
  /** `headers` is no object of header blocks. Remedy: Give an object. */
  headers: "CONFIGURATION";
  /** The WSDL declares no header block of that name. Remedy: Send it by `extraHeaders`. */
  "header-unknown": "CONFIGURATION";
  /** An address is plain `http:` to another machine. Remedy: Use `https:`, or set `allowInsecure: true`. */
  "address-insecure": "CONFIGURATION";
  /** An address cannot be used. Remedy: Give an absolute `http:` or `https:` address. */
  address: "CONFIGURATION";
  /** The request is too long for a transport of your own, which gets it as a whole. Remedy: Raise `limits.requestBytes`, or leave `transport` out. */
  "request-over-transport": "CONFIGURATION";
  /** `transport` is no transport. Remedy: Give an object with the function `send`. */
  transport: "CONFIGURATION";
  /** `proxy` is no address of a proxy. Remedy: Give an `http:` or `https:` address. */
  "proxy-address": "CONFIGURATION";
  /** `keep` names an element that the service does not have. Remedy: Correct the path. */
  "kept-element-unknown": "CONFIGURATION";
  /** A recorded request is not a call that the WSDL declares. Remedy: Check `namespaceBaseUrl`. */
  "recorded-call-unknown": "CONFIGURATION";
  /** The folder of the recordings cannot be made. Remedy: Name another folder. */
  "recordings-folder": "CONFIGURATION";
  /** A recording cannot be replayed. Remedy: Correct what the message names, or record it again. */
  recording: "CONFIGURATION";
  /** `upstream` has a query. Remedy: Give a base URL. */
  "upstream-query": "CONFIGURATION";
  /** A result for the sandbox cannot be encoded. Remedy: Correct the value at `option`. */
  "result-value": "CONFIGURATION";
  /** A result for the sandbox does not match the schema. Remedy: Correct the value at `option`. */
  "result-json": "CONFIGURATION";
  /** The sandbox cannot listen at its host and port. Remedy: Choose another host or port. */
  "sandbox-cannot-listen": "CONFIGURATION";
  /** An option of the sandbox is no absolute URL. Remedy: Give one as in the message. */
  "sandbox-url": "CONFIGURATION";
  /** A handler is for something that the service does not have. Remedy: Use one of the names in the message. */
  "handler-unknown": "CONFIGURATION";
  /** An injected error has a field that it does not take. Remedy: Use one of the names in the message. */
  "trouble-field": "CONFIGURATION";
  /** The data of the sandbox cannot be used. Remedy: Correct what the message names. */
  "sandbox-data": "CONFIGURATION";
  /** A value of the arguments does not match the schema. Remedy: Correct the value at `path`: `expected` says what it accepts, `received` what it got. */
  argument: "ARGUMENT";
  /** A `Blob` or a stream is the value of an element that the client sends as base64. Remedy: Set `mtom: true`, or give a `Uint8Array`. */
  "attachment-in-envelope": "ARGUMENT";
  /** What was given is no endpoint reference. Remedy: Give one as the service returned it. */
  "endpoint-reference": "ARGUMENT";
  /** The address of an endpoint reference cannot be used. Remedy: Ask its issuer for one with an `http:` or `https:` address. */
  "reference-address": "ARGUMENT";
  /** A stream of the arguments failed, or is shorter or longer than its length. Remedy: Give a stream of exactly that length. */
  "stream-failed": "ARGUMENT";
  /** A signed request has a stream that can be read once. Remedy: Give a `Uint8Array`, a `Blob`, or `attachmentOf` with a function. */
  "stream-read-twice": "ARGUMENT";
  /** `encode` was given a type that is in no table. Remedy: Give a type of the tables, or of a built-in type. */
  "type-unknown": "ARGUMENT";
  /** The request is over `limits.requestBytes`. Remedy: Send less in one call, or raise the limit. */
  "request-too-large": "ARGUMENT";
  /** The request has to be made again, and has a stream that can be read once. Remedy: Give octets that can be read again. */
  "stream-not-repeatable": "ARGUMENT";
  /** A document cannot be written from the value, or read from what was given. Remedy: Correct what is at `path`. */
  "document-argument": "ARGUMENT";
  /** Values in JSON do not match the schema. Remedy: Correct what the message names. */
  json: "ARGUMENT";
  /** The arguments are no object of the parts of the message, or have an unknown part. Remedy: Correct what is at `path`. */
  arguments: "ARGUMENT";
  /** No connection, or it was lost before the response was complete. Remedy: Check the address and the network; repeat the call if `sent` is `"no"`. */
  connection: "CONNECTION";
  /** The circuit breaker is open, because too many requests failed. Remedy: Call again after `breaker.nextTrial`. */
  "breaker-open": "CONNECTION";
  /** The service speaks TLS on this port. Remedy: Use `https:`. */
  "speaks-tls": "CONNECTION";
  /** The service does not speak TLS on this port. Remedy: Check the address and the port. */
  "speaks-no-tls": "CONNECTION";
  /** The connection was not allowed: a proxy refused it, or the address is not one to connect to. Remedy: Do what the message says. */
  "connector-refused": "CONNECTION";
  /** The service closed a kept connection before the request was written. Remedy: None: the client repeats the request. */
  "connection-stale": "CONNECTION";
  /** The host cannot be resolved. Remedy: Check its name, and the DNS of this machine. */
  "host-unknown": "CONNECTION";
  /** The host refused the connection. Remedy: Check the address, and that the service is running. */
  "connection-refused": "CONNECTION";
  /** The service wants a client certificate, or does not accept the one it got. Remedy: Set `tls.cert` and `tls.key`. */
  "client-certificate": "CONNECTION";
  /** The certificate of the service is not trusted. Remedy: Set `tls.ca`, or ask the owner of the service. */
  certificate: "CONNECTION";
  /** The response is shorter or longer than its Content-Length. Remedy: Report it to the owner of the service. */
  "response-length": "CONNECTION";
  /** The response has more than one Content-Length, or an invalid one. Remedy: Report it to the owner of the service. */
  "content-length": "CONNECTION";
  /** The response is not HTTP/1.1. Remedy: Check the address and the port. */
  "no-http": "CONNECTION";
  /** The connection was lost before the response was complete. Remedy: Repeat calls that only read. */
  "connection-lost": "CONNECTION";
  /** A transport of your own failed, or returned what is no response. Remedy: Look at `cause` and the message. */
  "transport-failed": "CONNECTION";
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
  /** Your signal stopped the doctor. Remedy: None. */
  "examination-stopped": "ABORTED";
  /** The attachments of a response were left before their end. Remedy: None. */
  "attachments-left": "ABORTED";
  /** The client was closed while nobody read a stream. Remedy: Read streams to their end before you close the client. */
  "closed-while-idle": "ABORTED";
  /** The client was closed with `force` while the call was under way. Remedy: None. */
  "closed-by-force": "ABORTED";
  /** A stream was left before its end. Remedy: None. */
  "stream-left": "ABORTED";
  /** More calls wait than `limits.queued` allows. Remedy: Make fewer calls at a time, or raise the limit. */
  "queue-full": "OVERLOADED";
  /** The service responded with a status that is no success, and without a fault. Remedy: Look at `status`, `excerpt` and `kind`. */
  status: "HTTP";
  /** The service responded with a redirect, which the client does not follow. Remedy: Set `endpoint` to the address in `location`, if you trust it. */
  redirect: "HTTP";
  /** The service does not offer the scheme of `signIn`. Nothing was sent to it that depends on the password. Remedy: Check `signIn.scheme`; a weaker scheme reveals more. */
  "sign-in-scheme": "HTTP";
  /** The proxy refused the sign-in of `signIn.proxy`. Remedy: Check user name, password and ticket for it. */
  "sign-in-proxy": "HTTP";
  /** The service responded with a status that is no success, and a body that cannot be read. Remedy: Look at `status` and `cause`. */
  "status-unreadable": "HTTP";
  /** The service responded with a part of a response. Remedy: Report it to the owner of the service. */
  "partial-content": "HTTP";
  /** The service returned a SOAP fault. Remedy: Look at `kind`, and at `fault.code` and `fault.reason`. */
  fault: "FAULT";
  /** The response is not well-formed XML, has a DTD, or has bytes that are invalid in its encoding. Remedy: Report it to the owner of the service. */
  xml: "RESPONSE";
  /** The response is not the SOAP message that was expected. Remedy: Check the address; then report it to the owner of the service. */
  envelope: "RESPONSE";
  /** A header block of the response must be understood, and neither the WSDL nor a feature of the client knows it. Remedy: Hand in the feature for it, or name the block in `understands`. */
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
  /** The challenge of the service is malformed. Remedy: Report it to the owner of the service. */
  "sign-in-challenge": "RESPONSE";
  /** The challenge of the service leaves only a weaker scheme, such as NTLMv1. Remedy: Have the service accept the one that was set. */
  "sign-in-weaker": "RESPONSE";
  /** The token of the service does not prove who it is. Remedy: Check the address; then report it to the owner of the service. */
  "sign-in-unproven": "RESPONSE";
  /** The service closes the connection during the sign-in. Remedy: Have the service and the gateways before it keep connections open. */
  "sign-in-connection": "RESPONSE";
  /** The message is not signed. Remedy: Ask the service to sign responses, or leave `verify` out of `security()`. */
  "not-signed": "RESPONSE";
  /** The encrypted parts of the message cannot be decrypted. Remedy: Compare `security.decryption` with the certificate that the service encrypts for. */
  decryption: "RESPONSE";
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
  /** The token in an issuer's response is not the one that was asked for, or it has expired. Remedy: Compare `security.issuer` with what the issuer says in the message; then report it to its owner. */
  "issued-token": "RESPONSE";
  /** An input of the export cannot be read. Remedy: Correct what the message names. */
  "input-unreadable": "EXPORT";
  /** The inputs differ from those of the run before. Remedy: Restore them, or begin anew with `restart`. */
  "inputs-changed": "EXPORT";
  /** Another run holds the journal or the table. Remedy: Wait until it has ended, or choose another. */
  "export-locked": "EXPORT";
  /** The journal is of another export, or a file differs from it. Remedy: Give this export another journal, or begin anew with `restart`. */
  "journal-differs": "EXPORT";
  /** A table has another shape. Remedy: Choose another table, or change it. */
  "table-differs": "EXPORT";
  /** A file or a table cannot be read or written. Remedy: Remove the cause, then run the same export again. */
  "storage-failed": "EXPORT";
  /** There is no connection to the database or the queue. Remedy: Check that it is running, and its address. */
  "storage-unreachable": "EXPORT";
  /** The service refuses one call after another. Remedy: Check the credentials and the address. */
  "service-refuses": "EXPORT";
  /** The service did not respond for too long. Remedy: Run the same export again when it is back. */
  "service-unavailable": "EXPORT";
  /** An option of the export is wrong, or a package is missing. Remedy: Do what the message says. */
  "export-option": "EXPORT";
  /** The command line is wrong. Remedy: Correct what the message names. */
  usage: "COMMAND";
  /** An error that no list has. Remedy: Report it, with its name. */
  unexpected: "COMMAND";
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
  /** There is no connection. Remedy: Check the address and the network. */
  "not-connected": "CONNECTION" | "SKIPPED";
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
