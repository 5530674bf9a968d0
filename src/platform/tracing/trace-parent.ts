/** Identifies a span of another process. */
export interface ParentSpan {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses a `traceparent` header of W3C Trace Context. Returns undefined if it is invalid, and ignores what later versions add. */
export function parseTraceParent(text: string): ParentSpan | undefined {
  const [, version = '', traceId = '', spanId = '', flags = '', more] = form.exec(text.slice(0, 200)) ?? [];
  const isKnown = version !== '' && version !== 'ff' && !(version === '00' && more !== undefined);
  if (!isKnown || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceParent({ traceId, spanId, isSampled }: ParentSpan): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
