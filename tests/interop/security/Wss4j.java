import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Vector;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.components.crypto.CryptoFactory;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecTimestamp;
import org.apache.ws.security.message.WSSecUsernameToken;
import org.w3c.dom.Document;

/** WSS4J 1.6 as a judge of messages and as their author. Arguments: a command, a key store, and files. */
public class Wss4j {
  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    properties.put("org.apache.ws.security.crypto.provider", "org.apache.ws.security.components.crypto.Merlin");
    properties.put("org.apache.ws.security.crypto.merlin.keystore.type", "pkcs12");
    properties.put("org.apache.ws.security.crypto.merlin.keystore.password", "opensesame");
    properties.put("org.apache.ws.security.crypto.merlin.keystore.file", args[1]);
    Crypto crypto = CryptoFactory.getInstance(properties);
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    for (int i = 2; i < args.length; i++) {
      Path file = Path.of(args[i]);
      Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(Files.readAllBytes(file)));
      String done = args[0].startsWith("verify") ? verify(document, crypto, args[0].equals("verify")) : sign(document, crypto, args[0], file);
      System.out.println(file.getFileName() + ": " + done);
    }
  }

  /** The Basic Security Profile 1.1 knows exclusive canonicalization alone. */
  private static String verify(Document document, Crypto crypto, boolean isProfiled) {
    WSSConfig config = WSSConfig.getNewInstance();
    config.setWsiBSPCompliant(isProfiled);
    WSSecurityEngine engine = new WSSecurityEngine();
    engine.setWssConfig(config);
    CallbackHandler passwords = (Callback[] callbacks) -> {
      for (Callback each : callbacks) ((WSPasswordCallback) each).setPassword("p<&>\u00e9");
    };
    try {
      List<WSSecurityEngineResult> results = engine.processSecurityHeader(document, null, passwords, crypto);
      StringBuilder did = new StringBuilder("valid");
      for (WSSecurityEngineResult result : results) {
        int action = (Integer) result.get(WSSecurityEngineResult.TAG_ACTION);
        if (action == WSConstants.SIGN) did.append(" signature");
        if (action == WSConstants.UT) did.append(" username");
        if (action == WSConstants.TS) did.append(" timestamp");
      }
      return did.toString();
    } catch (Exception refused) {
      return "invalid " + refused.getMessage();
    }
  }

  private static String sign(Document document, Crypto crypto, String reference, Path file) throws Exception {
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(document);
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.prepare(document);
    WSSecSignature signature = new WSSecSignature();
    signature.setUserInfo("service", "opensesame");
    signature.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#sha256");
    signature.setKeyIdentifierType(
        reference.startsWith("direct") || reference.equals("inclusive") ? WSConstants.BST_DIRECT_REFERENCE
            : reference.startsWith("thumbprint") ? WSConstants.THUMBPRINT_IDENTIFIER : WSConstants.ISSUER_SERIAL);
    Vector<WSEncryptionPart> parts = new Vector<>();
    parts.add(new WSEncryptionPart("Body", document.getDocumentElement().getNamespaceURI(), ""));
    timestamp.prependToHeader(header);
    parts.add(new WSEncryptionPart(timestamp.getId()));
    if (reference.endsWith("-token")) parts.add(new WSEncryptionPart("STRTransform", "", "Content"));
    if (reference.equals("inclusive")) signature.setSigCanonicalization(WSConstants.C14N_OMIT_COMMENTS);
    signature.setParts(parts);
    signature.build(document, crypto, header);
    StringWriter text = new StringWriter();
    TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(text));
    Files.writeString(file, text.toString());
    return "signed";
  }
}
