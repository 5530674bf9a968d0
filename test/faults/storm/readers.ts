import { setTimeout as pass } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { TestAccount } from '../../support/test-server.js';

/** A client that reads the change log and resumes at its cursor when it is disconnected. */
export interface Reader {
  /** The received cursors, in order. */
  cursors: readonly string[];
  /** The number of disconnects before it was stopped. */
  resumes: number;
  /** The address of the web process at which it reads. */
  origin: string;
  stop(): Promise<void>;
}

/** Reads changes until it is disconnected, and calls `take` for each. */
type Visit = (account: TestAccount, after: string, take: (cursor: string) => void, end: AbortSignal) => Promise<void>;

function read(accounts: readonly TestAccount[], visit: Visit): Reader {
  const cursors: string[] = [];
  const end = new AbortController();
  const take = (cursor: string): void => void cursors.push(cursor);
  const reader = { cursors, resumes: 0, origin: '', stop };
  const reading = (async () => {
    for (let turn = 0; !end.signal.aborted; turn += 1) {
      const account = accounts[turn % accounts.length];
      if (!account) throw new Error('no account to read with');
      reader.origin = account.origin;
      await visit(account, cursors.at(-1) ?? '0-0', take, end.signal).catch(() => {});
      if (!end.signal.aborted) reader.resumes += 1;
      await pass(50);
    }
  })();
  async function stop(): Promise<void> {
    end.abort();
    await reading;
  }
  return reader;
}

/**
 * The client of graphql-ws removes its listener when it is terminated while it connects. Without another one, the error that
 * follows would end the process.
 */
class TerminableSocket extends WebSocket {
  constructor(url: string, protocol: string) {
    super(url, protocol);
    this.on('error', () => {});
  }
}

/** Reads the log by a subscription, at each of the accounts' origins in turn. */
export function subscribe(accounts: readonly TestAccount[], onChange: (cursor: string) => void = () => {}) {
  return read(accounts, async (account, after, take, end) => {
    const client = createClient({
      url: `${account.origin.replace('http', 'ws')}/graphql`,
      webSocketImpl: TerminableSocket,
      connectionParams: { authorization: account.credentials.api_key },
      retryAttempts: 0,
    });
    const leave = (): void => void client.terminate();
    end.addEventListener('abort', leave);
    const query = `subscription { changes(after: ${JSON.stringify(after)}) { cursor } }`;
    try {
      const changes = client.iterate<{ changes: { cursor: string } }>({ query });
      for await (const { data } of changes) {
        if (!data) continue;
        take(data.changes.cursor);
        onChange(data.changes.cursor);
      }
    } finally {
      end.removeEventListener('abort', leave);
      await client.dispose();
    }
  });
}

/** Reads the log by polling, at each of the accounts' origins in turn. */
export function poll(accounts: readonly TestAccount[]): Reader {
  return read(accounts, async (account, after, take, end) => {
    let place = after;
    while (!end.aborted) {
      const { status, body } = await account.get(`/changes?after=${place}&limit=50`);
      if (status !== 200) return;
      for (const { cursor } of body.changes.items) take(cursor);
      place = body.changes.cursor ?? place;
      if (!body.changes.has_more) await pass(100);
    }
  });
}
