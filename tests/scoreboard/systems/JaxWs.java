// JAX-WS RI: wsimport, javac, and JAXB with the schema set, as @SchemaValidation has it. Run as a source file.
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;
import javax.xml.XMLConstants;
import javax.xml.bind.*;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.*;

public class JaxWs {
  static final PrintStream out = System.out;

  public static void main(String[] args) throws Exception {
    System.setOut(System.err);
    // Lines: contract NAME WSDL FOLDER SCHEMA, then document FILE ROOT for each of its documents.
    List<String[]> lines = Files.readAllLines(Path.of(args[0])).stream().map(line -> line.split("\t", -1)).toList();
    for (int at = 0; at < lines.size(); ) {
      String[] contract = lines.get(at++);
      List<String> files = new ArrayList<>();
      for (; at < lines.size() && lines.get(at)[0].equals("document"); at++) files.add(lines.get(at)[1]);
      out.println("{\"name\":" + JaxWsValues.quoted(contract[1]) + "," + take(contract[2], Path.of(contract[3], "jax-ws"), contract[4], files) + "}");
      out.flush();
    }
    System.exit(0);
  }

  static String take(String wsdl, Path folder, String schema, List<String> files) {
    List<String> documents = new ArrayList<>();
    try {
      Files.createDirectories(folder);
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      String[] args = {"-keep", "-Xnocompile", "-extension", "-d", folder.toString(), "-s", folder.toString(), new File(wsdl).toURI().toString()};
      if (!new com.sun.tools.ws.wscompile.WsimportTool(said).run(args)) return JaxWsValues.failure("generateFailure", new IOException(JaxWsValues.lastError(said))) + ",\"documents\":[]";
      List<Path> sources = Files.walk(folder).filter(path -> path.toString().endsWith(".java")).toList();
      JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
      StringWriter errors = new StringWriter();
      List<String> options = List.of("-nowarn", "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
      if (!javac.getTask(errors, null, null, options, null, javac.getStandardFileManager(null, null, null).getJavaFileObjectsFromPaths(sources)).call())
        return JaxWsValues.failure("compileFailure", new IOException(errors.toString())) + ",\"documents\":[]";
      if (files.isEmpty()) return "\"documents\":[]";
      URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, JaxWs.class.getClassLoader());
      List<Class<?>> factories = new ArrayList<>();
      for (Path source : sources)
        if (source.endsWith("ObjectFactory.java")) factories.add(loader.loadClass(folder.relativize(source).toString().replace(".java", "").replace('/', '.')));
      JAXBContext context = JAXBContext.newInstance(factories.toArray(new Class<?>[0]));
      Schema checked = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new File(schema));
      for (String file : files) documents.add("{" + document(context, checked, file) + "}");
      return "\"documents\":[" + String.join(",", documents) + "]";
    } catch (Throwable error) {
      return JaxWsValues.failure("generateFailure", error) + ",\"documents\":[]";
    }
  }

  static String document(JAXBContext context, Schema schema, String file) {
    String value = "";
    try {
      Unmarshaller reader = context.createUnmarshaller();
      reader.setSchema(schema);
      reader.setEventHandler(event -> event.getSeverity() == ValidationEvent.WARNING);
      Object read = reader.unmarshal(new StreamSource(new File(file)));
      value = "\"value\":" + JaxWsValues.shown(read instanceof JAXBElement<?> element ? element.getValue() : read) + ",";
      StringWriter written = new StringWriter();
      Marshaller writer = context.createMarshaller();
      writer.setProperty(Marshaller.JAXB_FRAGMENT, true);
      writer.marshal(read, written);
      return value + "\"encoded\":" + JaxWsValues.quoted(written.toString());
    } catch (Throwable error) {
      return value + JaxWsValues.failure(value.isEmpty() ? "decodeFailure" : "encodeFailure", error);
    }
  }
}
