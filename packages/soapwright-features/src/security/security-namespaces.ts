/** Names of OASIS Web Services Security 1.0 and 1.1, of XML Signature and of related specifications. */

const WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";

export const WSSE = `${WSS}wssecurity-secext-1.0.xsd`;
export const WSU = `${WSS}wssecurity-utility-1.0.xsd`;
export const WSSE11 = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd";
export const DS = "http://www.w3.org/2000/09/xmldsig#";
/** Algorithms of RFC 4051. */
export const MORE = "http://www.w3.org/2001/04/xmldsig-more#";
export const XENC = "http://www.w3.org/2001/04/xmlenc#";
export const XENC11 = "http://www.w3.org/2009/xmlenc11#";
export const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
export const INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
export const STR_TRANSFORM = `${WSS}soap-message-security-1.0#STR-Transform`;
export const SAML_ID = "http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLID";
export const SAML_ASSERTION_ID = "http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.0#SAMLAssertionID";
export const SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
export const SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

export const BASE64 = `${WSS}soap-message-security-1.0#Base64Binary`;
export const PASSWORD_TEXT = `${WSS}username-token-profile-1.0#PasswordText`;
export const PASSWORD_DIGEST = `${WSS}username-token-profile-1.0#PasswordDigest`;
export const X509_V3 = `${WSS}x509-token-profile-1.0#X509v3`;
export const X509_SKI = `${WSS}x509-token-profile-1.0#X509SubjectKeyIdentifier`;
export const THUMBPRINT = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1";
const MESSAGE_11 = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1";
export const ENCRYPTED_KEY = `${MESSAGE_11}#EncryptedKey`;
export const ENCRYPTED_KEY_SHA1 = `${MESSAGE_11}#EncryptedKeySHA1`;
/** WS-SecureConversation 1.3 and its submission of February 2005. */
export const WSC = "http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512";
export const WSC_2005 = "http://schemas.xmlsoap.org/ws/2005/02/sc";

export const SAML: ReadonlySet<string> = new Set([
  "urn:oasis:names:tc:SAML:1.0:assertion",
  "urn:oasis:names:tc:SAML:2.0:assertion",
]);
