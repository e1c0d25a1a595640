import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import javax.crypto.KeyGenerator;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.components.crypto.CryptoFactory;
import org.apache.ws.security.message.WSSecDKEncrypt;
import org.apache.ws.security.message.WSSecDKSign;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecSignatureConfirmation;
import org.apache.ws.security.message.WSSecTimestamp;
import org.apache.ws.security.message.token.SecurityTokenReference;
import org.apache.xml.security.encryption.EncryptedData;
import org.apache.xml.security.encryption.EncryptedKey;
import org.apache.xml.security.encryption.XMLCipher;
import org.apache.xml.security.keys.KeyInfo;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * WSS4J 1.6 and Santuario 2.1 as a peer that stays up. Argument: a key store. Each line of its input is a command with
 * arguments, separated by blanks, of which the last one is a message in base64; each line of its output is what it did
 * and a message in base64, or "error" and why.
 */
public class Wss4jPeer {
  static final String PASSWORD = "opensesame";
  static Crypto crypto;
  static KeyStore keys;
  static final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();

  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err);
    Properties properties = new Properties();
    properties.put("org.apache.ws.security.crypto.provider", "org.apache.ws.security.components.crypto.Merlin");
    properties.put("org.apache.ws.security.crypto.merlin.keystore.type", "pkcs12");
    properties.put("org.apache.ws.security.crypto.merlin.keystore.password", PASSWORD);
    properties.put("org.apache.ws.security.crypto.merlin.keystore.file", args[0]);
    crypto = CryptoFactory.getInstance(properties);
    keys = KeyStore.getInstance("pkcs12");
    keys.load(new java.io.FileInputStream(args[0]), PASSWORD.toCharArray());
    factory.setNamespaceAware(true);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = in.readLine()) != null; ) {
      String answer;
      try {
        String[] words = line.split(" ");
        byte[] text = Base64.getDecoder().decode(words[words.length - 1]);
        Document document = parsed(text);
        String done = words[0].equals("cost") ? cost(text, words) : run(words, document);
        answer = done + " " + Base64.getEncoder().encodeToString(written(document).getBytes(StandardCharsets.UTF_8));
      } catch (Throwable refused) {
        answer = "error " + String.valueOf(refused).replace('\n', ' ') + cause(refused);
      }
      out.println(answer);
      out.flush();
    }
  }

  static String cause(Throwable refused) {
    return refused.getCause() == null ? "" : " <- " + String.valueOf(refused.getCause()).replace('\n', ' ');
  }

  static String run(String[] words, Document document) throws Exception {
    switch (words[0]) {
      case "open": return open(document);
      case "answer": return answer(document, words[1], words[2], words[3], words[4]);
      case "write": return write(document, words[1], words[2], words[3]);
      case "santuario-open": return santuarioOpen(document, words[1]);
      case "santuario-write": return santuarioWrite(document, words[1], words[2], words[3], words[4], words[5]);
      default: throw new IllegalArgumentException(words[0]);
    }
  }

  static Document parsed(byte[] text) throws Exception {
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(text));
  }

  /** Opens a message and writes another one, as often as asked, and returns the processor time in nanoseconds. */
  static String cost(byte[] text, String[] words) throws Exception {
    OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    byte[] plain = Base64.getDecoder().decode(words[5]);
    long before = system.getProcessCpuTime();
    for (int turn = Integer.parseInt(words[1]); turn > 0; turn--) {
      open(parsed(text));
      Document document = parsed(plain);
      write(document, words[2], words[3], words[4]);
      written(document);
    }
    return String.valueOf(system.getProcessCpuTime() - before);
  }

  static String written(Document document) throws Exception {
    StringWriter text = new StringWriter();
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    transformer.transform(new DOMSource(document), new StreamResult(text));
    return text.toString();
  }

  /** Opens a message for the key `service`, and says what it found. */
  static String open(Document document) throws Exception {
    CallbackHandler passwords = (Callback[] callbacks) -> {
      for (Callback each : callbacks) {
        WSPasswordCallback callback = (WSPasswordCallback) each;
        callback.setPassword(callback.getUsage() == WSPasswordCallback.USERNAME_TOKEN ? "p<&>\u00e9" : PASSWORD);
      }
    };
    List<WSSecurityEngineResult> results =
        new WSSecurityEngine().processSecurityHeader(document, null, passwords, crypto, crypto);
    List<String> did = new ArrayList<>();
    secret = null;
    signatureValue = null;
    for (WSSecurityEngineResult result : results) {
      int action = (Integer) result.get(WSSecurityEngineResult.TAG_ACTION);
      if (action == WSConstants.SIGN) did.add("signature");
      if (action == WSConstants.ENCR) did.add("encryption");
      if (action == WSConstants.DKT) did.add("derived");
      if (action == WSConstants.SIGN) signatureValue = (byte[]) result.get(WSSecurityEngineResult.TAG_SIGNATURE_VALUE);
      byte[] wrapped = (byte[]) result.get(WSSecurityEngineResult.TAG_ENCRYPTED_EPHEMERAL_KEY);
      if (action == WSConstants.ENCR && wrapped != null) {
        secret = (byte[]) result.get(WSSecurityEngineResult.TAG_SECRET);
        sha1 = Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(wrapped));
      }
      if (action == WSConstants.UT) did.add("username");
    }
    Collections.sort(did);
    return String.join(",", did);
  }

  /** The key of the last request that was opened, its digest, and the value of its signature. */
  static byte[] secret;
  static String sha1;
  static byte[] signatureValue;

  static Element keyReference(Document document) throws Exception {
    SecurityTokenReference reference = new SecurityTokenReference(document);
    reference.setKeyIdentifierEncKeySHA1(sha1);
    reference.addTokenType(WSConstants.WSS_ENC_KEY_VALUE_TYPE);
    return reference.getElement();
  }

  /** Answers the last request by its key. `version` is 0 without derived keys, 1 for 2005/02, 2 for 1.3. */
  static String answer(Document document, String order, String version, String hmac, String algorithm) throws Exception {
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(document);
    String soap = document.getDocumentElement().getNamespaceURI();
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.build(document, header);
    WSSecSignatureConfirmation confirmation = new WSSecSignatureConfirmation();
    confirmation.build(document, signatureValue, header);
    List<WSEncryptionPart> parts = new ArrayList<>();
    parts.add(new WSEncryptionPart("Body", soap, ""));
    parts.add(new WSEncryptionPart(timestamp.getId()));
    parts.add(new WSEncryptionPart(confirmation.getId()));
    boolean encryptsFirst = order.equals("encrypt-before-sign");
    if (encryptsFirst) encryptBySecret(document, header, soap, version, algorithm);
    if (version.equals("0")) {
      WSSecSignature signature = new WSSecSignature();
      signature.setSecretKey(secret);
      signature.setKeyIdentifierType(WSConstants.ENCRYPTED_KEY_SHA1_IDENTIFIER);
      signature.setEncrKeySha1value(sha1);
      signature.setSignatureAlgorithm(hmac);
      signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#sha256");
      signature.setParts(parts);
      signature.build(document, crypto, header);
    } else {
      WSSecDKSign signature = new WSSecDKSign();
      signature.setExternalKey(secret, keyReference(document));
      signature.setSignatureAlgorithm(hmac);
      signature.setDerivedKeyLength(24);
      signature.setWscVersion(Integer.parseInt(version));
      signature.setParts(parts);
      signature.build(document, header);
    }
    if (!encryptsFirst) encryptBySecret(document, header, soap, version, algorithm);
    return "answered";
  }

  static void encryptBySecret(Document document, WSSecHeader header, String soap, String version, String algorithm)
      throws Exception {
    List<WSEncryptionPart> parts = Collections.singletonList(new WSEncryptionPart("Body", soap, "Content"));
    if (version.equals("0")) {
      WSSecEncrypt encrypt = new WSSecEncrypt();
      encrypt.setEphemeralKey(secret);
      encrypt.setEncryptSymmKey(false);
      encrypt.setKeyIdentifierType(WSConstants.ENCRYPTED_KEY_SHA1_IDENTIFIER);
      encrypt.setCustomReferenceValue(sha1);
      encrypt.setSymmetricEncAlgorithm(algorithm);
      encrypt.setParts(parts);
      encrypt.build(document, crypto, header);
      return;
    }
    WSSecDKEncrypt encrypt = new WSSecDKEncrypt();
    encrypt.setExternalKey(secret, keyReference(document));
    encrypt.setSymmetricEncAlgorithm(algorithm);
    encrypt.setDerivedKeyLength(algorithm.contains("128") ? 16 : algorithm.contains("192") ? 24 : 32);
    encrypt.setWscVersion(Integer.parseInt(version));
    encrypt.setParts(parts);
    encrypt.build(document, header);
  }

  static final int[] REFERENCES = {
    WSConstants.BST_DIRECT_REFERENCE, WSConstants.SKI_KEY_IDENTIFIER,
    WSConstants.THUMBPRINT_IDENTIFIER, WSConstants.ISSUER_SERIAL
  };

  /** Signs as `service` and encrypts for `client`. */
  static String write(Document document, String order, String algorithm, String reference) throws Exception {
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(document);
    String soap = document.getDocumentElement().getNamespaceURI();
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.build(document, header);
    boolean encryptsFirst = order.equals("encrypt-before-sign");
    if (encryptsFirst) encrypt(document, header, soap, algorithm, reference);
    WSSecSignature signature = new WSSecSignature();
    signature.setUserInfo("service", PASSWORD);
    signature.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#sha256");
    signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
    List<WSEncryptionPart> parts = new ArrayList<>();
    parts.add(new WSEncryptionPart("Body", soap, ""));
    parts.add(new WSEncryptionPart(timestamp.getId()));
    signature.setParts(parts);
    signature.build(document, crypto, header);
    if (!encryptsFirst) encrypt(document, header, soap, algorithm, reference);
    return "written";
  }

  static void encrypt(Document document, WSSecHeader header, String soap, String algorithm, String reference)
      throws Exception {
    WSSecEncrypt encrypt = new WSSecEncrypt();
    encrypt.setUserInfo("client");
    encrypt.setKeyIdentifierType(REFERENCES[Integer.parseInt(reference)]);
    encrypt.setSymmetricEncAlgorithm(algorithm);
    encrypt.setKeyEnc(WSConstants.KEYTRANSPORT_RSAOEP);
    encrypt.setParts(Collections.singletonList(new WSEncryptionPart("Body", soap, "Content")));
    encrypt.build(document, crypto, header);
  }

  static Element element(Document document, String name) {
    NodeList found = document.getElementsByTagNameNS("http://www.w3.org/2001/04/xmlenc#", name);
    return (Element) found.item(0);
  }

  /** Decrypts one EncryptedData by one EncryptedKey for `alias`. */
  static String santuarioOpen(Document document, String alias) throws Exception {
    Key own = keys.getKey(alias, PASSWORD.toCharArray());
    XMLCipher unwrap = XMLCipher.getInstance();
    unwrap.init(XMLCipher.UNWRAP_MODE, own);
    EncryptedKey wrapped = unwrap.loadEncryptedKey(document, element(document, "EncryptedKey"));
    Element data = element(document, "EncryptedData");
    XMLCipher decrypt = XMLCipher.getInstance();
    decrypt.init(XMLCipher.DECRYPT_MODE, null);
    EncryptedData read = decrypt.loadEncryptedData(document, data);
    Key secret = unwrap.decryptKey(wrapped, read.getEncryptionMethod().getAlgorithm());
    decrypt.init(XMLCipher.DECRYPT_MODE, secret);
    decrypt.doFinal(document, data);
    return "opened";
  }

  /** Encrypts the content of the Body for `alias`, and writes a Security block with the key. */
  static String santuarioWrite(Document document, String alias, String algorithm, String transport, String digest, String mask)
      throws Exception {
    KeyGenerator generator = KeyGenerator.getInstance("AES");
    generator.init(algorithm.contains("128") ? 128 : algorithm.contains("192") ? 192 : 256);
    Key secret = generator.generateKey();
    X509Certificate certificate = (X509Certificate) keys.getCertificate(alias);
    XMLCipher wrap = XMLCipher.getInstance(transport, null, digest);
    wrap.init(XMLCipher.WRAP_MODE, certificate.getPublicKey());
    EncryptedKey wrapped = mask.equals("-")
        ? wrap.encryptKey(document, secret)
        : wrap.encryptKey(document, secret, mask, null);
    wrapped.setId("EK-1");
    org.apache.xml.security.encryption.ReferenceList list =
        wrap.createReferenceList(org.apache.xml.security.encryption.ReferenceList.DATA_REFERENCE);
    list.add(list.newDataReference("#ED-1"));
    wrapped.setReferenceList(list);
    Element body = (Element) document.getElementsByTagNameNS(document.getDocumentElement().getNamespaceURI(), "Body").item(0);
    XMLCipher encrypt = XMLCipher.getInstance(algorithm);
    encrypt.init(XMLCipher.ENCRYPT_MODE, secret);
    EncryptedData data = encrypt.getEncryptedData();
    data.setId("ED-1");
    encrypt.doFinal(document, body, true);
    WSSecHeader header = new WSSecHeader();
    Element security = header.insertSecurityHeader(document);
    security.appendChild(wrap.martial(document, wrapped));
    return "written";
  }
}
