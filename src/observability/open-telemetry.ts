import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span as SdkSpan } from '@opentelemetry/api';
import { type Attributes, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { formatTraceParent, parseTraceParent } from '../platform/tracing/trace-parent.js';
import { runSpan, type Span, type SpanAttributes, type SpanOptions, type Tracer } from '../platform/tracing/tracer.js';

/**
 * Sends traces by OTLP. Imported only if a collector is set: with its packages, this file takes 60 ms of the start and 6 MB.
 */

export interface TracingSettings {
  /** The base URL of the collector, to which `/v1/traces` is added. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Further attributes of this process. */
  resource: Readonly<Record<string, string>>;
  /** The share of traces that are recorded, from 0 to 1. The traces that another process has begun follow its decision. */
  ratio: number;
}

/** Spans that wait for the collector. More are dropped. */
const maxQueued = 2_048;
/** In milliseconds, like the others. An export that takes longer is given up. */
const exportTimeout = 5_000;
const exportDelay = 1_000;
/** A collector that is down must not delay the stop of a process. */
const stopTimeout = 3_000;
const warningInterval = 60_000;
/** Characters of an attribute, such as the text of a statement. */
const maxLength = 4_000;

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<NonNullable<SpanOptions['kind']>, SpanKind>;

export interface OpenTelemetry {
  tracer: Tracer;
  /** Sends what is left, for at most 3 seconds. */
  stop(): Promise<void>;
}

export function startOpenTelemetry(settings: TracingSettings, version: string, logger: Logger): OpenTelemetry {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: exportTimeout,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...settings.resource,
      'service.name': settings.serviceName,
      'service.version': version,
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanLimits: { attributeValueLengthLimit: maxLength },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: warningOnFailure(exporter, logger),
        maxQueueSize: maxQueued,
        scheduledDelayMillis: exportDelay,
        exportTimeoutMillis: exportTimeout,
      }),
    ],
  });
  return {
    tracer: new OpenTelemetryTracer(provider.getTracer('booking-server', version)),
    stop: async () => {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopTimeout);
      });
      await Promise.race([provider.shutdown().catch(() => {}), timeout]);
      clearTimeout(timer);
    },
  };
}

/** Logs that spans were lost, at most once a minute. They are reported as exported, because the SDK would log each failure. */
function warningOnFailure(exporter: SpanExporter, logger: Logger): SpanExporter {
  let lost = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        if (error ?? code !== 0) {
          lost += spans.length;
          if (performance.now() - warnedAt >= warningInterval) {
            warnedAt = performance.now();
            logger.warn({ err: error, spans: lost }, 'the collector of traces did not take spans');
            lost = 0;
          }
        }
        done({ code: 0 });
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

class OpenTelemetrySpan implements Span {
  readonly traceId: string;
  readonly traceParent: string;

  constructor(readonly span: SdkSpan) {
    const { traceId, spanId } = span.spanContext();
    this.traceId = traceId;
    this.traceParent = formatTraceParent({ traceId, spanId, isSampled: true });
  }

  update(attributes: SpanAttributes, name?: string): void {
    this.span.setAttributes(definedOf(attributes));
    if (name !== undefined) this.span.updateName(name);
  }

  fail(reason: string): void {
    this.span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', reason);
  }

  end(): void {
    this.span.end();
  }
}

class OpenTelemetryTracer implements Tracer {
  readonly #current = new AsyncLocalStorage<OpenTelemetrySpan>();

  constructor(private readonly tracer: ReturnType<TracerProvider['getTracer']>) {}

  start(name: string, options: SpanOptions, parent?: string): Span | undefined {
    const remote = parent === undefined ? undefined : parseTraceParent(parent);
    const context = remote
      ? trace.setSpanContext(ROOT_CONTEXT, {
          traceId: remote.traceId,
          spanId: remote.spanId,
          traceFlags: remote.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
          isRemote: true,
        })
      : ROOT_CONTEXT;
    const span = this.tracer.startSpan(name, sdkOptionsOf(options), context);
    return span.isRecording() ? new OpenTelemetrySpan(span) : undefined;
  }

  run<Result>(span: Span, work: () => Result): Result {
    return span instanceof OpenTelemetrySpan ? this.#current.run(span, work) : work();
  }

  current(): Span | undefined {
    return this.#current.getStore();
  }

  async child<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
    const child = this.#childOf(name, sdkOptionsOf(options));
    return child ? runSpan(this, new OpenTelemetrySpan(child), work) : work();
  }

  addEnded(name: string, options: SpanOptions, startedAt: number, failure?: string): void {
    const span = this.#childOf(name, { ...sdkOptionsOf(options), startTime: performance.timeOrigin + startedAt });
    if (failure !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure);
    span?.end(performance.timeOrigin + performance.now());
  }

  #childOf(name: string, options: ReturnType<typeof sdkOptionsOf> & { startTime?: number }): SdkSpan | undefined {
    const parent = this.#current.getStore();
    return parent && this.tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent.span));
  }
}

function sdkOptionsOf({ kind = 'internal', attributes = {} }: SpanOptions): { kind: SpanKind; attributes: Attributes } {
  return { kind: kinds[kind], attributes: definedOf(attributes) };
}

const definedOf = (attributes: SpanAttributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
