/**
 * `instrumentCalls` as an OpenTelemetry instrumentation, for programs that use `registerInstrumentations`.
 * `@opentelemetry/instrumentation` is an optional peer dependency: install it beside this package.
 */
import type { MeterProvider, TracerProvider } from "@opentelemetry/api";
import { InstrumentationBase, type InstrumentationConfig } from "@opentelemetry/instrumentation";
import { NAME } from "soapwright-runtime/errors";
import { VERSION } from "./conventions";
import { type InstrumentationOptions, instrumentCalls } from "./index";

/** An instrumentation that turns `instrumentCalls` on and off. Do not use both, or each call gets two spans. */
export class SoapwrightInstrumentation extends InstrumentationBase {
  // The field has no initializer, because the base class's constructor calls `enable`, and an initializer would run
  // after that.
  declare private stop: (() => void) | undefined;
  declare private providers: InstrumentationOptions | undefined;

  /** Creates the instrumentation and enables it, unless `enabled` is false. */
  constructor(config: InstrumentationConfig = {}) {
    super(NAME, VERSION, config);
  }

  /** Returns no modules, because the instrumentation patches none. */
  protected override init(): [] {
    return [];
  }

  override enable(): void {
    super.enable();
    this.stop ??= instrumentCalls(this.providers);
  }

  override disable(): void {
    super.disable();
    this.stop?.();
    this.stop = undefined;
  }

  override setTracerProvider(tracerProvider: TracerProvider): void {
    super.setTracerProvider(tracerProvider);
    this.use({ tracerProvider });
  }

  override setMeterProvider(meterProvider: MeterProvider): void {
    super.setMeterProvider(meterProvider);
    this.use({ meterProvider });
  }

  private use(provider: InstrumentationOptions): void {
    this.providers = { ...this.providers, ...provider };
    if (this.stop === undefined) return;
    this.stop();
    this.stop = instrumentCalls(this.providers);
  }
}
