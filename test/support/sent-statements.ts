import pg from 'pg';
import { PreparedQuery } from '../../src/platform/database/preparing-client.js';

/** A statement that a connection sent. Parameters have the form in which the driver sends them. */
export interface SentStatement {
  text: string;
  values: readonly unknown[];
}

/**
 * Records all statements that connections of this process send while `work` runs, with their parameters. `work` receives
 * the list to which they are added.
 */
export async function sentStatementsOf(
  work: (sent: readonly SentStatement[]) => Promise<unknown>,
): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const { query } = pg.Client.prototype;
  const recording = function (this: pg.Client, statement: unknown, values: unknown, ...rest: unknown[]): unknown {
    if (statement instanceof PreparedQuery) {
      sent.push(
        ...statement.executions.map((execution) => ({ text: execution.statement.text, values: execution.values })),
      );
    } else {
      const { text, values: own } = isConfig(statement) ? statement : { text: String(statement), values };
      sent.push({ text, values: Array.isArray(own) ? [...own] : [] });
    }
    return Reflect.apply(query, this, [statement, values, ...rest]);
  };
  Object.assign(pg.Client.prototype, { query: recording });
  try {
    await work(sent);
    return sent;
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
}

function isConfig(statement: unknown): statement is { text: string; values?: unknown } {
  return typeof statement === 'object' && statement !== null && 'text' in statement;
}
