import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Calendar;
import org.apache.axis.transport.http.SimpleAxisServer;

/** A service for Axis 1.4: most operations return their argument. Run in the folder of server-config.wsdd, with PORT. */
public class AxisEcho {
  public static class Item {
    private String name;
    private Integer count;

    public String getName() { return name; }
    public void setName(String name) { this.name = name; }
    public Integer getCount() { return count; }
    public void setCount(Integer count) { this.count = count; }
  }

  public static class Special extends Item {
    private String more;

    public String getMore() { return more; }
    public void setMore(String more) { this.more = more; }
  }

  public static class Order {
    private int id;
    private String remark;
    private Item main;
    private Item[] items;
    private String[] words;

    public int getId() { return id; }
    public void setId(int id) { this.id = id; }
    public String getRemark() { return remark; }
    public void setRemark(String remark) { this.remark = remark; }
    public Item getMain() { return main; }
    public void setMain(Item main) { this.main = main; }
    public Item[] getItems() { return items; }
    public void setItems(Item[] items) { this.items = items; }
    public String[] getWords() { return words; }
    public void setWords(String[] words) { this.words = words; }
  }

  public static class Node {
    private String name;
    private Node next;

    public String getName() { return name; }
    public void setName(String name) { this.name = name; }
    public Node getNext() { return next; }
    public void setNext(Node next) { this.next = next; }
  }

  public String echoString(String value) { return value; }
  public int echoInt(int value) { return value; }
  public long echoLong(long value) { return value; }
  public double echoDouble(double value) { return value; }
  public BigDecimal echoDecimal(BigDecimal value) { return value; }
  public boolean echoBoolean(boolean value) { return value; }
  public Calendar echoDateTime(Calendar value) { return value; }
  public byte[] echoBase64(byte[] value) { return value; }
  public String[] echoStrings(String[] value) { return value; }
  public Item echoItem(Item value) { return value; }
  public Item[] echoItems(Item[] value) { return value; }

  public Order echoOrder(Order value) { return value; }
  public Node echoNode(Node value) { return value; }
  public String[][] echoTable(String[][] value) { return value; }
  public Item[] twins(Item value) { return new Item[] {value, value}; }

  public Node ring(String name) {
    Node node = new Node();
    node.setName(name);
    node.setNext(node);
    return node;
  }

  public static void main(String[] args) throws Exception {
    SimpleAxisServer server = new SimpleAxisServer();
    int port = Integer.parseInt(System.getenv("PORT"));
    server.setServerSocket(new ServerSocket(port, 50, InetAddress.getLoopbackAddress()));
    server.run();
  }
}
