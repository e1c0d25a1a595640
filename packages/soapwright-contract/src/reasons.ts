/**
 * The list of reasons of diagnostics, and of what a command prints about no document. A code stays when the text changes, so
 * that programs decide by it. The value is the part of the work that has the reason. Each docstring says what the reason means
 * and, after "Remedy:", what to do; `scripts/write-reasons.ts` writes the list in docs/errors.md from them.
 */
export interface DiagnosticReasons {
  /** There are more catalogs than `--max-files` allows. Remedy: Raise the limit, or name fewer. */
  "too-many-catalogs": "DOCUMENT";
  /** A catalog begins as XML and cannot be read. Remedy: Correct the file. */
  "catalog-not-xml": "DOCUMENT";
  /** An XML file that was given as a catalog has another root than `catalog`. Remedy: Name a catalog. */
  "catalog-root": "DOCUMENT";
  /** A line of a catalog is no entry. Remedy: Write a namespace or location, a tab and a path. */
  "catalog-line": "DOCUMENT";
  /** A catalog has an element that is not read. Remedy: Write one of the elements in the message. */
  "catalog-element-unread": "DOCUMENT";
  /** An entry of a catalog lacks its key or its target. Remedy: Write both attributes. */
  "catalog-entry-incomplete": "DOCUMENT";
  /** `nextCatalog` does not name a local file. Remedy: Write its attribute `catalog`. */
  "catalog-next-incomplete": "DOCUMENT";
  /** The document has no bytes. Remedy: Fetch it again. */
  "document-empty": "DOCUMENT";
  /** The document has white space alone. Remedy: Fetch it again. */
  "document-blank": "DOCUMENT";
  /** The document is compressed by gzip. Remedy: Unpack it. */
  "document-gzip": "DOCUMENT";
  /** The document is a zip file. Remedy: Unpack it. */
  "document-zip": "DOCUMENT";
  /** The document is the HTML page of a login. Remedy: Sign in with a browser, and save the document of the address that ends with `?wsdl`. */
  "document-login-page": "DOCUMENT";
  /** The document is an HTML page. Remedy: Fetch the document of the address that ends with `?wsdl`. */
  "document-html": "DOCUMENT";
  /** The document is declared as UTF-16, and its bytes are not. Remedy: Save it as UTF-8, or declare its encoding. */
  "encoding-not-utf-16": "DOCUMENT";
  /** The document is declared in one encoding, and begins as another. Remedy: Save it as UTF-8, or declare its encoding. */
  "encoding-contradicted": "DOCUMENT";
  /** The document is declared in an encoding that is not known. Remedy: Save it as UTF-8. */
  "encoding-unknown": "DOCUMENT";
  /** The bytes are not of the declared encoding. Remedy: Save the document as UTF-8, or declare its encoding. */
  "encoding-bytes-invalid": "DOCUMENT";
  /** A byte is not of the document's encoding. Remedy: Save the document as UTF-8, or declare its encoding. */
  "encoding-byte-invalid": "DOCUMENT";
  /** The document is not well-formed XML. Remedy: Correct it at the place in the message. */
  "not-well-formed": "DOCUMENT";
  /** An `&` starts no reference. Remedy: Write `&amp;`. */
  "ampersand-raw": "DOCUMENT";
  /** A reference is to an entity that XML does not define. Remedy: Write the text that it means. */
  "entity-undefined": "DOCUMENT";
  /** The document type declaration has a reference to a parameter entity. Remedy: Write the text that it means. */
  "parameter-entity": "DOCUMENT";
  /** A document type declaration is ignored. Remedy: None, unless its entities or defaults are needed. */
  "dtd-ignored": "DOCUMENT";
  /** Elements are nested deeper than `--max-depth`. Remedy: Raise the limit. */
  "xml-too-deep": "DOCUMENT";
  /** A namespace is that of XML Schema, misspelled; it is read as meant. Remedy: Write the namespace in the message. */
  "schema-namespace-misspelled": "DOCUMENT";
  /** An attribute appears twice on one element. Remedy: Remove one. */
  "attribute-twice": "DOCUMENT";
  /** A declaration binds a reserved prefix or namespace. Remedy: Remove it. */
  "prefix-reserved": "DOCUMENT";
  /** A declaration takes a prefix back, which XML 1.0 does not allow. Remedy: Remove it. */
  "prefix-taken-back": "DOCUMENT";
  /** The prefix of an element or attribute is not declared. Remedy: Declare it. */
  "prefix-undeclared": "DOCUMENT";
  /** A name has several prefixes, or an empty one. Remedy: Correct the name. */
  "name-malformed": "DOCUMENT";
  /** A file does not exist. Remedy: Correct its name, or map it with `--catalog`. */
  "file-missing": "DOCUMENT";
  /** The path of a file cannot be followed. Remedy: Check its permissions. */
  "path-unreadable": "DOCUMENT";
  /** A file cannot be opened. Remedy: Check its permissions. */
  "file-unreadable": "DOCUMENT";
  /** A file is larger than `--max-file-bytes`. Remedy: Raise the limit. */
  "file-too-large": "DOCUMENT";
  /** A path is a folder, a device, a FIFO or a socket. Remedy: Name a file. */
  "file-irregular": "DOCUMENT";
  /** Nothing is piped into the command. Remedy: Pipe a document in. */
  "stdin-terminal": "DOCUMENT";
  /** What is piped in is larger than `--max-file-bytes`. Remedy: Raise the limit. */
  "stdin-too-large": "DOCUMENT";
  /** What is piped in is empty. Remedy: Check the command before the pipe. */
  "stdin-empty": "DOCUMENT";
  /** The documents of the network took longer than `--total-timeout-ms` together. Remedy: Raise the limit. */
  "network-too-slow": "DOCUMENT";
  /** A document of the network took longer than `--timeout-ms`. Remedy: Raise the limit. */
  "document-too-slow": "DOCUMENT";
  /** A document of the network cannot be fetched. Remedy: Check the address, the network and the certificate. */
  "fetch-failed": "DOCUMENT";
  /** The server of a document returned another status than 200. Remedy: Check the address and the credentials. */
  "fetch-status": "DOCUMENT";
  /** The server of a document redirects too often. Remedy: Name the last address. */
  "redirects-too-many": "DOCUMENT";
  /** A document of the network is larger than `--max-file-bytes`. Remedy: Raise the limit. */
  "remote-too-large": "DOCUMENT";
  /** A server redirects to what is no address. Remedy: Name the address of the document. */
  "redirect-malformed": "DOCUMENT";
  /** A server redirects to an address that is neither http nor https. Remedy: Name the address of the document. */
  "redirect-scheme": "DOCUMENT";
  /** A server redirects from https to http. Remedy: Name that address itself if you trust it. */
  "redirect-unencrypted": "DOCUMENT";
  /** An import has no location, and no catalog has its namespace. Remedy: Map the namespace with `--catalog`. */
  "location-missing": "DOCUMENT";
  /** A document of the network refers to a local file. Remedy: Map it with `--catalog`. */
  "local-from-remote": "DOCUMENT";
  /** A document of the network is no XML. Remedy: Map it to a file with `--catalog`. */
  "remote-not-xml": "DOCUMENT";
  /** There are more files than `--max-files` allows. Remedy: Raise the limit. */
  "too-many-files": "DOCUMENT";
  /** All files together have more bytes than `--max-total-bytes`. Remedy: Raise the limit. */
  "too-many-bytes": "DOCUMENT";
  /** A document is outside the folder of the WSDL's address. Remedy: Allow it with `--allow-outside`, or map it with `--catalog`. */
  "address-outside": "DOCUMENT";
  /** A document would be read from the network, or from another host. Remedy: Map it with `--catalog`, or allow it with `--allow-remote`. */
  "network-not-allowed": "DOCUMENT";
  /** A file is outside the folder of the WSDL. Remedy: Allow it with `--allow-outside`, or map it with `--catalog`. */
  "file-outside": "DOCUMENT";
  /** A reference to a document is no address. Remedy: Correct it. */
  "address-malformed": "DOCUMENT";
  /** A `file:` address does not name a local file. Remedy: Correct it. */
  "file-address-malformed": "DOCUMENT";
  /** A reference has a scheme that is not read. Remedy: Map it with `--catalog`. */
  "address-scheme": "DOCUMENT";
  /** A reference cannot be a path. Remedy: Correct it. */
  "path-malformed": "DOCUMENT";
  /** Flags permit several of the errors. Remedy: Run the command with the flags in the message. */
  "errors-permitted": "DOCUMENT";
  /** A zip file is not complete. Remedy: Fetch it again. */
  "zip-unreadable": "DOCUMENT";
  /** The documents of a zip file are larger than they may be. Remedy: Unpack it, and name the WSDL. */
  "zip-too-large": "DOCUMENT";
  /** A zip file has a file outside of its own folder. Remedy: Do not use it. */
  "zip-outside": "DOCUMENT";
  /** A zip file has no WSDL. Remedy: Name another file. */
  "zip-without-wsdl": "DOCUMENT";
  /** A zip file has several WSDLs. Remedy: Unpack it, and name one. */
  "zip-several": "DOCUMENT";
  /** The WSDL has no service. Remedy: Name the WSDL that has one. */
  "no-service": "DOCUMENT";
  /** The WSDL has several services. Remedy: Choose one. */
  "service-not-chosen": "DOCUMENT";
  /** The WSDL does not have the service. Remedy: Correct the name. */
  "service-unknown": "DOCUMENT";
  /** The service does not have the operation. Remedy: Correct the name. */
  "opened-operation-unknown": "DOCUMENT";
  /** The documents that a service shows are larger than the doctor reads. Remedy: None: the contract is not compared. */
  "live-too-large": "DOCUMENT";
  /** The documents that a service shows have more elements than the doctor reads. Remedy: None: the contract is not compared. */
  "live-too-many-elements": "DOCUMENT";
  /** A document that a service shows cannot be read. Remedy: Do what the message says. */
  "live-unreadable": "DOCUMENT";
  /** The root of the document is not one of WSDL 1.1. Remedy: Name a WSDL. */
  "not-a-wsdl": "WSDL";
  /** An `xs:import` is directly in `types`; it is followed. Remedy: Put it into an `xs:schema`. */
  "import-in-types": "WSDL";
  /** `types` has an element that is no XML Schema; it is ignored. Remedy: None. */
  "types-foreign": "WSDL";
  /** WSDLs import each other deeper than `--max-depth`. Remedy: Raise the limit. */
  "imports-too-deep": "WSDL";
  /** An element is not allowed in its parent. Remedy: Move or remove it. */
  "element-misplaced": "WSDL";
  /** A namespace of WSDL has no such element. Remedy: Correct its name. */
  "element-unknown": "WSDL";
  /** An element of WSDL has no namespace. Remedy: Write its namespace. */
  "element-without-namespace": "WSDL";
  /** The namespace of an element is one of WSDL, misspelled. Remedy: Correct the namespace. */
  "element-namespace-unknown": "WSDL";
  /** An element has no such attribute. Remedy: Correct its name. */
  "attribute-unknown": "WSDL";
  /** An element has no such attribute of that namespace. Remedy: Write it without a prefix. */
  "attribute-namespace-unknown": "WSDL";
  /** An attribute has a value that is not one of its list. Remedy: Write one of the values in the message. */
  "attribute-value-unknown": "WSDL";
  /** The transport of a binding is misspelled; it is read as HTTP. Remedy: Correct it. */
  "transport-unknown": "WSDL";
  /** A message, port type or binding has no name. Remedy: Name it. */
  "component-unnamed": "WSDL";
  /** A message, port type or binding is defined twice. Remedy: Remove one. */
  "component-twice": "WSDL";
  /** A message, port type or binding is not defined. Remedy: Correct the reference. */
  "component-undefined": "WSDL";
  /** A component that no operation reaches is left out, because it refers to what is wrong. Remedy: None. */
  "component-left-out": "WSDL";
  /** An element lacks the attribute that names a component. Remedy: Write it. */
  "attribute-missing": "WSDL";
  /** A name without a prefix is read in the namespace that has it. Remedy: Write the prefix. */
  "prefix-assumed": "WSDL";
  /** A name is none of XML. Remedy: Use letters, digits, hyphens, underscores and full stops. */
  "not-an-ncname": "WSDL";
  /** The WSDL has no service. Remedy: Continue with `--allow-no-service`. */
  "service-missing": "WSDL";
  /** The WSDL has neither binding nor service. Remedy: Name the WSDL that has them. */
  "binding-missing": "WSDL";
  /** A service has no name. Remedy: Name it. */
  "service-unnamed": "WSDL";
  /** A service has no port. Remedy: Write one. */
  "service-without-port": "WSDL";
  /** A port has no address. Remedy: Give the endpoint when you make the client. */
  "port-address-missing": "WSDL";
  /** The WSDL has no SOAP operation that can be called. Remedy: Name the WSDL that has them; types can be generated. */
  "no-soap-operation": "WSDL";
  /** `--skip-operation` names an operation that the WSDL does not have. Remedy: Correct the name. */
  "skipped-operation-unknown": "WSDL";
  /** A binding is not of SOAP, and is left out. Remedy: None. */
  "binding-not-soap": "WSDL";
  /** A binding has operations of SOAP and no `soap:binding`. Remedy: None: it is read as document style over HTTP. */
  "soap-binding-missing": "WSDL";
  /** `--skip-operation` names the operation. Remedy: None. */
  "operation-skipped": "WSDL";
  /** An operation is bound twice alike; the second is left out. Remedy: None. */
  "operation-bound-alike": "WSDL";
  /** An operation is bound twice. Remedy: Let overloads differ in the names of their input and output. */
  "operation-bound-twice": "WSDL";
  /** An operation of the port type is not bound, and is left out. Remedy: None. */
  "operation-not-bound": "WSDL";
  /** A binding has an operation that its port type does not have. Remedy: Correct the name. */
  "operation-not-in-port-type": "WSDL";
  /** An operation is overloaded, and the binding does not say which is meant. Remedy: Name input and output in the binding as in the port type. */
  "overload-ambiguous": "WSDL";
  /** The binding of an operation has no input. Remedy: Write it, or use `--allow-missing-messages`. */
  "binding-input-missing": "WSDL";
  /** The binding of an operation has no output. Remedy: Write it, or use `--allow-missing-messages`. */
  "binding-output-missing": "WSDL";
  /** An operation has an output in the binding alone, which is left out. Remedy: None. */
  "output-not-in-port-type": "WSDL";
  /** A binding has a fault that its port type does not have; it is left out. Remedy: None. */
  "fault-not-in-port-type": "WSDL";
  /** An operation is declared twice alike; the second is left out. Remedy: None. */
  "operation-declared-alike": "WSDL";
  /** An operation has no name. Remedy: Name it. */
  "operation-unnamed": "WSDL";
  /** An operation has neither input nor output. Remedy: Leave it out with `--allow-missing-messages`. */
  "operation-without-messages": "WSDL";
  /** The service starts the operation, so that a client cannot call it; it is left out. Remedy: None. */
  "operation-of-service": "WSDL";
  /** An operation has two inputs. Remedy: Remove one. */
  "input-twice": "WSDL";
  /** A fault appears twice in one operation. Remedy: Remove one. */
  "fault-twice": "WSDL";
  /** A part of a message has no name. Remedy: Name it. */
  "part-unnamed": "WSDL";
  /** A part appears twice in one message. Remedy: Remove one. */
  "part-twice": "WSDL";
  /** A part has both an element and a type, or neither. Remedy: Write one of the two. */
  "part-element-or-type": "WSDL";
  /** A part of a document style binding names a type; it is sent as an element of its name. Remedy: Name an element instead. */
  "part-type-in-document": "WSDL";
  /** A message has two `soap:body`. Remedy: Remove one. */
  "body-twice": "WSDL";
  /** A message has no `soap:body`; it is read as literal with every part. Remedy: None. */
  "body-missing": "WSDL";
  /** `soap:body` names a part that its message does not have. Remedy: Correct the name. */
  "body-part-unknown": "WSDL";
  /** `soap:header` names no part. Remedy: Name one. */
  "header-part-missing": "WSDL";
  /** `soap:header` names a part that its message does not have. Remedy: Correct the name. */
  "header-part-unknown": "WSDL";
  /** `use` is neither literal nor encoded. Remedy: Write one of the two. */
  "use-unknown": "WSDL";
  /** The `soap:body` of an rpc operation names no namespace. Remedy: Use `--rpc-namespace`. */
  "rpc-namespace-missing": "WSDL";
  /** The name of an rpc operation or part cannot be one of an element. Remedy: Correct the name. */
  "element-name-invalid": "WSDL";
  /** A multipart message has no part with a `soap:body`. Remedy: Write one. */
  "multipart-root-missing": "WSDL";
  /** A multipart message has several parts with a `soap:body`. Remedy: Leave one. */
  "multipart-roots-several": "WSDL";
  /** The alternatives of one MIME part name different parts. Remedy: Name the same part. */
  "mime-part-differs": "WSDL";
  /** `mime:content` names a part that its message does not have. Remedy: Correct the name. */
  "mime-part-unknown": "WSDL";
  /** An extension is required by the service and not known. Remedy: If the service can be called without it, continue with `--ignore-required`. */
  "extension-required": "WSDL";
  /** An extension is left out, or read in part. Remedy: None. */
  "extension-ignored": "WSDL";
  /** A port has two endpoint references. Remedy: Remove one. */
  "reference-twice": "WSDL";
  /** An endpoint reference has no address, or several. Remedy: Write one. */
  "reference-address-count": "WSDL";
  /** The address of an endpoint reference differs from that of the port, which is used. Remedy: Make them the same. */
  "reference-address-differs": "WSDL";
  /** A reference parameter would be a header block of the client's own. Remedy: Remove it. */
  "reference-parameter-own": "WSDL";
  /** An endpoint reference is of another version of WS-Addressing than its port. Remedy: Write it in the version of the port. */
  "reference-version": "WSDL";
  /** `wsaw:Anonymous` has an unknown value, which is ignored. Remedy: Write required, optional or prohibited. */
  "anonymous-unknown": "WSDL";
  /** A policy is not in the documents; what it requires is not known. Remedy: None. */
  "policy-unknown": "WSDL";
  /** A policy asks by an assertion for security that no client has. Remedy: As the message says, or `quirks.policy`. */
  "policy-not-met": "WSDL";
  /** Two versions of WS-Addressing are required together. Remedy: Remove one. */
  "addressing-versions-contradict": "WSDL";
  /** Responses to the anonymous address are required and prohibited. Remedy: Remove one. */
  "anonymous-contradicts": "WSDL";
  /** A document that is imported as a schema has another root. Remedy: Correct the location, or map it with `--catalog`. */
  "not-a-schema": "SCHEMA";
  /** Schema documents load each other deeper than `--max-depth`. Remedy: Raise the limit. */
  "schemas-too-deep": "SCHEMA";
  /** The generator's own description of a well-known namespace is used. Remedy: None. */
  "bundled-schema-used": "SCHEMA";
  /** A schema has another target namespace than its import, and its own counts. Remedy: None. */
  "import-namespace-accepted": "SCHEMA";
  /** A schema has another target namespace than its import or include. Remedy: Correct it, or read it with `--allow-wrong-import`. */
  "import-namespace-differs": "SCHEMA";
  /** Nothing imports the namespace of a schema that was read. Remedy: Import it in `types`. */
  "namespace-not-imported": "SCHEMA";
  /** There are more types than `--max-types`. Remedy: Raise the limit. */
  "too-many-types": "SCHEMA";
  /** A global component has no name. Remedy: Name it. */
  "declaration-unnamed": "SCHEMA";
  /** The name of a global component is none of XML. Remedy: Correct it. */
  "declaration-name-invalid": "SCHEMA";
  /** An attribute means nothing on a global component. Remedy: Write it where the component is used. */
  "attribute-meaningless": "SCHEMA";
  /** `xs:redefine` has an element that is not allowed in it. Remedy: Remove it. */
  "redefine-content": "SCHEMA";
  /** `xs:redefine` names a component that the document does not have. Remedy: Correct the name. */
  "redefine-missing": "SCHEMA";
  /** A component is defined twice with the same content. Remedy: Remove one. */
  "component-repeated-alike": "SCHEMA";
  /** A component is defined twice; the first is used. Remedy: Remove one. */
  "component-repeated-first-used": "SCHEMA";
  /** A component is defined twice. Remedy: Remove one, map one away with `--catalog`, or continue with `--allow-double-types`. */
  "component-repeated": "SCHEMA";
  /** An element lacks the attribute that names a component. Remedy: Write it. */
  "reference-missing": "SCHEMA";
  /** A type, element, attribute or group is not defined. Remedy: Correct the name, or import its namespace. */
  "reference-undefined": "SCHEMA";
  /** A name without a prefix is read in the target namespace. Remedy: Write the prefix. */
  "reference-without-prefix": "SCHEMA";
  /** A value is no qualified name. Remedy: Correct it. */
  "qname-malformed": "SCHEMA";
  /** The prefix of a qualified name is not declared. Remedy: Declare it. */
  "qname-prefix-undeclared": "SCHEMA";
  /** An attribute is neither true nor false. Remedy: Write one of the two. */
  "not-a-boolean": "SCHEMA";
  /** An attribute has a value that is not one of its list. Remedy: Write one of the values in the message. */
  "value-not-allowed": "SCHEMA";
  /** A declaration has neither name nor ref. Remedy: Write one of the two. */
  "local-name-missing": "SCHEMA";
  /** The name of a declaration is none of XML. Remedy: Correct it. */
  "local-name-invalid": "SCHEMA";
  /** `minOccurs` is greater than `maxOccurs`. Remedy: Correct one. */
  "occurs-crossed": "SCHEMA";
  /** `minOccurs` or `maxOccurs` is no number. Remedy: Correct it. */
  "occurs-invalid": "SCHEMA";
  /** An element of another namespace is not allowed in a schema; it is ignored. Remedy: None. */
  "foreign-element-ignored": "SCHEMA";
  /** An element is one of XML Schema 1.1, of which it is not read. Remedy: Write the schema in XML Schema 1.0. */
  "of-schema-1-1": "SCHEMA";
  /** A named type is not at the top of its schema; it is ignored. Remedy: Move it. */
  "named-type-misplaced": "SCHEMA";
  /** An element of a schema is not allowed in its parent. Remedy: Move or remove it. */
  "schema-element-misplaced": "SCHEMA";
  /** The type of an attribute is a complex type. Remedy: Name a simple type. */
  "attribute-type-complex": "SCHEMA";
  /** A required attribute has a default. Remedy: Remove the default, or `use`. */
  "attribute-required-default": "SCHEMA";
  /** An attribute group inside a type has no `ref`. Remedy: Write it. */
  "attribute-ref-missing": "SCHEMA";
  /** An attribute is declared twice in one type. Remedy: Remove one. */
  "attribute-declared-twice": "SCHEMA";
  /** An attribute group contains itself. Remedy: Remove the reference. */
  "attribute-group-circular": "SCHEMA";
  /** An extension adds elements to or with `xs:all`. Remedy: Use `xs:sequence`. */
  "extension-of-all": "SCHEMA";
  /** An extension declares an attribute of its base again. Remedy: Remove it. */
  "extension-attribute-again": "SCHEMA";
  /** Two elements of one name in a content model have different types. Remedy: Give them the same type. */
  "element-types-differ": "SCHEMA";
  /** A substitution group contains itself. Remedy: Remove one reference. */
  "substitution-circular": "SCHEMA";
  /** The type of a member of a substitution group does not derive from that of its head. Remedy: Derive it. */
  "substitution-type": "SCHEMA";
  /** A type derives from itself. Remedy: Correct its base. */
  "type-circular": "SCHEMA";
  /** A list or union contains itself. Remedy: Correct its parts. */
  "variety-circular": "SCHEMA";
  /** Types derive from each other deeper than `--max-depth`. Remedy: Raise the limit. */
  "types-too-deep": "SCHEMA";
  /** Lists and unions are nested deeper than `--max-depth`. Remedy: Raise the limit. */
  "varieties-too-deep": "SCHEMA";
  /** A group contains itself. Remedy: Remove the reference. */
  "group-circular": "SCHEMA";
  /** Groups are nested deeper than `--max-depth`. Remedy: Raise the limit. */
  "groups-too-deep": "SCHEMA";
  /** A content model has more particles than `--max-particles`. Remedy: Raise the limit. */
  "content-too-large": "SCHEMA";
  /** Something is beside the content of a type, and not in it. Remedy: Move it into the derivation. */
  "beside-content": "SCHEMA";
  /** `xs:openContent` has no wildcard. Remedy: Write `xs:any` into it. */
  "wildcard-missing": "SCHEMA";
  /** The content of a type has neither extension nor restriction. Remedy: Write one. */
  "derivation-missing": "SCHEMA";
  /** A derivation has no base. Remedy: Write it. */
  "derivation-base-missing": "SCHEMA";
  /** The base of a type is final. Remedy: Choose another base, or remove `final`. */
  "base-final": "SCHEMA";
  /** `xs:complexContent` derives from a simple type. Remedy: Use `xs:simpleContent`. */
  "complex-content-of-simple": "SCHEMA";
  /** An extension adds elements to content that ends with `xs:openContent`. Remedy: Write `mode="interleave"`. */
  "open-content-extended": "SCHEMA";
  /** `xs:complexContent` extends a type with simple content; its elements are ignored. Remedy: Use `xs:simpleContent`. */
  "simple-content-extended": "SCHEMA";
  /** `xs:simpleContent` restricts a simple type. Remedy: Use `xs:simpleType`. */
  "simple-content-restricts-simple": "SCHEMA";
  /** `xs:simpleContent` has elements. Remedy: Remove them. */
  "simple-content-elements": "SCHEMA";
  /** `xs:simpleContent` derives from a type without simple content. Remedy: Use `xs:complexContent`. */
  "simple-content-of-complex": "SCHEMA";
  /** `wsdl:arrayType` cannot be read. Remedy: Write the item type and brackets. */
  "array-type-unreadable": "SCHEMA";
  /** `wsdl:arrayType` has no brackets; it is read as a list. Remedy: Write them. */
  "array-type-without-brackets": "SCHEMA";
  /** `wsdl:arrayType` has several dimensions; calls with such an array fail. Remedy: Use arrays of arrays. */
  "array-type-dimensions": "SCHEMA";
  /** The type inside an element has a name, which is ignored. Remedy: Remove it. */
  "inner-type-named": "SCHEMA";
  /** An element has two types inside. Remedy: Remove one. */
  "element-type-twice": "SCHEMA";
  /** An element has a type attribute and a type inside. Remedy: Remove one. */
  "element-type-both": "SCHEMA";
  /** A facet has no value. Remedy: Write it. */
  "facet-value-missing": "SCHEMA";
  /** A restriction has a facet twice. Remedy: Remove one. */
  "facet-twice": "SCHEMA";
  /** The value of a facet is none for it. Remedy: Correct it. */
  "facet-value-invalid": "SCHEMA";
  /** The value of a facet is none of the type; it is ignored. Remedy: Correct it. */
  "facet-value-not-of-type": "SCHEMA";
  /** A facet does not apply to the type. Remedy: Use one of the facets in the message. */
  "facet-not-applicable": "SCHEMA";
  /** A lower bound is greater than the upper one, so that no value is valid. Remedy: Correct one. */
  "facet-bounds-crossed": "SCHEMA";
  /** A pattern is no regular expression of XML Schema; it is ignored. Remedy: Correct it. */
  "pattern-invalid": "SCHEMA";
  /** An identity constraint has no name; responses are not checked by it. Remedy: Name it. */
  "constraint-unnamed": "SCHEMA";
  /** An identity constraint lacks its selector or a field; responses are not checked by it. Remedy: Write them. */
  "constraint-incomplete": "SCHEMA";
  /** An `xs:keyref` refers to no key; responses are not checked by it. Remedy: Correct the name. */
  "constraint-refer-unknown": "SCHEMA";
  /** An `xs:keyref` has another number of fields than its key; responses are not checked by it. Remedy: Correct one. */
  "constraint-fields-differ": "SCHEMA";
  /** A selector or field has no XPath that it may have; responses are not checked by it. Remedy: Correct it. */
  "constraint-path": "SCHEMA";
  /** `xs:all` is not the whole content of a type. Remedy: Use `xs:sequence`. */
  "all-misplaced": "SCHEMA";
  /** `maxOccurs` of `xs:all` is neither 0 nor 1. Remedy: Correct it. */
  "all-occurs": "SCHEMA";
  /** `xs:all` has something else than elements. Remedy: Remove it. */
  "all-content": "SCHEMA";
  /** An element of `xs:all` occurs more than once. Remedy: Use `xs:sequence`. */
  "all-element-repeats": "SCHEMA";
  /** An element appears twice in one sequence, told apart only by what is between. Remedy: Make what is between required. */
  "content-ambiguous": "SCHEMA";
  /** An element may be replaced by one that may also follow it; it means only itself. Remedy: Remove one. */
  "content-ambiguous-substitute": "SCHEMA";
  /** A simple type has no restriction, list or union. Remedy: Write one. */
  "simple-type-empty": "SCHEMA";
  /** A restriction has no base. Remedy: Write it. */
  "restriction-base-missing": "SCHEMA";
  /** A list has no item type. Remedy: Write it. */
  "list-item-missing": "SCHEMA";
  /** A union has no member types. Remedy: Write them. */
  "union-members-missing": "SCHEMA";
  /** A simple type is made of a complex type. Remedy: Name a simple type. */
  "simple-of-complex": "SCHEMA";
  /** A declaration has `default` and `fixed`. Remedy: Remove one. */
  "default-and-fixed": "SCHEMA";
  /** A default is no value of its type; it is ignored. Remedy: Correct it. */
  "default-invalid": "SCHEMA";
  /** An option names an operation that the WSDL does not have. Remedy: Correct the name. */
  "chosen-operation-unknown": "GENERATOR";
  /** A chosen name is for a component that the WSDL does not have. Remedy: Correct the key. */
  "chosen-name-unmatched": "GENERATOR";
  /** A chosen name is in use or reserved. Remedy: Choose another. */
  "chosen-name-taken": "GENERATOR";
  /** The class name is one that generated files need themselves. Remedy: Choose another. */
  "class-name-reserved": "GENERATOR";
  /** A class name is for one client, and the WSDL has several. Remedy: Choose a port or service. */
  "class-name-of-several": "GENERATOR";
  /** Two WSDLs would be written to the same folder. Remedy: Give each its own `out`. */
  "folder-shared": "GENERATOR";
  /** A pattern of the configuration matches no file. Remedy: Correct it. */
  "pattern-unmatched": "GENERATOR";
  /** `check` found a file that differs from what would be written. Remedy: Run generate with the same arguments. */
  "file-differs": "GENERATOR";
  /** A value of the configuration is no object. Remedy: Write an object. */
  "config-not-an-object": "GENERATOR";
  /** The configuration has a name that is not known. Remedy: Correct the name. */
  "config-name-unknown": "GENERATOR";
  /** The configuration lacks a name that is required. Remedy: Write it. */
  "config-name-missing": "GENERATOR";
  /** A value of the configuration is none that its name accepts. Remedy: Correct the value. */
  "config-value-wrong": "GENERATOR";
  /** The list `wsdls` is empty. Remedy: Name at least one WSDL. */
  "config-wsdls-empty": "GENERATOR";
  /** An entry of the configuration has no folder. Remedy: Write `out`. */
  "config-out-missing": "GENERATOR";
  /** An option of the configuration has a value that it does not accept. Remedy: Correct the value. */
  "config-option-value": "GENERATOR";
  /** A chosen name cannot be one of TypeScript. Remedy: Choose another. */
  "config-chosen-name": "GENERATOR";
  /** The configuration has a value that JSON lacks. Remedy: Correct the value. */
  "config-value-foreign": "GENERATOR";
  /** A JSON file is not well-formed. Remedy: Correct it at the place in the message. */
  "config-json": "GENERATOR";
  /** A name occurs twice in an object. Remedy: Remove one. */
  "config-name-twice": "GENERATOR";
  /** A folder has two configuration files. Remedy: Remove one. */
  "configs-two": "GENERATOR";
  /** The configuration file cannot be read. Remedy: Check its permissions. */
  "config-unreadable": "GENERATOR";
  /** The configuration file failed when it was run. Remedy: Correct it. */
  "config-failed": "GENERATOR";
  /** The configuration file has no default export. Remedy: Write one. */
  "config-without-export": "GENERATOR";
  /** The configuration file is not valid TypeScript. Remedy: Correct it. */
  "config-typescript": "GENERATOR";
  /** The name of the service in the table of versions is none. Remedy: Choose another. */
  "version-service-name": "GENERATOR";
  /** The table of versions has no row. Remedy: Add one. */
  "version-table-empty": "GENERATOR";
  /** A fault of the table has neither code nor reason. Remedy: Write one of them, or both. */
  "version-fault-empty": "GENERATOR";
  /** A child of a header has no name of an option. Remedy: Choose another. */
  "version-option-name": "GENERATOR";
  /** Every client has that option already. Remedy: Choose another. */
  "version-option-taken": "GENERATOR";
  /** The WSDL of a row does not exist. Remedy: Correct the name. */
  "version-wsdl-missing": "GENERATOR";
  /** The class name of a row is none. Remedy: Choose another. */
  "version-class-name": "GENERATOR";
  /** The name of a version is none. Remedy: Choose another. */
  "version-name": "GENERATOR";
  /** The date of a row is none. Remedy: Write it as in the message. */
  "version-date": "GENERATOR";
  /** The name of an environment variable is none. Remedy: Choose another. */
  "version-variable-name": "GENERATOR";
  /** Every client reads that variable already. Remedy: Choose another. */
  "version-variable-taken": "GENERATOR";
  /** No row names a WSDL beside the table. Remedy: Add a row, or remove the file. */
  "version-without-row": "GENERATOR";
  /** A name of a row is that of an earlier one. Remedy: Choose another. */
  "version-taken": "GENERATOR";
  /** A class name of a row is in use. Remedy: Choose another. */
  "version-class-taken": "GENERATOR";
  /** A type is in a row twice. Remedy: Remove one. */
  "version-type-twice": "GENERATOR";
  /** The name of a type in a row is in use. Remedy: Take it out of `types`. */
  "version-type-taken": "GENERATOR";
  /** The WSDL of a row does not have a type. Remedy: Correct the name. */
  "version-type-unknown": "GENERATOR";
  /** A row names no header, and operations may send header blocks. Remedy: Name it if it is needed. */
  "version-header-unnamed": "GENERATOR";
  /** No operation has the header block of a row. Remedy: Correct the name. */
  "version-header-unknown": "GENERATOR";
  /** A child of a header block is in no row, so that no client sends it. Remedy: Add it. */
  "version-child-unsent": "GENERATOR";
  /** A header block does not have a child of the row. Remedy: Correct the name. */
  "version-child-unknown": "GENERATOR";
  /** A child of a header block is not a text. Remedy: Take it out. */
  "version-child-not-text": "GENERATOR";
  /** `verify` found a value that does not come back as it was. Remedy: Report it with the WSDL. */
  "payload-differs": "COMMAND";
  /** `--runtime` names a module that cannot be loaded. Remedy: Correct it. */
  "runtime-unloadable": "COMMAND";
  /** The package `libxml2-wasm`, which judges documents, is not installed. Remedy: Install it. */
  "referee-missing": "COMMAND";
  /** The address to fetch a document from is none. Remedy: Correct it. */
  "catalog-address": "COMMAND";
  /** The address of a document redirects. Remedy: If you trust that address, name it with `--from`. */
  "catalog-redirect": "COMMAND";
  /** No document of the list has that name. Remedy: Correct the name. */
  "catalog-document-unknown": "COMMAND";
  /** The document is not published as one document. Remedy: Map your copy with `--catalog`. */
  "catalog-document-unpublished": "COMMAND";
  /** What was fetched is no text. Remedy: Check the address. */
  "catalog-document-not-text": "COMMAND";
  /** What was fetched is an HTML page. Remedy: Check the address. */
  "catalog-document-html": "COMMAND";
  /** What was fetched is not XML. Remedy: Check the address. */
  "catalog-document-not-xml": "COMMAND";
  /** What was fetched is another kind of document. Remedy: Check the address. */
  "catalog-document-root": "COMMAND";
  /** What was fetched has another target namespace. Remedy: Check the address. */
  "catalog-document-namespace": "COMMAND";
  /** There is no digest to compare the document with. Remedy: Compare it with a copy that you trust, then name the digest. */
  "catalog-digest-unknown": "COMMAND";
  /** The document has another digest. Remedy: Do not use it before you know why. */
  "catalog-digest-differs": "COMMAND";
  /** A file to write is a link or no regular file. Remedy: Remove it, or name another folder with `--out`. */
  "catalog-file-irregular": "COMMAND";
  /** The folder cannot be written. Remedy: Check its permissions. */
  "catalog-folder-unwritable": "COMMAND";
  /** The catalog in the folder is none that can be added to. Remedy: Name another folder with `--out`. */
  "catalog-not-extensible": "COMMAND";
  /** Neither of two folders has a WSDL. Remedy: Name other folders, or files. */
  "nothing-to-compare": "COMMAND";
  /** `--json` and `--html` are used together. Remedy: Leave one out. */
  "inspect-formats": "COMMAND";
  /** The WSDL does not have the operation. Remedy: Correct the name. */
  "schema-operation-unknown": "COMMAND";
  /** No instance of the message can be made. Remedy: None. */
  "sample-impossible": "COMMAND";
  /** A file cannot be written; every file is as it was. Remedy: Do what the message says. */
  "output-unwritable": "COMMAND";
  /** A run of `watch` failed; the generated files are as they were. Remedy: Do what the message says. */
  "watch-failed": "COMMAND";
  /** `watch` has ended a run and waits for a change. Remedy: None. */
  watching: "COMMAND";
  /** Files were written. Remedy: None. */
  "files-written": "COMMAND";
  /** The address of a service of the mock. Remedy: None. */
  "mock-address": "COMMAND";
  /** The address of the mock's page. Remedy: None. */
  "mock-page": "COMMAND";
  /** The mock had a request. Remedy: None. */
  "mock-exchange": "COMMAND";
  /** A handler of the mock is for no method of the service. Remedy: Use one of the names in the message. */
  "mock-no-handler": "COMMAND";
  /** A result of the mock is for no operation. Remedy: Correct the name. */
  "mock-no-operation": "COMMAND";
  /** The results for the mock are not JSON. Remedy: Correct the file. */
  "mock-results-not-json": "COMMAND";
  /** The results for the mock are no object. Remedy: Write an object with a result by operation. */
  "mock-results-no-object": "COMMAND";
  /** The WSDL does not have the operation. Remedy: Correct the name. */
  "sample-operation-unknown": "COMMAND";
  /** The operation is not bound to that version of SOAP. Remedy: Use the version in the message. */
  "sample-not-bound": "COMMAND";
  /** The operation has no response. Remedy: Leave `--response` out. */
  "sample-one-way": "COMMAND";
  /** The service accepts the credentials of the gateway again. Remedy: None. */
  "gateway-credentials-accepted": "COMMAND";
  /** The service refused the credentials of the gateway. Remedy: Give new ones. */
  "gateway-credentials-refused": "COMMAND";
  /** The service refused the new credentials of the gateway too. Remedy: Give others. */
  "gateway-credentials-unusable": "COMMAND";
  /** The gateway read new credentials. Remedy: None. */
  "gateway-credentials-read": "COMMAND";
  /** The gateway could not read new credentials. Remedy: Do what the message says. */
  "gateway-credentials-not-read": "COMMAND";
  /** The address of the gateway's page. Remedy: None. */
  "gateway-page": "COMMAND";
  /** The addresses of the OpenAPI document and of the health of the gateway. Remedy: None. */
  "gateway-openapi": "COMMAND";
  /** The address of the gateway's metrics. Remedy: None. */
  "gateway-metrics": "COMMAND";
  /** A name in `--safe` matches no operation. Remedy: Correct the name. */
  "safe-idle": "COMMAND";
  /** The list of tools is long for an assistant. Remedy: Offer fewer with `--only`, or two with `--search`. */
  "tools-long": "COMMAND";
  /** The tools that are offered. Remedy: None. */
  "tools-offered": "COMMAND";
  /** Operations that are not offered. Remedy: See `tools-hint`. */
  "tools-left-out": "COMMAND";
  /** How to offer more operations. Remedy: None. */
  "tools-hint": "COMMAND";
  /** Where the tools are served. Remedy: None. */
  "tools-served": "COMMAND";
  /** What the server of tools reports of a connection or a call. Remedy: None. */
  "tools-log": "COMMAND";
  /** A check of the doctor takes long. Remedy: None. */
  "check-waiting": "COMMAND";
  /** Requests were written. Remedy: None. */
  "requests-written": "COMMAND";
  /** The WSDL of a mock has no service. Remedy: Name the WSDL that has one. */
  "mock-no-service": "COMMAND";
  /** A collection lacks a request or an example, because no instance of the message can be made. Remedy: None. */
  "request-impossible": "COMMAND";
}

/** The code of a diagnostic: see docs/errors.md. */
export type DiagnosticReason = keyof DiagnosticReasons;
