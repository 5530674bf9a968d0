import { createHash } from 'node:crypto';
import { isObject } from '../../accepted.js';
import type { ProviderServer } from '../payment-provider.js';
import { askProvider, type JsonObject, type ProviderAnswer, toProviderError } from '../provider-request.js';

/** The requests to the API of Mollie. Each throws ProviderError. */
export interface MollieApi {
  post(path: string, secretKey: string, idempotencyKey: string, body: object): Promise<JsonObject>;
  get(path: string, secretKey: string): Promise<JsonObject>;
  /** Returns undefined if there is no such object, or if it is one of another account. */
  find(path: string, secretKey: string): Promise<JsonObject | undefined>;
  /** Whether a mandate was revoked, or is invalid. */
  isRevoked(path: string, secretKey: string): Promise<boolean>;
  /** Does nothing if there is no such object. */
  remove(path: string, secretKey: string): Promise<void>;
  /**
   * Returns the object of a list that a request with this key created. Mollie forgets keys after an hour, and what it
   * then repeats would be charged, captured or refunded twice: the key is therefore in the metadata, too.
   */
  findMade(path: string, list: string, secretKey: string, idempotencyKey: string): Promise<JsonObject | undefined>;
}

export function createMollieApi(server: ProviderServer): MollieApi {
  const ask = (path: string, secretKey: string, method: 'GET' | 'DELETE' = 'GET'): Promise<ProviderAnswer> =>
    askProvider(server, path, { method, headers: { authorization: `Bearer ${secretKey}` } });
  const get = async (path: string, secretKey: string): Promise<JsonObject> => successOf(await ask(path, secretKey));
  return {
    get,
    find: async (path, secretKey) => {
      const answer = await ask(path, secretKey);
      return answer.status === 404 ? undefined : successOf(answer);
    },
    isRevoked: async (path, secretKey) => {
      const answer = await ask(path, secretKey);
      return answer.status === 410 || successOf(answer)['status'] === 'invalid';
    },
    remove: async (path, secretKey) => {
      const answer = await ask(path, secretKey, 'DELETE');
      // 410: it was removed before.
      if (answer.status !== 404 && answer.status !== 410) successOf(answer);
    },
    findMade: async (path, list, secretKey, idempotencyKey) => {
      const { _embedded: embedded } = await get(`${path}?limit=${longestList}`, secretKey);
      const items: unknown = isObject(embedded) ? embedded[list] : [];
      return (Array.isArray(items) ? items : []).find(
        (item: unknown): item is JsonObject =>
          isObject(item) && isObject(item['metadata']) && item['metadata']['key'] === idempotencyKey,
      );
    },
    post: async (path, secretKey, idempotencyKey, body) =>
      successOf(
        await askProvider(server, path, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${secretKey}`,
            'content-type': 'application/json',
            'idempotency-key': idempotencyKey,
          },
          body: JSON.stringify(body),
        }),
      ),
  };
}

/** The most objects of a page of a list of Mollie, the newest first. */
const longestList = 250;

/** @throws ProviderError for an answer that is not a success */
function successOf({ isSuccess, status, body }: ProviderAnswer): JsonObject {
  if (isSuccess) return body;
  throw toProviderError(status);
}

/** Derives the key of a request that precedes another. Mollie takes UUIDs of version 4. */
export function deriveKey(idempotencyKey: string, request: string): string {
  const hash = createHash('sha256').update(`${request} ${idempotencyKey}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
