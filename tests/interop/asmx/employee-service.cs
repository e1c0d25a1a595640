// The contract on ASP.NET, as its owners may have written it. Records come from the file that DATA names in web.config.
// Employees 500 to 511 make it fail, 104 to 109 have what a schema does not show: tests/sandbox/captured-handlers.ts does the same.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Configuration;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Web.Script.Serialization;
using System.Web.Services;
using System.Web.Services.Protocols;
using System.Xml;
using System.Xml.Serialization;

/// <summary>The JSON file of employees.</summary>
public static class Store
{
    static readonly Dictionary<int, Dictionary<string, object>> employees = Read();

    static Dictionary<int, Dictionary<string, object>> Read()
    {
        var serializer = new JavaScriptSerializer { MaxJsonLength = int.MaxValue };
        string text = File.ReadAllText(ConfigurationManager.AppSettings["DATA"], Encoding.UTF8);
        var all = (IEnumerable)serializer.Deserialize<Dictionary<string, object>>(text)["employees"];
        return all.Cast<Dictionary<string, object>>().ToDictionary(employee => Number(employee, "id"));
    }

    /// <summary>A list of an employee; null when the file has none.</summary>
    public static IEnumerable<Dictionary<string, object>> List(int id, string name)
    {
        Dictionary<string, object> employee;
        if (!employees.TryGetValue(id, out employee)) throw new SoapException("Employee not found: " + id, SoapException.ClientFaultCode);
        var list = Value(employee, name) as IEnumerable;
        return list == null ? null : list.Cast<Dictionary<string, object>>();
    }

    public static object Value(Dictionary<string, object> from, string name)
    {
        object value;
        return from != null && from.TryGetValue(name, out value) ? value : null;
    }

    public static string Text(Dictionary<string, object> from, string name)
    {
        return (string)Value(from, name);
    }

    public static int Number(Dictionary<string, object> from, string name)
    {
        object value = Value(from, name);
        return value == null ? 0 : (int)value;
    }

    public static bool Boolean(Dictionary<string, object> from, string name)
    {
        return (bool)Value(from, name);
    }

    public static Dictionary<string, object> Inner(Dictionary<string, object> from, string name)
    {
        return (Dictionary<string, object>)Value(from, name);
    }

    public static void Check(string header, bool isThere, string wanted, params KeyValuePair<string, string>[] sent)
    {
        if (!isThere) throw new SoapException(header + " is missing", SoapException.ClientFaultCode);
        if (sent.Any(pair => pair.Value == null))
        {
            string names = string.Join(" or ", sent.Select(pair => pair.Key).ToArray());
            throw new SoapException(header + " has no " + names, SoapException.ClientFaultCode);
        }
        if (string.Join("\n", sent.Select(pair => pair.Value).ToArray()) != wanted)
            throw new SoapException("1001: Not authorized", SoapException.ClientFaultCode);
    }

    public static KeyValuePair<string, string> Sent(string name, string value)
    {
        return new KeyValuePair<string, string>(name, value);
    }

    public static string CodePoints(string text)
    {
        var shown = new StringBuilder();
        foreach (char unit in text ?? "")
        {
            if (unit >= '!' && unit <= '~') shown.Append(unit);
            else shown.AppendFormat(CultureInfo.InvariantCulture, "{{{0:X4}}}", (int)unit);
        }
        return shown.ToString();
    }
}

/// <summary>Faults that a service makes itself.</summary>
public static class Failures
{
    const string Errors = "@BASE@/errors";

    public static void Throw(int id)
    {
        switch (id)
        {
            case 500:
                throw new InvalidOperationException("Database is niet bereikbaar & <down>", new TimeoutException("Timeout expired after 30 seconds."));
            case 501:
                throw new NullReferenceException("Object reference not set to an instance of an object");
            case 502:
                var document = new XmlDocument();
                XmlNode detail = document.CreateNode(XmlNodeType.Element, SoapException.DetailElementName.Name, SoapException.DetailElementName.Namespace);
                detail.InnerXml = "<e:ErrorInfo xmlns:e=\"" + Errors + "\"><e:Code>1003</e:Code><e:Message>Geen toegang tot werknemer</e:Message></e:ErrorInfo>";
                throw new SoapException("1003: Geen toegang tot werknemer", SoapException.ClientFaultCode, "@BASE@/soap/v2.1/EmployeeService.asmx", detail);
            case 503:
                var subcode = new SoapFaultSubCode(new XmlQualifiedName("NotAuthorized", Errors));
                throw new SoapException("Custom subcode", SoapException.ClientFaultCode, "@BASE@/actor", "@BASE@/role", "nl", null, subcode, null);
            case 504:
                throw new SoapHeaderException("Header was refused", SoapException.ClientFaultCode);
            case 505:
                throw new SoapException("Own code", new XmlQualifiedName("NotAuthorized", Errors));
            case 506:
                throw new SoapException("", SoapException.ServerFaultCode);
            case 507:
                throw new Exception("");
            case 508:
                throw new SoapException("Outer message", SoapException.ServerFaultCode, new Exception("Inner message"));
            case 509:
                throw new SoapException("Bad code", new XmlQualifiedName("1003"));
            case 510:
                throw new SoapException("Dotted code", new XmlQualifiedName("Client.Authentication", SoapException.ClientFaultCode.Namespace));
            case 511:
                throw new SoapException("Code without namespace", new XmlQualifiedName("E1003"));
        }
    }
}

namespace V21
{
    public class AuthHeader : SoapHeader
    {
        public string Username;
        public string Token;
    }

    public class EmployeeCostCenter
    {
        public int Id;
        public CostCenter CostCenter;
        public Kostensoort Kostensoort;
        public decimal Percentage;
        public bool Default;
    }

    public class CostCenter
    {
        public string Code;
        public string Description;
        public int Id;
    }

    public class Kostensoort
    {
        public string Code;
        public string Description;
    }

    [WebService(Namespace = "@BASE@/soap/v2.1/EmployeeService")]
    [WebServiceBinding(ConformsTo = WsiProfiles.None)]
    public class EmployeeService : WebService
    {
        public AuthHeader Auth;

        [WebMethod]
        [SoapHeader("Auth")]
        public List<EmployeeCostCenter> CostCenter_GetCurrent(int EmployeeId)
        {
            if (Auth != null && Auth.Username != null && Auth.Username.StartsWith("echo:"))
                throw new SoapException("Username was [" + Store.CodePoints(Auth.Username) + "] Token was [" + Store.CodePoints(Auth.Token) + "]", SoapException.ClientFaultCode);
            Store.Check("AuthHeader", Auth != null, "@USERNAME@\n@TOKEN@",
                Store.Sent("Username", Auth == null ? null : Auth.Username), Store.Sent("Token", Auth == null ? null : Auth.Token));
            Failures.Throw(EmployeeId);
            switch (EmployeeId)
            {
                case 104:
                    return null;
                case 105:
                    return new List<EmployeeCostCenter> {
                        new EmployeeCostCenter { Id = 6001, CostCenter = new CostCenter { Id = 21 }, Kostensoort = new Kostensoort(), Percentage = 50.00m, Default = true },
                        new EmployeeCostCenter { Id = 6002, Percentage = 50.00m },
                        null };
                case 107:
                    return new List<EmployeeCostCenter> {
                        new EmployeeCostCenter { Id = 7005, CostCenter = new CostCenter { Code = "ctl", Description = "voor\u0001na", Id = 35 },
                            Kostensoort = new Kostensoort { Code = "K", Description = "bell\u0007" }, Percentage = 100m, Default = true } };
                case 108:
                    return new List<EmployeeCostCenter> {
                        new EmployeeCostCenter { Id = 7006, CostCenter = new CostCenter { Code = "sur", Description = "voor\ud800na", Id = 36 }, Percentage = 100m, Default = true } };
            }
            var list = Store.List(EmployeeId, "costCenters");
            return list == null ? null : list.Select(Record).ToList();
        }

        static EmployeeCostCenter Record(Dictionary<string, object> from)
        {
            var costCenter = Store.Inner(from, "CostCenter");
            var kostensoort = Store.Inner(from, "Kostensoort");
            return new EmployeeCostCenter
            {
                Id = Store.Number(from, "Id"),
                CostCenter = costCenter == null ? null : new CostCenter { Code = Store.Text(costCenter, "Code"), Description = Store.Text(costCenter, "Description"), Id = Store.Number(costCenter, "Id") },
                Kostensoort = kostensoort == null ? null : new Kostensoort { Code = Store.Text(kostensoort, "Code"), Description = Store.Text(kostensoort, "Description") },
                Percentage = decimal.Parse(Store.Text(from, "Percentage"), CultureInfo.InvariantCulture),
                Default = Store.Boolean(from, "Default"),
            };
        }
    }
}

namespace V3
{
    public class AuthHeader : SoapHeader
    {
        public string Username;
        public string Token;
    }

    public class AuthHeaderWithDomain : AuthHeader
    {
        public string Domain;
    }

    public enum AddressType { HomeAddress, PostAddress, AbsenceAddress, HolidaysAddress, WeekendAddress, WorkAddress }

    public class EmployeeAddress
    {
        public int Id;
        public bool Default;
        public string Street;
        public string HouseNumber;
        public string HouseNumberAddition;
        public string PostalCode;
        public string City;
        public string StateProvince;
        public string CountryISOCode;
        public AddressType Type;
    }

    [WebService(Namespace = "@BASE@/soap/v3/EmployeeService")]
    [WebServiceBinding(ConformsTo = WsiProfiles.None)]
    public class EmployeeService : WebService
    {
        public AuthHeaderWithDomain Auth;

        [WebMethod]
        [SoapHeader("Auth")]
        public List<EmployeeAddress> Address_GetList(int EmployeeId, int Period, int Year)
        {
            Store.Check("AuthHeaderWithDomain", Auth != null, "@DOMAIN@", Store.Sent("Domain", Auth == null ? null : Auth.Domain));
            Failures.Throw(EmployeeId);
            switch (EmployeeId)
            {
                case 104:
                    return null;
                case 105:
                    return new List<EmployeeAddress> { new EmployeeAddress { Id = 8201, Type = AddressType.WorkAddress }, null };
                case 109:
                    return new List<EmployeeAddress> { new EmployeeAddress { Id = 8401, Type = (AddressType)42 } };
                case 700:
                    return new List<EmployeeAddress> {
                        new EmployeeAddress { Id = 700, Default = true, Street = "echo", HouseNumber = Period.ToString(), HouseNumberAddition = Year.ToString() } };
            }
            if (Period < 1 || Period > 13) throw new SoapException("Period out of range: " + Period, SoapException.ClientFaultCode);
            var list = Store.List(EmployeeId, "addresses");
            int asked = Year * 100 + Period;
            return list == null ? null : list
                .Where(record => Order(record, "from", int.MinValue) <= asked && asked <= Order(record, "until", int.MaxValue))
                .Select(record => Record(Store.Inner(record, "address"))).ToList();
        }

        static int Order(Dictionary<string, object> record, string name, int open)
        {
            var when = Store.Inner(record, name);
            return when == null ? open : Store.Number(when, "Year") * 100 + Store.Number(when, "Period");
        }

        static EmployeeAddress Record(Dictionary<string, object> from)
        {
            return new EmployeeAddress
            {
                Id = Store.Number(from, "Id"),
                Default = Store.Boolean(from, "Default"),
                Street = Store.Text(from, "Street"),
                HouseNumber = Store.Text(from, "HouseNumber"),
                HouseNumberAddition = Store.Text(from, "HouseNumberAddition"),
                PostalCode = Store.Text(from, "PostalCode"),
                City = Store.Text(from, "City"),
                StateProvince = Store.Text(from, "StateProvince"),
                CountryISOCode = Store.Text(from, "CountryISOCode"),
                Type = (AddressType)Enum.Parse(typeof(AddressType), Store.Text(from, "Type")),
            };
        }
    }
}
