/** The operations with hand-written messages, as an `.asmx` stack would declare them: their list items are nillable. */
import type { FixedOperation } from "./made-asmx";

/** The operation `CostCenter_GetCurrent`. */
export const costCenterGetCurrent: FixedOperation = {
  name: "CostCenter_GetCurrent",
  isSafe: true,
  types: `      <s:element name="CostCenter_GetCurrent"><s:complexType><s:sequence><s:element minOccurs="1" maxOccurs="1" name="EmployeeId" type="s:int" /></s:sequence></s:complexType></s:element>
      <s:element name="CostCenter_GetCurrentResponse"><s:complexType><s:sequence><s:element minOccurs="0" maxOccurs="1" name="CostCenter_GetCurrentResult" type="tns:ArrayOfEmployeeCostCenter" /></s:sequence></s:complexType></s:element>
      <s:complexType name="ArrayOfEmployeeCostCenter"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="EmployeeCostCenter" nillable="true" type="tns:EmployeeCostCenter" /></s:sequence></s:complexType>
      <s:complexType name="EmployeeCostCenter"><s:sequence><s:element minOccurs="1" maxOccurs="1" name="Id" type="s:int" /><s:element minOccurs="0" maxOccurs="1" name="CostCenter" type="tns:CostCenter" /><s:element minOccurs="0" maxOccurs="1" name="Kostensoort" type="tns:Kostensoort" /><s:element minOccurs="1" maxOccurs="1" name="Percentage" type="s:decimal" /><s:element minOccurs="1" maxOccurs="1" name="Default" type="s:boolean" /></s:sequence></s:complexType>
      <s:complexType name="CostCenter"><s:sequence><s:element minOccurs="0" maxOccurs="1" name="Code" type="s:string" /><s:element minOccurs="0" maxOccurs="1" name="Description" type="s:string" /><s:element minOccurs="1" maxOccurs="1" name="Id" nillable="true" type="s:int" /></s:sequence></s:complexType>
      <s:complexType name="Kostensoort"><s:sequence><s:element minOccurs="0" maxOccurs="1" name="Code" type="s:string" /><s:element minOccurs="0" maxOccurs="1" name="Description" type="s:string" /></s:sequence></s:complexType>`,
};

const texts = ["Street", "HouseNumber", "HouseNumberAddition", "PostalCode", "City", "StateProvince", "CountryISOCode"];
const kinds = ["HomeAddress", "PostAddress", "AbsenceAddress", "HolidaysAddress", "WeekendAddress", "WorkAddress"];

/** The operation `Address_GetList`. */
export const addressGetList: FixedOperation = {
  name: "Address_GetList",
  isSafe: true,
  types: `      <s:element name="Address_GetList"><s:complexType><s:sequence>${["EmployeeId", "Period", "Year"].map((name) => `<s:element minOccurs="1" maxOccurs="1" name="${name}" type="s:int" />`).join("")}</s:sequence></s:complexType></s:element>
      <s:element name="Address_GetListResponse"><s:complexType><s:sequence><s:element minOccurs="0" maxOccurs="1" name="Address_GetListResult" type="tns:ArrayOfEmployeeAddress" /></s:sequence></s:complexType></s:element>
      <s:complexType name="ArrayOfEmployeeAddress"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="EmployeeAddress" nillable="true" type="tns:EmployeeAddress" /></s:sequence></s:complexType>
      <s:complexType name="EmployeeAddress"><s:sequence><s:element minOccurs="1" maxOccurs="1" name="Id" type="s:int" /><s:element minOccurs="1" maxOccurs="1" name="Default" type="s:boolean" />${texts.map((name) => `<s:element minOccurs="0" maxOccurs="1" name="${name}" type="s:string" />`).join("")}<s:element minOccurs="1" maxOccurs="1" name="Type" type="tns:AddressType" /></s:sequence></s:complexType>
      <s:simpleType name="AddressType"><s:restriction base="s:string">${kinds.map((value) => `<s:enumeration value="${value}" />`).join("")}</s:restriction></s:simpleType>`,
};

/** An operation of the invented version 4, which returns a salary. */
export const salaryGet: FixedOperation = {
  name: "Salary_Get",
  isSafe: true,
  types: `      <s:element name="Salary_Get"><s:complexType><s:sequence><s:element minOccurs="1" maxOccurs="1" name="EmployeeId" type="s:int" /></s:sequence></s:complexType></s:element>
      <s:element name="Salary_GetResponse"><s:complexType><s:sequence><s:element minOccurs="0" maxOccurs="1" name="Salary_GetResult" type="tns:Salary" /></s:sequence></s:complexType></s:element>
      <s:complexType name="Salary"><s:sequence><s:element minOccurs="1" maxOccurs="1" name="Amount" type="s:decimal" /><s:element minOccurs="0" maxOccurs="1" name="Currency" type="s:string" /></s:sequence></s:complexType>`,
};
