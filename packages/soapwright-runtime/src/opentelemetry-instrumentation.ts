/**
 * The spans and the metric of `instrumentCalls` as an instrumentation, for programs that list theirs in
 * `registerInstrumentations`. `@opentelemetry/instrumentation` is an optional peer: install it beside this package.
 */
import type { MeterProvider, TracerProvider } from "@opentelemetry/api";
import { InstrumentationBase, type InstrumentationConfig } from "@opentelemetry/instrumentation";
import { type InstrumentationOptions, instrumentCalls } from "./opentelemetry";
import { NAME } from "./runtime-names";
import { VERSION } from "./version";

/** Switches `instrumentCalls` on and off. Use one of the two: with both, each call has two spans. */
export class SoapwrightInstrumentation extends InstrumentationBase {
  // Declared, not defined: the constructor of the base class calls `enable`, and a definition would come after that.
  declare private stop: (() => void) | undefined;
  declare private providers: InstrumentationOptions | undefined;

  /** Is on from now on, unless `enabled` is false. */
  constructor(config: InstrumentationConfig = {}) {
    super(NAME, VERSION, config);
  }

  /** No module is patched. */
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
