import { type ChangesOptions, followChanges } from './changes.js';
import { execute, subscribe, type TypedDocument } from './graphql.js';
import { type Iteration, iterate } from './iteration.js';
import { createResources } from './methods.js';
import type { ClientOptions, WriteOptions } from './options.js';
import { type Api, rowsOfApi, rowsOfSiteApi, type SiteApi } from './rest.operations.js';
import type { ChangeBody } from './schema.types.js';
import { Transport } from './transport.js';

export interface SiteOptions {
  /** The token of a visitor who has signed in, from `me.startSession()`. */
  visitor?: string | undefined;
}

export interface BookingClient extends Api {
  /** Returns the public API of an account, for visitors without a key. */
  site(subdomain: string, options?: SiteOptions): SiteApi;
  /** Executes a query or mutation of GraphQL and returns its data. A mutation is executed once, also if it is repeated. */
  graphql<Result = unknown, Variables = Record<string, unknown>>(
    document: TypedDocument<Result, Variables>,
    variables?: Variables,
    options?: WriteOptions,
  ): Promise<Result>;
  /**
   * Iterates over the results of a subscription. A document with the variable `$after` that selects `cursor` continues after
   * a cut where it was, without loss or repetition; for another, a cut is a `ConnectionError`.
   */
  subscribe<Result = unknown, Variables = Record<string, unknown>>(
    document: TypedDocument<Result, Variables>,
    variables?: Variables,
    options?: { signal?: AbortSignal | undefined },
  ): Iteration<Result>;
  /**
   * Iterates over the changes of all objects in commit order: those after a cursor, then each when it happens. It continues
   * after a cut. Store the `cursor` of each change together with what you make of it, and pass it as `after` next time.
   */
  changes(options?: ChangesOptions): Iteration<ChangeBody>;
}

/** Returns a client of one server, for one key. */
export function createClient(options: ClientOptions): BookingClient {
  const transport = new Transport(options);
  // The rows have the methods of `Api`: both are generated from the same operations.
  const api = createResources(rowsOfApi, transport) as unknown as Api;
  return {
    ...api,
    site: (subdomain, { visitor } = {}) => {
      const { apiKey: _, ...withoutKey } = options;
      const ofVisitor = new Transport(visitor === undefined ? withoutKey : { ...options, apiKey: visitor });
      return createResources(rowsOfSiteApi, ofVisitor, { subdomain }) as unknown as SiteApi;
    },
    graphql: (document, variables, settings) =>
      execute(transport, String(document), variables, settings) as Promise<never>,
    subscribe: (document, variables, { signal } = {}) =>
      iterate(
        (own) => subscribe(transport, String(document), { ...variables }, own) as AsyncGenerator<never, void, void>,
        signal,
      ),
    changes: (settings = {}) =>
      iterate((signal) => followChanges(transport, api.changeLog.list, settings, signal), settings.signal),
  };
}
