import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.xml.security.signature.XMLSignature;
import org.apache.xml.security.transforms.Transforms;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Apache Santuario as an issuer of SAML assertions and as their judge, and as the judge of the last signature of a message by an alias or by a
 * secret key in hexadecimal digits. Arguments: `issue` or `judge`, a key store, an alias, and files; or `prove`, a key store, any alias, and for each
 * message its key, `=` and its file.
 */
public class Santuario {
  static final String SAML = "urn:oasis:names:tc:SAML:2.0:assertion";
  static final String SAML_1 = "urn:oasis:names:tc:SAML:1.0:assertion";
  static final String DS = "http://www.w3.org/2000/09/xmldsig#";
  static final String WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

  public static void main(String[] args) throws Exception {
    org.apache.xml.security.Init.init();
    char[] password = "opensesame".toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(new FileInputStream(args[1]), password);
    X509Certificate certificate = (X509Certificate) store.getCertificate(args[2]);
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    for (int i = 3; i < args.length; i++) {
      String[] keyed = args[i].split("=", 2);
      Path file = Path.of(keyed[keyed.length - 1]);
      Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(Files.readAllBytes(file)));
      if (args[0].equals("prove")) {
        X509Certificate own = (X509Certificate) store.getCertificate(keyed[0]);
        System.out.println(prove(document, own == null ? null : own.getPublicKey(), keyed[0]));
        continue;
      }
      Element second = (Element) document.getElementsByTagNameNS(SAML, "Assertion").item(0);
      Element assertion = second != null ? second : (Element) document.getElementsByTagNameNS(SAML_1, "Assertion").item(0);
      assertion.setIdAttributeNS(null, second != null ? "ID" : "AssertionID", true);
      if (args[0].equals("judge")) System.out.println(judge(assertion, certificate));
      else issue(assertion, (PrivateKey) store.getKey(args[2], password), certificate, file);
    }
  }

  private static String judge(Element assertion, X509Certificate certificate) {
    for (Node child = assertion.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (!"Signature".equals(child.getLocalName())) continue;
      try {
        return new XMLSignature((Element) child, "", true).checkSignatureValue(certificate) ? "good" : "bad";
      } catch (Exception refused) {
        return "bad " + refused.getMessage();
      }
    }
    return "not signed";
  }

  private static String prove(Document document, Key certified, String name) throws Exception {
    NodeList all = document.getElementsByTagNameNS("*", "*");
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      if (element.hasAttributeNS(WSU, "Id")) element.setIdAttributeNS(WSU, "Id", true);
      if (element.getLocalName().equals("Signature") && element.hasAttribute("Id")) element.setIdAttributeNS(null, "Id", true);
    }
    NodeList signatures = document.getElementsByTagNameNS(DS, "Signature");
    Element last = (Element) signatures.item(signatures.getLength() - 1);
    try {
      XMLSignature signature = new XMLSignature(last, "", false);
      Key key = certified != null ? certified : signature.createSecretKey(HexFormat.of().parseHex(name));
      return signature.checkSignatureValue(key) ? "good" : "bad";
    } catch (Exception refused) {
      return "bad " + refused.getMessage();
    }
  }

  private static void issue(Element assertion, PrivateKey key, X509Certificate certificate, Path file) throws Exception {
    Document document = assertion.getOwnerDocument();
    String exclusive = Transforms.TRANSFORM_C14N_EXCL_OMIT_COMMENTS;
    XMLSignature signature = new XMLSignature(document, "", XMLSignature.ALGO_ID_SIGNATURE_RSA_SHA256, exclusive);
    // SAML 2.0 core, 5.4: the signature follows the issuer.
    assertion.insertBefore(signature.getElement(), assertion.getFirstChild().getNextSibling());
    Transforms transforms = new Transforms(document);
    transforms.addTransform(Transforms.TRANSFORM_ENVELOPED_SIGNATURE);
    transforms.addTransform(exclusive);
    signature.addDocument("#" + assertion.getAttribute("ID"), transforms, "http://www.w3.org/2001/04/xmlenc#sha256");
    signature.addKeyInfo(certificate);
    signature.sign(key);
    StringWriter text = new StringWriter();
    Transformer writer = TransformerFactory.newInstance().newTransformer();
    writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    writer.transform(new DOMSource(document), new StreamResult(text));
    Files.writeString(file, text.toString());
  }
}
