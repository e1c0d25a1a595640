import { expect, jest, test } from "@jest/globals";
import { type EmployeeAddress, type EmployeeServiceV3Api, fakeCall, HttpError } from "employee-service-client";

/** Code under test: it takes the interface, so that a test needs no client. */
async function cityOf(service: EmployeeServiceV3Api, EmployeeId: number): Promise<string | undefined> {
  const addresses = await service.addressGetList({ EmployeeId, Year: 2026, Period: 11 });
  return addresses.find((address) => address.Default)?.City;
}

const address: EmployeeAddress = { Id: 1, Default: true, City: "Utrecht", Type: "HomeAddress" };

test("the city is that of the default address", async () => {
  const service: jest.Mocked<EmployeeServiceV3Api> = {
    addressGetList: jest.fn<EmployeeServiceV3Api["addressGetList"]>(),
  };
  service.addressGetList.mockResolvedValue([{ ...address, Default: false, City: "Leiden" }, address]);
  expect(await cityOf(service, 1003)).toBe("Utrecht");
  expect(service.addressGetList).toHaveBeenCalledWith({ EmployeeId: 1003, Year: 2026, Period: 11 });
});

test("an error of the service reaches the caller", async () => {
  const busy = new HttpError("The service responded with status 503.", { status: 503 });
  await expect(cityOf({ addressGetList: () => fakeCall(busy) }, 1003)).rejects.toBe(busy);
});
