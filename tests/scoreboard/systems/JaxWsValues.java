// Values of JAXB's classes, and what went wrong, as JSON.
import java.lang.reflect.Field;
import java.util.*;
import java.util.stream.Collectors;
import javax.xml.bind.JAXBElement;
import javax.xml.bind.annotation.*;
import javax.xml.datatype.*;
import javax.xml.namespace.QName;

class JaxWsValues {
  static String shown(Object value) throws Exception {
    if (value == null) return "null";
    if (value instanceof JAXBElement<?> element) return element.isNil() ? "null" : shown(element.getValue());
    if (value instanceof Boolean) return value.toString();
    if (value instanceof Number) return "{\"$number\":" + quoted(value.toString()) + "}";
    if (value instanceof XMLGregorianCalendar calendar) return quoted(calendar.toXMLFormat());
    if (value instanceof byte[] bytes) return "{\"$bytes\":" + quoted(Base64.getEncoder().encodeToString(bytes)) + "}";
    if (value instanceof QName name) return "{\"$name\":" + quoted("{" + name.getNamespaceURI() + "}" + name.getLocalPart()) + "}";
    if (value instanceof org.w3c.dom.Node node) return quoted(text(node));
    if (value instanceof List<?> list) {
      List<String> items = new ArrayList<>();
      for (Object item : list)
        items.add(item instanceof JAXBElement<?> element ? "{" + quoted(element.getName().getLocalPart()) + ":" + shown(item) + "}" : shown(item));
      return "[" + String.join(",", items) + "]";
    }
    if (value instanceof Enum<?>) return quoted(String.valueOf(value.getClass().getMethod("value").invoke(value)));
    if (value instanceof Map<?, ?> others) return quoted(others.toString());
    if (value.getClass().getName().startsWith("java") || value instanceof Duration) return quoted(value.toString());
    return fields(value);
  }

  private static String fields(Object value) throws Exception {
    List<String> shown = new ArrayList<>();
    for (Class<?> type = value.getClass(); type != Object.class; type = type.getSuperclass())
      for (Field field : type.getDeclaredFields()) {
        field.setAccessible(true);
        Object each = field.get(value);
        boolean isRoot = each != null && !(each instanceof List) && each.getClass().isAnnotationPresent(XmlRootElement.class) && field.isAnnotationPresent(XmlElementRef.class);
        String name = isRoot ? each.getClass().getAnnotation(XmlRootElement.class).name() : nameOf(field);
        if (each instanceof JAXBElement<?> element) name = element.getName().getLocalPart();
        if (each != null && !java.lang.reflect.Modifier.isStatic(field.getModifiers())) shown.add(quoted(name) + ":" + shown(each));
      }
    return "{" + String.join(",", shown) + "}";
  }

  private static String nameOf(Field field) {
    XmlElement element = field.getAnnotation(XmlElement.class);
    XmlAttribute attribute = field.getAnnotation(XmlAttribute.class);
    XmlElementRef reference = field.getAnnotation(XmlElementRef.class);
    String name = element != null ? element.name() : attribute != null ? attribute.name() : reference != null ? reference.name() : "##default";
    return name.equals("##default") ? field.getName() : name;
  }

  private static String text(org.w3c.dom.Node node) throws Exception {
    var writer = new java.io.StringWriter();
    javax.xml.transform.TransformerFactory.newInstance().newTransformer().transform(new javax.xml.transform.dom.DOMSource(node), new javax.xml.transform.stream.StreamResult(writer));
    return writer.toString();
  }

  static String failure(String stage, Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) cause = cause.getCause();
    if (cause instanceof javax.xml.bind.JAXBException bound && bound.getLinkedException() != null) cause = bound.getLinkedException();
    boolean isCrash = cause instanceof RuntimeException || cause instanceof Error;
    String reason = cause.getClass().getSimpleName() + ": " + String.valueOf(cause.getMessage());
    return quoted(stage) + ":{\"reason\":" + quoted(reason.substring(0, Math.min(300, reason.length()))) + ",\"isCrash\":" + isCrash + "}";
  }

  static String lastError(java.io.ByteArrayOutputStream said) {
    return said.toString().lines().filter(line -> line.contains("ERROR")).findFirst().orElse(said.toString());
  }

  static String quoted(String text) {
    return text.chars().mapToObj(each -> each == '"' || each == '\\' ? "\\" + (char) each : each < 32 || each > 126 ? String.format("\\u%04x", each) : String.valueOf((char) each))
        .collect(Collectors.joining("", "\"", "\""));
  }
}
