import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownChange } from '../../domain/web-hook/web-hook-delivery.rules.js';
import { isObject } from '../../platform/accepted.js';
import { type ApiAccess, ApiError, apiErrorOf, callApi, sendRequest } from './api-client.js';

/** A change as `GET /changes` lists it. */
type ListedChange = ShownChange & { cursor: string };

export interface FollowOptions {
  /** The changes after this cursor are read. */
  after: string;
  /** Milliseconds for which a server that no longer answers is tried again. */
  patience: number;
  /** Ends the iteration. */
  stop: AbortSignal;
  /** Called when the connection was lost, with the reason. */
  reportLoss(reason: string): void;
}

/** In milliseconds. The server sends a comment every 12 seconds, so a connection that is silent for longer is lost. */
const maxSilence = 40_000;
/** In milliseconds, between attempts to connect again. */
const pause = 500;

/** Returns the cursor of the end of the change log. @throws ApiError */
export async function endOfChanges(access: ApiAccess): Promise<string> {
  return (await listChanges(access, 'latest')).cursor;
}

/**
 * Returns the changes of an account in their order, for ever. The stream of the subscription wakes it, and the list of REST
 * has the changes in the form of webhooks. After a lost connection it continues where it was.
 *
 * @throws ApiError if the server refuses, or does not answer for longer than `patience`
 */
export async function* followChanges(
  access: ApiAccess,
  { after, patience, stop, reportLoss }: FollowOptions,
): AsyncGenerator<ListedChange> {
  let cursor = after;
  let lostAt: number | undefined;
  while (!stop.aborted) {
    try {
      /** The cursors of changes that were read before the stream reports them. */
      const ahead = new Set<string>();
      for await (const reported of streamCursors(access, cursor, stop)) {
        lostAt = undefined;
        if (reported !== undefined && ahead.delete(reported)) continue;
        for (let hasMore = true; hasMore; ) {
          const page = await listChanges(access, cursor);
          ({ cursor, hasMore } = page);
          for (const item of page.items) if (item.cursor !== reported) ahead.add(item.cursor);
          yield* page.items;
        }
      }
      if (!stop.aborted) throw new ApiError(`${access.server} has ended the stream`);
    } catch (error) {
      if (stop.aborted) return;
      if (!(error instanceof ApiError) || isFinal(error)) throw error;
      lostAt ??= performance.now();
      if (performance.now() - lostAt > patience) throw error;
      reportLoss(error.message);
      await sleep(pause, undefined, { signal: stop }).catch(() => {});
    }
  }
}

/** Whether the server has refused, so that another attempt would be refused, too. */
function isFinal({ status }: ApiError): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

async function listChanges(
  access: ApiAccess,
  after: string,
): Promise<{ cursor: string; hasMore: boolean; items: ListedChange[] }> {
  const { changes } = await callApi(access, 'GET', `/changes?after=${encodeURIComponent(after)}`);
  if (!isObject(changes) || typeof changes['cursor'] !== 'string' || !Array.isArray(changes['items'])) {
    throw new ApiError(`${access.server} is no booking server: it lists no changes`, 404);
  }
  return { cursor: changes['cursor'], hasMore: changes['has_more'] === true, items: changes['items'].filter(isListed) };
}

function isListed(item: unknown): item is ListedChange {
  return isObject(item) && typeof item['cursor'] === 'string' && typeof item['name'] === 'string';
}

const subscription = 'subscription ($after: String) { changes(after: $after) { cursor } }';

/**
 * Subscribes to the changes after a cursor by Server-Sent Events. Returns undefined once the stream is open, and then the
 * cursor of each change.
 */
async function* streamCursors(access: ApiAccess, after: string, stop: AbortSignal): AsyncGenerator<string | undefined> {
  const silence = new AbortController();
  const end = (): void => silence.abort();
  let timer = setTimeout(end, maxSilence);
  try {
    const response = await sendRequest(access, '/graphql/stream', {
      method: 'POST',
      signal: AbortSignal.any([stop, silence.signal]),
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: subscription, variables: { after } }),
    });
    if (!response.ok || !response.body) {
      throw apiErrorOf(response.status, 'POST /graphql/stream', await response.text());
    }
    yield undefined;
    let buffer = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(end, maxSilence);
      const events = `${buffer}${text}`.split('\n\n');
      buffer = events.pop() ?? '';
      for (const event of events) {
        const cursor = cursorOf(event);
        if (cursor !== undefined) yield cursor;
      }
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(
      `The connection to ${access.server} was lost: ${silence.signal.aborted ? 'it was silent' : error}`,
    );
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** @throws ApiError if the server has ended the subscription with an error */
function cursorOf(event: string): string | undefined {
  const data = /^data: (.*)$/m.exec(event)?.[1];
  if (data === undefined) return undefined;
  const result: unknown = JSON.parse(data);
  if (!isObject(result)) return undefined;
  if (result['errors'] !== undefined) throw apiErrorOf(400, 'the subscription', JSON.stringify(result['errors']));
  const change = isObject(result['data']) ? result['data']['changes'] : undefined;
  return isObject(change) && typeof change['cursor'] === 'string' ? change['cursor'] : undefined;
}
