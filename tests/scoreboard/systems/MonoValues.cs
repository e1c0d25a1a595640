// Values of Mono's XmlSerializer as the comparer's JSON.
using System;
using System.Collections;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Xml;
using System.Xml.Serialization;

static class MonoValues {
  public static string Shown(object value) {
    if (value == null) return "null";
    if (value is bool) return (bool)value ? "true" : "false";
    if (value is string) return Quoted((string)value);
    if (value is DateTime) {
      var date = (DateTime)value;
      return date.Kind == DateTimeKind.Unspecified ? Quoted(date.ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFF")) : "{\"$date\":" + Quoted(date.ToUniversalTime().ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFFZ")) + "}";
    }
    if (value is byte[]) return "{\"$bytes\":" + Quoted(Convert.ToBase64String((byte[])value)) + "}";
    var name = value as XmlQualifiedName;
    if (name != null) return "{\"$name\":" + Quoted("{" + name.Namespace + "}" + name.Name) + "}";
    if (value is XmlNode) return Quoted(((XmlNode)value).OuterXml);
    if (value is Enum) return Quoted(EnumText((Enum)value));
    if (value is double || value is float) return "{\"$number\":" + Quoted(((IFormattable)value).ToString("R", CultureInfo.InvariantCulture)) + "}";
    if (value is IFormattable && value.GetType().IsPrimitive || value is decimal) return "{\"$number\":" + Quoted(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture)) + "}";
    if (value is IEnumerable) return "[" + string.Join(",", ((IEnumerable)value).Cast<object>().Select(Shown)) + "]";
    var properties = value.GetType().GetProperties().Where(each => each.GetIndexParameters().Length == 0 && !each.Name.EndsWith("Specified") && IsSpecified(value, each));
    return "{" + string.Join(",", properties.Select(each => Property(value, each))) + "}";
  }

  /// `amountSpecified` says whether `amount` was there.
  static bool IsSpecified(object value, PropertyInfo property) {
    var flag = value.GetType().GetProperty(property.Name + "Specified");
    return property.GetValue(value, null) != null && (flag == null || (bool)flag.GetValue(value, null));
  }

  static string Property(object value, PropertyInfo property) {
    var each = property.GetValue(value, null);
    var elements = property.GetCustomAttributes(typeof(XmlElementAttribute), false).Cast<XmlElementAttribute>().ToList();
    var array = each as object[];
    var named = value.GetType().GetProperty(property.Name.TrimEnd('s') + "sElementName") ?? value.GetType().GetProperty(property.Name + "ElementName");
    var names = named == null ? null : named.GetValue(value, null);
    Func<object, int, string> nameOf = (item, at) => names is Array ? EnumText((Enum)((Array)names).GetValue(at)) : names != null ? EnumText((Enum)names) : (elements.FirstOrDefault(one => one.Type == item.GetType()) ?? elements.FirstOrDefault(one => one.Type == null) ?? elements[0]).ElementName;
    if (elements.Count > 1 && array != null) return Quoted(property.Name) + ":[" + string.Join(",", array.Select((item, at) => "{" + Quoted(nameOf(item, at)) + ":" + Shown(item) + "}")) + "]";
    if (elements.Count > 1) return Quoted(nameOf(each, 0)) + ":" + Shown(each);
    var attribute = property.GetCustomAttributes(typeof(XmlAttributeAttribute), false).Cast<XmlAttributeAttribute>().Select(one => one.AttributeName).FirstOrDefault();
    var name = elements.Select(one => one.ElementName).FirstOrDefault() ?? attribute;
    return Quoted(string.IsNullOrEmpty(name) ? property.Name : name) + ":" + Shown(each);
  }

  static string EnumText(Enum value) {
    var field = value.GetType().GetField(value.ToString());
    var written = field == null ? null : field.GetCustomAttributes(typeof(XmlEnumAttribute), false).Cast<XmlEnumAttribute>().FirstOrDefault();
    return written == null ? value.ToString() : written.Name;
  }

  public static string Failure(string stage, Exception error) {
    while (error.InnerException != null) error = error.InnerException;
    var isCrash = error is NullReferenceException || error is InvalidCastException || error is IndexOutOfRangeException || error is ArgumentException || error is NotImplementedException;
    var reason = error.GetType().Name + ": " + error.Message;
    return Quoted(stage) + ":{\"reason\":" + Quoted(reason.Substring(0, Math.Min(300, reason.Length))) + ",\"isCrash\":" + (isCrash ? "true" : "false") + "}";
  }

  public static string Quoted(string text) {
    var made = new StringBuilder("\"");
    foreach (var each in text) made.Append(each == '"' || each == '\\' ? "\\" + each : each < 32 || each > 126 ? "\\u" + ((int)each).ToString("x4") : each.ToString());
    return made.Append('"').ToString();
  }
}
