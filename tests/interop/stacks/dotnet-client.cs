// Calls the service with a proxy made by .NET's wsdl tool: client.exe URL VERSION. Prints JSON.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Web.Services.Protocols;

public static class Client
{
    public static void Main(string[] args)
    {
        bool isV21 = args[1] == "v2.1";
        Assembly assembly = Assembly.GetExecutingAssembly();
        // The contract's WSDL and that of an .asmx name the service differently.
        Type proxy = assembly.GetTypes().Single(type => typeof(SoapHttpClientProtocol).IsAssignableFrom(type));
        object service = Activator.CreateInstance(proxy);
        ((SoapHttpClientProtocol)service).Url = args[0];
        string name = isV21 ? "AuthHeader" : "AuthHeaderWithDomain";
        object header = Activator.CreateInstance(assembly.GetType("Proxy." + name));
        if (isV21)
        {
            Set(header, "Username", "sandbox-user");
            Set(header, "Token", "sandbox-token");
        }
        else Set(header, "Domain", "sandbox");
        Set(service, name + "Value", header);
        object[] values = isV21 ? new object[] { 1006 } : new object[] { 1006, 11, 2026 };
        MethodInfo method = service.GetType().GetMethod(isV21 ? "CostCenter_GetCurrent" : "Address_GetList");
        Console.OutputEncoding = new UTF8Encoding(false);
        Console.Write(Json(method.Invoke(service, values)));
    }

    private static void Set(object target, string property, object value)
    {
        target.GetType().GetProperty(property).SetValue(target, value, null);
    }

    private static string Json(object value)
    {
        if (value == null) return "null";
        if (value is string || value is decimal || value is Enum || value is int)
            return Quoted(Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture));
        if (value is bool) return (bool)value ? "true" : "false";
        var list = value as Array;
        if (list != null) return "[" + string.Join(",", list.Cast<object>().Select(Json).ToArray()) + "]";
        IEnumerable<string> fields = value.GetType().GetProperties()
            .Where(property => !property.Name.EndsWith("Specified"))
            .Select(property => Quoted(property.Name) + ":" + Json(property.GetValue(value, null)));
        return "{" + string.Join(",", fields.ToArray()) + "}";
    }

    private static string Quoted(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (char c in text)
        {
            if (c == '"' || c == '\\') quoted.Append('\\').Append(c);
            else if (c < ' ') quoted.AppendFormat("\\u{0:x4}", (int)c);
            else quoted.Append(c);
        }
        return quoted.Append('"').ToString();
    }
}
