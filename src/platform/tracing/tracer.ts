import { AsyncLocalStorage } from 'node:async_hooks';

/** Values of a span, by the names of OpenTelemetry's semantic conventions where they have one. Undefined ones are left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** As OpenTelemetry defines them; `internal` by default. */
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  attributes?: SpanAttributes;
}

/** A step of a trace that has begun and has not ended. */
export interface Span {
  readonly traceId: string;
  /** The header of W3C Trace Context that makes this span the parent of those of another process. */
  readonly traceParent: string;
  /** @param name replaces the name that it began with */
  update(attributes: SpanAttributes, name?: string): void;
  /** Marks it as failed. @param reason a code or a name, never a value of a request */
  fail(reason: string): void;
  end(): void;
}

/** Records spans and sends them to a collector. Spans that are not sampled do not exist. */
export interface Tracer {
  /** Starts a trace, or continues the one of a `traceparent` header. Undefined if it is not sampled. */
  start(name: string, options: SpanOptions, parent?: string): Span | undefined;
  /** Makes a span the current one of everything that `work` calls, however late. */
  run<Result>(span: Span, work: () => Result): Result;
  current(): Span | undefined;
  /** Runs `work` in a child of the current span. Without one, only runs it. */
  child<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result>;
  /** Adds a child of the current span that has ended. @param startedAt from `performance.now()` */
  addEnded(name: string, options: SpanOptions, startedAt: number, failure?: string): void;
}

/** Undefined unless the operator has set a collector: then all that follows costs the check of this value. */
let tracer: Tracer | undefined;

export function setTracer(given: Tracer | undefined): void {
  tracer = given;
}

export function tracerOfProcess(): Tracer | undefined {
  return tracer;
}

/** Runs `work` in a child of the current span, if there is one. @param describe called only if there is a tracer */
export function inSpan<Result>(
  describe: () => SpanOptions & { name: string },
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined) return work();
  const { name, ...options } = describe();
  return tracer.child(name, options, work);
}

/**
 * Runs `work` in a span that continues a trace that was stored. Without a stored trace, only runs it: what was not sampled
 * at its beginning is not traced later.
 */
export function continueTrace<Result>(
  parent: string | null | undefined,
  describe: () => SpanOptions & { name: string },
  work: () => Promise<Result>,
): Promise<Result> {
  return parent ? beginTrace(describe, work, parent) : work();
}

/** Runs `work` in the first span of a trace, or in one that continues the trace of `parent`. */
export function beginTrace<Result>(
  describe: () => SpanOptions & { name: string },
  work: () => Promise<Result>,
  parent?: string,
): Promise<Result> {
  if (tracer === undefined) return work();
  const { name, ...options } = describe();
  const span = tracer.start(name, options, parent);
  return span ? runSpan(tracer, span, work) : work();
}

/** Runs `work` in a span, and ends the span. */
export async function runSpan<Result>(of: Tracer, span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await of.run(span, work);
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/** Returns what a later step of the current trace stores, to continue it in another process; undefined if there is none. */
export function currentTraceParent(): string | undefined {
  return tracer?.current()?.traceParent;
}

/** Returns the header that continues the current trace at a receiver. */
export function traceHeaders(): Record<string, string> {
  const traceParent = currentTraceParent();
  return traceParent === undefined ? {} : { traceparent: traceParent };
}

/** A request or a job on which this process works. The scope of a request is one. */
export interface CurrentWork {
  /** The id of the request. */
  readonly id?: string;
  /** The name of the job. */
  readonly job?: string;
  /** The id of the account, once it is known. */
  readonly account?: number | undefined;
  /** Whether it failed because its account is paused. */
  isRefusedByPause?: boolean;
}

const current = new AsyncLocalStorage<CurrentWork>();

/** Runs a request or a job. What it calls, however late, finds it by `currentWork`. */
export function runWork<Result>(work: CurrentWork, run: () => Result): Result {
  return current.run(work, run);
}

/** Returns undefined outside of requests and jobs, such as for the relay. */
export function currentWork(): CurrentWork | undefined {
  return current.getStore();
}
