import { pino } from 'pino';
import { createStatementObserver, maxLinesPerSecond } from '../../src/observability/statement-observer.js';
import { parseTraceParent } from '../../src/platform/tracing/trace-parent.js';
import { runWork } from '../../src/platform/tracing/tracer.js';

function observed(slowMs: number) {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = { now: 10_000 };
  const observe = createStatementObserver({ logger, slowMs, now: () => clock.now });
  return { lines, clock, observe };
}

describe('the log of slow statements', () => {
  it('has the text, the duration, the rows and the work of a statement', () => {
    const { lines, observe } = observed(1_000);
    const statement = { sql: 'select *\n  from booking where account_id = $1', rows: 3 };
    observe?.({ ...statement, startedAt: 9_001 });
    runWork({ id: 'the-request', account: 7 }, () => observe?.({ ...statement, startedAt: 9_000 }));
    runWork({ job: 'send-email', account: 8 }, () => {
      observe?.({
        ...statement,
        rows: null,
        startedAt: 5_000,
        error: Object.assign(new Error('x'), { code: '57014' }),
      });
    });
    const shown = { level: 40, msg: 'slow statement', statement: 'select * from booking where account_id = $1' };
    expect(lines.map(({ time: _time, ...line }) => line)).toEqual([
      { ...shown, requestId: 'the-request', account: 7, ms: 1_000, rows: 3 },
      { ...shown, job: 'send-email', account: 8, ms: 5_000, rows: null, code: '57014' },
    ]);
  });

  it('has a bounded number of lines a second, and counts the others', () => {
    const { lines, clock, observe } = observed(100);
    for (let index = 0; index < 50; index += 1) observe?.({ sql: 'select 1', rows: 1, startedAt: 0 });
    expect(lines).toHaveLength(maxLinesPerSecond);
    clock.now += 1_000;
    observe?.({ sql: 'select 1', rows: 1, startedAt: 0 });
    expect(lines.at(-1)?.['suppressed']).toBe(50 - maxLinesPerSecond);
  });

  it('is off without an observer', () => {
    expect(observed(Number.POSITIVE_INFINITY).observe).toBeUndefined();
  });
});

describe('a traceparent header', () => {
  const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

  it('is read', () => {
    expect(parseTraceParent(`00-${trace}-${span}-01`)).toEqual({ traceId: trace, spanId: span, isSampled: true });
    expect(parseTraceParent(`00-${trace}-${span}-00`)?.isSampled).toBe(false);
    expect(parseTraceParent(`cc-${trace}-${span}-03-what-the-future-adds`)?.isSampled).toBe(true);
  });

  it.each([
    '',
    'x',
    `00-${trace}-${span}`,
    `ff-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
  ])('is ignored if it is invalid: %s', (text) => {
    expect(parseTraceParent(text)).toBeUndefined();
  });
});
