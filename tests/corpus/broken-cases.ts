/**
 * The place of the defect in each broken WSDL of the corpus (the file, if it is not the WSDL itself, and the line), and a
 * part of the error's message. A WSDL that is neither here nor in the corpus's list of broken ones must load.
 */
export const brokenCases: readonly (readonly [file: string, place: string, message: string])[] = [
  ["node-soap/wsdl/attachments.wsdl", ":15:", "prefix xmime of attribute xmime:expectedContentTypes is not declared"],
  ["node-soap/wsdl/ws-policy.wsdl", ":6:", "prefix wsp of element wsp:Policy is not declared"],
  ["node-soap/wsdl/default_namespace_soap12.wsdl", ":30:", "prefix soap of element soap:binding is not declared"],
  ["node-soap/wsdl/wsdl_with_attributes.wsdl", ":13:", "prefix s of element s:attribute is not declared"],
  ["node-soap/wsdl/connection/econnrefused.wsdl", ":11:", "prefix xsd of element xsd:schema is not declared"],
  [
    "node-soap/wsdl/missing_message_definition.wsdl",
    ":35:",
    "wsdl:message {http://example.com/weather}GetWeatherResponse is not defined",
  ],
  [
    "node-soap/wsdl/builtin_types.wsdl",
    ":73:",
    "element {http://www.BuiltinTypes.com/}normalizedStringElement is not defined",
  ],
  [
    "node-soap/wsdl/complex/registration.wsdl",
    "registration-common.wsdl:34:",
    "wsdl:message {http://test-soap.com/api/registration}errorDetailMessage is not defined",
  ],
  [
    "node-soap/wsdl/strict/Netsuite.wsdl",
    "NetSuitePlatform.messages.xsd:3:",
    'platform.core.xsd has the target namespace "urn:core_2011_1.platform.webservices.netsuite.c',
  ],
  ["node-soap/wsdl/strict/npe.wsdl", ":4:", "prefix wsdlns of wsdlns:mySoapPort is not declared"],
  ["node-soap/wsdl/binding_document.wsdl", ":4:", "prefix wsdlns of wsdlns:mySoapPort is not declared"],
  ["node-soap/wsdl/recursive/file.wsdl", "B.xsd:25:", "not well-formed XML: unclosed tag: xs:schema"],
  ["node-soap/wsdl/xsdinclude/xsd_include_http.wsdl", ":13:", "http://localhost:50000/Platform.asmx?xsd is not read"],
  [
    "node-soap/wsdl/strict/ImportSample.wsdl",
    "ImportSample.xsd:2:",
    "prefix xsd of element xsd:complexType is not declared",
  ],
  ["node-soap/wsdl/fixedPath/netsuite.wsdl", ":8:", "platform.core.xsd is outside the folder of the WSDL"],
  ["node-soap/wsdl/mergeWithAttributes/main.wsdl", "def.xsd:13:", "prefix xs of element xs:sequence is not declared"],
  ["strong-soap/sample.wsdl", ":20:", "prefix soap11 of element soap11:binding is not declared"],
  [
    "wsdl-tsclient/sm_Synccom_senior_g5_rh_sm_historicos.wsdl",
    ":7:",
    "https://someserver.in.the.web:8182/g5-senior-services/sm_Synccom_senior_g5_rh_sm_historicos?xsd=1 is not read",
  ],
  ["zeep/test_http_post.wsdl", ":24:", "wsdl:portType {http://schemas.xmlsoap.org/wsdl/}pt1 is not defined"],
  ["dotnet-wcf/brokenWsdl.wsdl", ":1:", "not well-formed XML: unclosed tag: xs:sequence"],
  [
    "dotnet-wcf/WcfProjectNService/tempuri.org.wsdl",
    ":140:",
    "http://wcfprojectnserver.redmond.corp.microsoft.com/WcfProjectNService/WcfProjectNService.svc?xsd=xsd0 is not ",
  ],
  ["amadeus/DUMMYWSAP_MediaServer_invalid.wsdl", ":3:", "invalid.wsdl does not exist"],
  ["sunat-greenter/billConsultService.ns1.wsdl", ":2:", "neither wsdl:binding nor wsdl:service"],
  ["cxf/xml_format_fail.wsdl", ":61:", "wsdl:service has no port"],
  ["cxf/mime_fail_unique_root.wsdl", ":54:", "mime:multipartRelated has 2 parts with a soap:body"],
  ["cxf/mime_fail_diff_parts.wsdl", ":56:", "mime:content names part para1, the one before it part para0"],
  [
    "cxf/cxf805/hello_world_with_typo.wsdl",
    ":131:",
    "element {http://cxf.apache.org/w2j/hello_world_soap_http/types}greetMee is not defined",
  ],
  ["cxf/invalid_mep.wsdl", ":27:", "wsdl:message EchoOut is not defined"],
  ["metro/empty.wsdl", ":1:", "not XML: the document is empty"],
  ["metro/wsimport_4.wsdl", ":20:", "&foo; refers to an entity that XML does not define"],
  ["metro/wsimport_5.wsdl", ":35:", "&ha16; refers to an entity that XML does not define"],
  ["wsdl2apex/AlexaWebSearch.wsdl", ":16:", "AlexaWebSearch.xsd does not exist"],
  ["wsdl2apex/amazon-s3-orig.wsdl", ":13:", "AmazonS3.xsd does not exist"],
  [
    "wsdl2apex/endorsementSearch.wsdl",
    ":28:",
    "wsdl:portType {http://www.snowboard-info.com/EndorsementSearch.wsdl}GetEndorsingBoarderPortType is not defined",
  ],
  ["wsdl2apex/helloService.wsdl", ":47:", "not well-formed XML: unexpected close tag"],
  [
    "wsdl2apex/incorrect-binding.wsdl",
    ":854:",
    "wsdl:binding {urn:dotnet.callouttest.soap.sforce.com}IDontExist is not defined",
  ],
  [
    "wsdl2apex/incorrect-messagename.wsdl",
    ":524:",
    "wsdl:message {urn:dotnet.callouttest.soap.sforce.com}IDontExist is not defined",
  ],
  ["wsdl2apex/incorrect-xsd-type.wsdl", ":8:", "type {http://www.w3.org/2001/XMLSchema}IDontExist is not defined"],
  [
    "wsdl2apex/missing-binding.wsdl",
    ":625:",
    "wsdl:binding {urn:dotnet.callouttest.soap.sforce.com}DotNetInteropTestServiceSoap is not defined",
  ],
  [
    "wsdl2apex/missing-namespace.wsdl",
    ":624:",
    "wsdl:portType {urn:dotnet.callouttest.soap.sforce.com}DotNetInteropTestServiceSoap is not defined",
  ],
  ["wsdl2apex/missing-port.wsdl", ":853:", "wsdl:service has no port"],
  [
    "wsdl2apex/missing-porttype.wsdl",
    ":522:",
    "wsdl:portType {urn:dotnet.callouttest.soap.sforce.com}DotNetInteropTestServiceSoap is not defined",
  ],
  [
    "wsdl2apex/missing-schema-for-element.wsdl",
    ":17:",
    "element {http://www.w3.org/2001/XMLSchema}string is not defined",
  ],
  ["wsdl2apex/missing-service.wsdl", ":2:", "no wsdl:service"],
  ["wsdl2apex/missing-types.wsdl", ":4:", "element {urn:dotnet.callouttest.soap.sforce.com}EchoBoolean is not defined"],
  ["wsdl2apex/missing-xmlns.wsdl", ":2:", "prefix wsdl of element wsdl:definitions is not declared"],
  ["wsdl2apex/no-binding-in-port.wsdl", ":854:", "wsdl:port DotNetInteropTestServiceSoap has no binding attribute"],
  ["wsdl2apex/no-element-in-part.wsdl", ":370:", "part parameters has neither element nor type"],
  [
    "wsdl2apex/no-output-in-binding-operation.wsdl",
    ":626:",
    "operation EchoBoolean has an output in the port type, but none in the binding",
  ],
  [
    "wsdl2apex/some-types-missing-but-not-all.wsdl",
    ":368:",
    "element {urn:dotnet.callouttest.soap.sforce.com}EchoString is not defined",
  ],
  ["wsdl2apex/undefined-schma-type.wsdl", ":15:", "type {http://tempuri.org/}DNSInfo-xxx is not defined"],
  ["wsdl2apex/airport_Raw.wsdl", ":2:", "not well-formed XML: an XML declaration must be at the start of the document"],
];

/** WSDLs whose defect no SOAP operation reaches: they load, with a warning at its line. */
export const unreachedCases: readonly (readonly [file: string, place: string, message: string])[] = [
  ["soap4r/rpc/rpc.wsdl", ":39:", "type {urn:example.com:simpletype-rpc}stateType is not defined"],
  ["soap4r/simpletype.wsdl", ":74:", "element {urn:example.com:simpletype}myversion is not defined"],
  ["wsdl2phpgenerator/utf8.wsdl", ":26:", "type {http://www.w3.org/2001/XMLSchema}MsgContraseña is not defined"],
  ["cxf/hello_world_with_invalid_schema.wsdl", ":31:", "a simple type cannot be made of a complex type"],
];
