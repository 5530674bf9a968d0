import { rotateApiKey } from '../../src/domain/account/account.actions.js';
import { readEvents } from '../../src/packages/client/event-stream.js';
import {
  AnswerError,
  type BookingClient,
  ConnectionError,
  createClient,
  NotFoundError,
  UnauthorizedError,
  ValidationError,
} from '../../src/packages/client/index.js';
import { book, openStudio } from '../socket/studio.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { startForwarder } from '../support/forwarder.js';
import { readMetrics } from '../support/metrics.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { startProxy } from './proxy.js';

const server = await useOwnTestServer({ config: { rateLimit: 'off' } });
const account = server.accountPerTest();
const forwarder = await disposeAfterAll(
  startForwarder(() => ({ host: '127.0.0.1', port: Number(new URL(server.origin).port) })),
);

const forwarded = `http://127.0.0.1:${forwarder.port}`;

function clientOf({ credentials }: TestAccount, url = forwarded, send = fetch): BookingClient {
  return createClient({ url, apiKey: credentials.api_key, retryPause: 5, fetch: send });
}

const createPeople = async (first: number, last: number): Promise<void> => {
  for (let number = first; number <= last; number++) {
    await account.create('/people', 'person', { name: `Person ${number}` });
  }
};

/** The names of the changes and objects in the log, which the server wrote. */
const logOf = async (after: string): Promise<string[]> => {
  const names: string[] = [];
  for (let cursor = after, hasMore = true; hasMore; ) {
    const { body } = await account.get(`/changes?after=${cursor}`);
    names.push(...body.changes.items.map(({ cursor: of }: { cursor: string }) => of));
    ({ cursor, has_more: hasMore } = body.changes);
  }
  return names;
};

const untilStreams = (count: number): Promise<void> =>
  until(async () => (await readMetrics(`${server.origin}/metrics`)).get('booking_live{of="streams"}') === count);

describe('the changes', () => {
  it('continue after each cut, and after a restart, without loss or repetition', async () => {
    const start = (await account.get('/changes?after=latest')).body.changes.cursor;
    await createPeople(1, 40);
    const seen: string[] = [];
    const read = async (after: string, count: number, onChange: () => void = () => {}): Promise<void> => {
      for await (const change of clientOf(account).changes({ after })) {
        seen.push(change.cursor);
        onChange();
        if (seen.length === count) return;
      }
    };
    // Stopped in the middle of a page, and continued by another client.
    await read(start, 15);
    const writing = createPeople(41, 70);
    await read(seen.at(-1) ?? '', 70, () => seen.length % 20 === 0 && forwarder.cut());
    await writing;
    expect(seen).toEqual(await logOf(start));
  });

  it('begin with what happens next, unless a cursor is given', async () => {
    await createPeople(1, 3);
    const changes = clientOf(account).changes();
    const first = changes.next();
    await untilStreams(1);
    await createPeople(4, 4);
    expect((await first).value).toMatchObject({ name: 'person.created', person: { name: 'Person 4' } });
    await changes.return?.();
    await untilStreams(0);
  });

  it('end without an error when the signal is aborted, also before and between two changes', async () => {
    const controller = new AbortController();
    const ended = (async () => {
      for await (const _ of clientOf(account).changes({ signal: controller.signal })) throw new Error('no change');
    })();
    await untilStreams(1);
    controller.abort();
    await ended;
    await untilStreams(0);
    for await (const _ of clientOf(account).changes({ signal: controller.signal })) throw new Error('it has ended');
  });

  it('fail with what the server says of a cursor that it does not have', async () => {
    await expect(clientOf(account).changes({ after: 'nonsense' }).next()).rejects.toThrow(ValidationError);
  });

  it('end when the key is no longer valid', async () => {
    const changes = clientOf(account).changes();
    const next = changes.next();
    await untilStreams(1);
    const rejected = expect(next).rejects.toThrow(UnauthorizedError);
    account.credentials = await rotateApiKey(server.database, server.clock, account.subdomain);
    // The server looks at the key with the next change.
    await createPeople(1, 1);
    await rejected;
    await untilStreams(0);
  });
});

describe('a subscription', () => {
  const watched = `subscription ($after: String) { bookingChanged(after: $after) { cursor name booking { id } } }`;
  interface Watched {
    bookingChanged: { cursor: string; name: string; booking: { id: number } };
  }

  it('continues where it was cut, without loss or repetition', async () => {
    const studio = await openStudio(account);
    const ids: number[] = [];
    const seen: number[] = [];
    const subscription = clientOf(account).subscribe<Watched>(watched);
    const reading = (async () => {
      for await (const { bookingChanged } of subscription) {
        seen.push(bookingChanged.booking.id);
        if (seen.length % 10 === 0) forwarder.cut();
        if (seen.length === 45) return;
      }
    })();
    await untilStreams(1);
    for (let number = 0; number < 45; number++) ids.push((await book(account, studio)).id);
    await reading;
    expect(seen).toEqual(ids);
    await untilStreams(0);
  });

  it('that cannot continue ends with an error when it is cut', async () => {
    const { promise: opened, resolve } = Promise.withResolvers<Response>();
    const client = clientOf(account, forwarded, async (...request) => {
      const response = await fetch(...request);
      resolve(response);
      return response;
    });
    const next = client.subscribe('subscription { bookingChanged { name } }').next();
    // The server counts a stream before its headers arrive here. Until then the client connects again.
    await opened;
    forwarder.cut();
    await expect(next).rejects.toThrow(ConnectionError);
  });

  it('that is cut before it has begun connects again', async () => {
    await using proxy = await startProxy(server.origin);
    proxy.treat('cut before', { status: 404, body: '' });
    const next = clientOf(account, proxy.url).subscribe('subscription { bookingChanged { name } }').next();
    await expect(next).rejects.toThrow(NotFoundError);
    expect(proxy.seen).toHaveLength(2);
  });

  it('with an error of the document fails at once', async () => {
    const next = clientOf(account).subscribe('subscription { nonsense }').next();
    await expect(next).rejects.toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });

  it.each([
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' }, AnswerError],
    [
      'a stream of something else',
      { status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'event: next\ndata: 1\n\n' },
      AnswerError,
    ],
    ['a refusal', { status: 404, body: '' }, NotFoundError],
  ])('whose answer is %s fails at once', async (_name, treatment, kind) => {
    await using proxy = await startProxy(server.origin);
    proxy.treat(treatment);
    const next = clientOf(account, proxy.url).subscribe('subscription { bookingChanged { name } }').next();
    await expect(next).rejects.toThrow(kind);
    expect(proxy.seen).toHaveLength(1);
  });
});

describe('the events of a stream', () => {
  const streamOf = (pieces: Iterable<string>) => {
    const iterator = pieces[Symbol.iterator]();
    const state = { pulled: 0, isCancelled: false };
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(controller) {
          const { done, value } = iterator.next();
          if (done) return controller.close();
          state.pulled++;
          controller.enqueue(new TextEncoder().encode(value));
        },
        cancel() {
          state.isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    return { stream, state };
  };

  const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
    const all: Item[] = [];
    for await (const item of items) all.push(item);
    return all;
  };

  it('are read from pieces that end anywhere, with either line break', async () => {
    const text = ':\n\nevent: next\r\ndata: {"name":"Bjørn"}\r\n\r\ndata: b\n\nevent: complete\ndata:\n\n';
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await collect(readEvents(stream))).toEqual([
      { name: 'next', data: '{"name":"Bjørn"}' },
      { name: 'message', data: 'b' },
      { name: 'complete', data: '' },
    ]);
  });

  it('are read no faster than they are taken, and the rest is not read', async () => {
    const endless = (function* () {
      for (;;) yield 'data: x\n\n';
    })();
    const { stream, state } = streamOf(endless);
    let taken = 0;
    for await (const _ of readEvents(stream)) if (++taken === 5) break;
    expect(state).toEqual({ pulled: 5, isCancelled: true });
  });

  it('end with an error if one is endless, or nothing arrives', async () => {
    const long = streamOf(
      (function* () {
        for (;;) yield 'x'.repeat(2 ** 22);
      })(),
    );
    await expect(collect(readEvents(long.stream))).rejects.toThrow(AnswerError);
    expect(long.state.isCancelled).toBe(true);
    await expect(collect(readEvents(new ReadableStream(), 20))).rejects.toThrow(ConnectionError);
  });
});
