import { serverUrl } from '../addresses.js';
import { type FieldMessages, ServerError } from '../graphql/server-error.js';
import type { RecordSource, StoredRecord } from '../records/record-source.js';
import { currentSession, recoverSession } from '../session.js';

/** The names of a type of records in REST. */
interface RestType {
  /** Below `/api/v1`, such as `/services`. */
  path: string;
  /** The name that wraps the attributes in answers, such as `service`. */
  wrapper: string;
  /** The name that wraps them in requests, if it differs. */
  sentWrapper?: string;
}

/** The format of a request body. */
interface Sending {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  version?: string;
  /** A repeated request with the same key is done once. */
  key?: string;
}

/**
 * Returns the records of a type, read and written by REST: it has the version of a record (`ETag`, `If-Match`), and requests
 * that are done once (`Idempotency-Key`).
 */
export function restRecords({ path, wrapper, sentWrapper = wrapper }: RestType): RecordSource {
  const addressOf = (id: number | undefined): string => (id === undefined ? path : `${path}/${id}`);
  return {
    path,
    read: (id) => restRecord(addressOf(id), wrapper).read(),
    create: async (attributes, key) =>
      recordOf(await send({ method: 'POST', path, body: { [sentWrapper]: attributes }, key }), wrapper),
    update: async (id, attributes, version, key) => {
      const body = { [sentWrapper]: attributes };
      return recordOf(await send({ method: 'PUT', path: addressOf(id), body, version, key }), wrapper);
    },
    remove: (id, version) => restRecord(addressOf(id), wrapper).remove(version),
  };
}

/** Returns one record at an address of its own, such as `/resources/1/exception_dates/2026-03-09`. */
export function restRecord(
  path: string,
  wrapper: string,
): { read(): Promise<StoredRecord>; remove(version: string): Promise<void> } {
  return {
    read: async () => recordOf(await send({ method: 'GET', path }), wrapper),
    remove: async (version) => {
      await send({ method: 'DELETE', path, version });
    },
  };
}

function recordOf({ body, version }: Answer, wrapper: string): StoredRecord {
  const attributes = body[wrapper];
  if (typeof attributes !== 'object' || attributes === null) {
    throw new ServerError('INTERNAL_SERVER_ERROR', 'The server sent an answer that cannot be read.');
  }
  return { attributes: Object.fromEntries(Object.entries(attributes)), version };
}

/** Posts a body that is no record, and returns the answer. @throws ServerError */
export async function postAction(path: string, body: object, key: string): Promise<Readonly<Record<string, unknown>>> {
  return (await send({ method: 'POST', path, body, key })).body;
}

/** Changes what is no record of its own, such as a series, and returns the answer. @throws ServerError */
export async function putAction(
  path: string,
  body: object,
  { key, version }: ActionConditions,
): Promise<Readonly<Record<string, unknown>>> {
  return (await send({ method: 'PUT', path, body, key, ...(version !== undefined && { version }) })).body;
}

/** Deletes what is no record of its own. @throws ServerError */
export async function deleteAction(path: string, { key, version }: ActionConditions): Promise<void> {
  await send({ method: 'DELETE', path, key, ...(version !== undefined && { version }) });
}

interface ActionConditions {
  /** A repeated request with the same key is done once. */
  key: string;
  /** The version of the record that the user saw, if the action is based on one. */
  version?: string | undefined;
}

interface Answer {
  body: Record<string, unknown>;
  version: string;
}

const maxAttempts = 3;
/** In milliseconds. */
const timeout = 60_000;

/** Sends a request. If the session has ended, waits until the user has signed in again, then repeats it. */
async function send(sending: Sending): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(sending);
    } catch (error) {
      const isRefused = error instanceof ServerError && error.code === 'UNAUTHENTICATED';
      if (!isRefused || attempt === maxAttempts) throw error;
      await recoverSession();
    }
  }
}

async function sendOnce({ method, path, body, version, key }: Sending): Promise<Answer> {
  const headers = new Headers({ Accept: 'application/json', 'X-CSRF-Token': currentSession().csrfToken });
  if (body) headers.set('Content-Type', 'application/json');
  if (version) headers.set('If-Match', version);
  if (key) headers.set('Idempotency-Key', key);
  const response = await fetch(new URL(`api/v1${path}`, serverUrl), {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    cache: 'no-store',
    signal: AbortSignal.timeout(timeout),
  }).catch(() => {
    throw new ServerError('NETWORK', 'The server cannot be reached. Nothing you typed is lost: try again in a moment.');
  });
  const answer: unknown = await response.json().catch(() => ({}));
  const content = typeof answer === 'object' && answer !== null ? Object.fromEntries(Object.entries(answer)) : {};
  if (!response.ok) throw errorOf(response.status, content);
  return { body: content, version: response.headers.get('ETag') ?? '' };
}

const refusals: Readonly<Record<number, readonly [code: string, sentence: string]>> = {
  401: ['UNAUTHENTICATED', 'Your session has ended.'],
  402: ['ACCOUNT_SUSPENDED', 'The account is suspended.'],
  403: ['FORBIDDEN', 'Your role does not allow this.'],
  404: ['NOT_FOUND', 'It does not exist any more.'],
  412: ['PRECONDITION_FAILED', 'Somebody else has changed it in the meantime.'],
  429: ['RATE_LIMITED', 'There were too many requests. Nothing was changed: try again in a moment.'],
  503: ['SERVICE_UNAVAILABLE', 'The server is busy. Nothing was changed: try again in a moment.'],
};

function errorOf(status: number, body: Record<string, unknown>): ServerError {
  if (status === 400) return new ServerError('BAD_USER_INPUT', 'Some of it is not right.', toMessages(body));
  const [code, sentence] = refusals[status] ?? [
    'INTERNAL_SERVER_ERROR',
    'The server could not do it. Try again in a moment.',
  ];
  return new ServerError(code, sentence);
}

/** Names the fields in camelCase, as errors of GraphQL do. */
export function toMessages(body: object): FieldMessages {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]): [string, string[] | FieldMessages] => {
      const field = camelCase(name);
      if (Array.isArray(value)) return [field, value.map(String)];
      return [field, typeof value === 'object' && value !== null ? toMessages(value) : [String(value)]];
    }),
  );
}

export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
