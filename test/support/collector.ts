import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OtlpValue {
  stringValue?: string;
  intValue?: number | string;
  doubleValue?: number;
  boolValue?: boolean;
}

interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  status: { code: number };
}

/** A span as the collector has received it. */
export interface ReceivedSpan {
  traceId: string;
  id: string;
  /** Undefined for the first of a trace. */
  parent: string | undefined;
  name: string;
  kind: number;
  /** In milliseconds. */
  startedAt: number;
  ms: number;
  attributes: Readonly<Record<string, unknown>>;
  /** Those of the process. */
  resource: Readonly<Record<string, unknown>>;
  isError: boolean;
}

export interface Collector extends AsyncDisposable {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  spans: ReceivedSpan[];
  /** The headers of each export. */
  headers: IncomingHttpHeaders[];
}

/** Starts a receiver of OTLP over HTTP in its JSON form, on a free port. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    headers.push(request.headers);
    if (request.url === '/v1/traces') spans.push(...spansOf(text));
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface OtlpRequest {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

function spansOf(text: string): ReceivedSpan[] {
  const { resourceSpans }: OtlpRequest = JSON.parse(text);
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) => scope.spans.map((span) => received(span, valuesOf(resource.attributes)))),
  );
}

function received(span: OtlpSpan, resource: ReceivedSpan['resource']): ReceivedSpan {
  const startedAt = Number(BigInt(span.startTimeUnixNano) / 1_000n) / 1_000;
  return {
    traceId: span.traceId,
    id: span.spanId,
    parent: span.parentSpanId || undefined,
    name: span.name,
    kind: span.kind,
    startedAt,
    ms: Number(BigInt(span.endTimeUnixNano) / 1_000n) / 1_000 - startedAt,
    attributes: valuesOf(span.attributes),
    resource,
    isError: span.status.code === 2,
  };
}

const valuesOf = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue,
    ]),
  );

/** Returns a trace as text: a line for each span, with its duration, below that of its parent and indented. */
export function textOfTrace(spans: readonly ReceivedSpan[]): string {
  const linesOf = (parent: string | undefined, indent: string): string[] =>
    spans
      .filter((span) => span.parent === parent)
      .sort((one, other) => one.startedAt - other.startedAt)
      .flatMap(({ id, name, ms, resource }) => [
        `${indent}${name} ${ms.toFixed(1)} ms [${resource['service.name']}]`,
        ...linesOf(id, `${indent}  `),
      ]);
  return linesOf(undefined, '').join('\n');
}
