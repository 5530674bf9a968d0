/** Options of every request. */
export interface ReadOptions {
  /** Aborts the request, also between two attempts. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the request with all of its attempts fails. Default: that of the client. */
  timeout?: number | undefined;
}

/**
 * Attributes to read, instead of all. The answer has no others. It is not what `ifMatch` takes, which is an object with
 * all of its attributes.
 */
export interface Fields<Field extends PropertyKey> {
  fields: readonly Field[];
}

/** Options of a request that changes something. */
export interface WriteOptions extends ReadOptions {
  /**
   * The key by which the server recognises a repeated request. Default: a new UUID, so that the attempts of one call have
   * one key. Pass one of your own to repeat a call after a restart. False sends none, and then a request whose outcome is
   * unknown is not repeated.
   */
  idempotencyKey?: string | false | undefined;
}

/** Options of a request that changes one object. */
export interface ChangeOptions extends WriteOptions {
  /**
   * Changes the object only if nobody else has changed it: the object as this client returned it, or the text of an `ETag`.
   * Otherwise the request fails with `PreconditionError`.
   */
  ifMatch?: object | string | undefined;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Its number, from 1. */
  page: number;
  /** The number of items that a page has at most. */
  pageItems: number;
  totalCount: number;
  totalPages: number;
}

/** The first page of a list if it is awaited, and the items of it and all further pages if it is iterated. */
export type PagedList<Item> = Promise<Page<Item>> & AsyncIterable<Item>;

export interface ClientOptions {
  /** The address of the server, such as `https://book.example.org`. A path before `/api/v1` is part of it. */
  url: string;
  /** An API key, or that of a session. Without it, only `site()`, `session` and `partner` answer. */
  apiKey?: string | undefined;
  /** The name of the application in the `User-Agent` of requests, such as `acme-shop/1.2`. Browsers send their own. */
  application?: string | undefined;
  /** Milliseconds for one request with all of its attempts. Default: 60,000. */
  timeout?: number | undefined;
  /** Milliseconds for one attempt. Default: 20,000. */
  attemptTimeout?: number | undefined;
  /** The number of times that a request is repeated. Default: 5. With 0, never. */
  retries?: number | undefined;
  /** Milliseconds before the first retry. Each further pause is up to twice as long, at most 8 seconds. Default: 250. */
  retryPause?: number | undefined;
  /** The bytes of the largest answer that is read. Default: 33,554,432. */
  maximumAnswer?: number | undefined;
  /** Sends the requests. Default: the `fetch` of the platform. */
  fetch?: typeof fetch | undefined;
}
