import com.sun.net.httpserver.HttpServer;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Calendar;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.axis.client.Call;
import org.apache.axis.client.Service;
import org.apache.axis.encoding.ser.BeanDeserializerFactory;
import org.apache.axis.encoding.ser.BeanSerializerFactory;

/** Reads recorded responses with Axis's Call: java AxisOwn FOLDER prints a line of JSON for each line of calls.txt. */
public class AxisOwn {
  private static final Class<?>[] BEANS = {
    AxisEcho.Item.class, AxisEcho.Special.class, AxisEcho.Order.class, AxisEcho.Node.class
  };

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      exchange.getRequestBody().readAllBytes();
      byte[] body = Files.readAllBytes(folder.resolve(exchange.getRequestURI().getPath().substring(1) + ".xml"));
      exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
      boolean isFault = new String(body, "UTF-8").contains("faultstring");
      exchange.sendResponseHeaders(isFault ? 500 : 200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
    String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    for (String line : Files.readAllLines(folder.resolve("calls.txt"))) {
      String[] words = line.split(" ");
      System.out.println("{\"call\":" + words[0] + "," + read(address + words[0], words[1]) + "}");
    }
    server.stop(0);
  }

  private static String read(String address, String operation) {
    try {
      Call call = (Call) new Service().createCall();
      call.setTargetEndpointAddress(new URL(address));
      for (Class<?> bean : BEANS) {
        QName name = new QName("urn:echo", bean.getSimpleName());
        call.registerTypeMapping(
            bean, name, new BeanSerializerFactory(bean, name), new BeanDeserializerFactory(bean, name));
      }
      for (Method method : AxisEcho.class.getMethods())
        if (method.getName().equals(operation)) call.setReturnClass(method.getReturnType());
      return "\"value\":" + plain(call.invoke(new QName("urn:echo", operation), new Object[0]), 0);
    } catch (Exception | StackOverflowError problem) {
      return "\"error\":" + quoted(String.valueOf(problem.getMessage()));
    }
  }

  private static String plain(Object value, int depth) throws Exception {
    if (depth > 20) return quoted("a ring");
    if (value == null) return "null";
    if (value instanceof byte[]) return quoted(Base64.getEncoder().encodeToString((byte[]) value));
    if (value instanceof Calendar) return quoted(((Calendar) value).toInstant().toString());
    List<String> items = new ArrayList<>();
    if (value.getClass().isArray()) {
      for (int at = 0; at < Array.getLength(value); at++) items.add(plain(Array.get(value, at), depth + 1));
      return "[" + String.join(",", items) + "]";
    }
    if (!value.getClass().getName().startsWith("AxisEcho$")) return quoted(value.toString());
    for (PropertyDescriptor each : Introspector.getBeanInfo(value.getClass(), Object.class).getPropertyDescriptors())
      items.add(quoted(each.getName()) + ":" + plain(each.getReadMethod().invoke(value), depth + 1));
    return "{" + String.join(",", items) + "}";
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char each : text.toCharArray())
      quoted.append(each < ' ' || each > '~' || each == '"' || each == '\\' ? String.format("\\u%04x", (int) each) : each);
    return quoted.append('"').toString();
  }
}
