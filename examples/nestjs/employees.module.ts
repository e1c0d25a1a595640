/** A module that provides the client of the employee service to the whole application. */
import { Controller, Get, Injectable, Module, type OnModuleDestroy, Param, ParseIntPipe, Query } from "@nestjs/common";
import {
  createEmployeeServiceV3,
  type EmployeeAddress,
  EmployeeServiceV3,
  optionsFromEnvironment,
} from "employee-service-client";

/** What the application asks of the service. */
@Injectable()
export class AddressBook implements OnModuleDestroy {
  constructor(private readonly service: EmployeeServiceV3) {}

  async addressesOf(employee: number, year: number, period: number): Promise<EmployeeAddress[]> {
    return this.service.addressGetList({ EmployeeId: employee, Year: year, Period: period });
  }

  async onModuleDestroy(): Promise<void> {
    await this.service.close();
  }
}

@Controller("employees")
export class AddressesController {
  constructor(private readonly addresses: AddressBook) {}

  @Get(":id/addresses")
  list(
    @Param("id", ParseIntPipe) id: number,
    @Query("year", ParseIntPipe) year: number,
    @Query("period", ParseIntPipe) period: number,
  ): Promise<EmployeeAddress[]> {
    return this.addresses.addressesOf(id, year, period);
  }
}

@Module({
  controllers: [AddressesController],
  providers: [
    AddressBook,
    { provide: EmployeeServiceV3, useFactory: () => createEmployeeServiceV3(optionsFromEnvironment("v3")) },
  ],
  exports: [AddressBook],
})
export class EmployeesModule {}
