import { setTimeout as pass } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { TestAccount } from '../../support/test-server.js';
import { instant, type Notebook } from '../judge/notes.js';

/** A change as a reader received it. */
export interface SeenChange {
  cursor: string;
  name: string;
  objectId: number;
}

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
type Visit = (
  account: TestAccount,
  after: string,
  take: (change: SeenChange) => void,
  end: AbortSignal,
) => Promise<void>;

function read(accounts: readonly TestAccount[], onChange: (change: SeenChange) => void, visit: Visit): Reader {
  const cursors: string[] = [];
  const end = new AbortController();
  const take = (change: SeenChange): void => {
    cursors.push(change.cursor);
    onChange(change);
  };
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
export function subscribe(accounts: readonly TestAccount[], onChange: (change: SeenChange) => void = () => {}): Reader {
  return read(accounts, onChange, async (account, after, take, end) => {
    const client = createClient({
      // The parameter is for routers of cells, which do not read the key of a WebSocket.
      url: `${account.origin.replace('http', 'ws')}/graphql?account=${account.subdomain}`,
      webSocketImpl: TerminableSocket,
      connectionParams: { authorization: account.credentials.api_key },
      retryAttempts: 0,
    });
    const leave = (): void => void client.terminate();
    end.addEventListener('abort', leave);
    const query = `subscription { changes(after: ${JSON.stringify(after)}) { cursor name objectId } }`;
    try {
      const changes = client.iterate<{ changes: SeenChange }>({ query });
      for await (const { data } of changes) {
        if (data) take(data.changes);
      }
    } finally {
      end.removeEventListener('abort', leave);
      await client.dispose();
    }
  });
}

/** Reads the log by polling, at each of the accounts' origins in turn. */
export function poll(accounts: readonly TestAccount[], onChange: (change: SeenChange) => void = () => {}): Reader {
  return read(accounts, onChange, async (account, after, take, end) => {
    let place = after;
    while (!end.aborted) {
      const { status, body } = await account.get(`/changes?after=${place}&limit=50`);
      if (status !== 200) return;
      for (const { cursor, name, object_id: objectId } of body.changes.items) take({ cursor, name, objectId });
      place = body.changes.cursor ?? place;
      if (!body.changes.has_more) await pass(100);
    }
  });
}

/** Returns what notes the changes that a reader of this name receives. */
export const noting =
  (notebook: Notebook, reader: string) =>
  ({ cursor, name, objectId }: SeenChange): void =>
    notebook.add({ kind: 'seen', reader, cursor, name, objectId, at: instant() });
