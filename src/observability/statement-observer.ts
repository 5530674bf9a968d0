import type { Logger } from 'pino';
import type { EndedStatement, StatementObserver } from '../platform/database/session.js';
import { currentWork, tracerOfProcess } from '../platform/tracing/tracer.js';

/** Lines of slow statements in one second. The next line has the number of those that were left out. */
export const maxLinesPerSecond = 10;
/** Characters of a statement in the log. */
const maxLength = 2_000;

interface ObserverOptions {
  logger: Logger;
  /** Milliseconds from which a statement is logged; infinite for none. */
  slowMs: number;
  /** In milliseconds, monotonic. */
  now?: () => number;
}

/**
 * Returns an observer that logs slow statements, and adds those of traces to them. Undefined if neither is set: a process
 * without an observer checks one value for each statement.
 */
export function createStatementObserver(options: ObserverOptions): StatementObserver | undefined {
  const tracer = tracerOfProcess();
  const logSlow = Number.isFinite(options.slowMs) ? slowStatementLog(options) : undefined;
  if (!tracer) return logSlow;
  return (statement) => {
    logSlow?.(statement);
    if (!tracer.current()) return;
    const { sql, startedAt, rows, error } = statement;
    const attributes = {
      'db.system.name': 'postgresql',
      'db.query.text': sql,
      'db.response.returned_rows': rows ?? undefined,
    };
    const failure = error === undefined ? undefined : codeOf(error);
    tracer.addEnded(nameOf(sql), { kind: 'client', attributes }, startedAt, failure);
  };
}

function slowStatementLog({ logger, slowMs, now = () => performance.now() }: ObserverOptions): StatementObserver {
  let since = Number.NEGATIVE_INFINITY;
  let lines = 0;
  let suppressed = 0;
  return ({ sql, startedAt, rows, error }: EndedStatement) => {
    const at = now();
    const ms = at - startedAt;
    if (ms < slowMs) return;
    if (at - since >= 1_000) [since, lines] = [at, 0];
    lines += 1;
    if (lines > maxLinesPerSecond) {
      suppressed += 1;
      return;
    }
    const { id: requestId, job, account } = currentWork() ?? {};
    const line = { requestId, job, account, ms: Math.round(ms), rows, statement: oneLine(sql) };
    const more = { ...(error !== undefined && { code: codeOf(error) }), ...(suppressed > 0 && { suppressed }) };
    suppressed = 0;
    logger.warn({ ...line, ...more }, 'slow statement');
  };
}

const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim().slice(0, maxLength);

/** Returns the verb of a statement, and its table if it has one. */
function nameOf(sql: string): string {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(sql) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)\b(?!\()/i.exec(sql) ?? [];
  return table === undefined ? verb.toUpperCase() : `${verb.toUpperCase()} ${table}`;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
