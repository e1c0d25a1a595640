import { checkObject } from "soapwright-runtime/extend";
import { type Recorder, type RecorderOptions, startRecorder } from "soapwright-sandbox";
import { versions } from "../../generated/versions";

/** The real service to record, and the folder of the recordings. The services are those of this package. */
export type EmployeeRecorderOptions = Omit<RecorderOptions, "services">;

/**
 * Starts a proxy between clients and the real employee service. It writes each exchange into a folder, without
 * credentials and with invented values in place of real ones. Rejects with `ConfigurationError` if an option is wrong
 * or the port is in use.
 */
export async function startEmployeeRecorder(options: EmployeeRecorderOptions): Promise<Recorder> {
  checkObject("options", options);
  return startRecorder({
    ...options,
    services: versions.map(({ path, service, declaredBaseUrl }) => ({
      path,
      service,
      ...(declaredBaseUrl === undefined ? {} : { declaredBaseUrl }),
    })),
  });
}
