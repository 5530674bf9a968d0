import type { GraphqlOptions, GraphqlServer } from './server.js';

/**
 * GraphQL over HTTP that loads Apollo Server at the first request: it is 200 modules, which a start would wait for, and
 * which REST and subscriptions do not use. The schema is checked at the start without it, with our own operations.
 */
export function createLazyGraphqlServer(options: GraphqlOptions): GraphqlServer {
  let loaded: Promise<GraphqlServer> | undefined;
  const load = (): Promise<GraphqlServer> => {
    loaded ??= import('./server.js').then(({ createGraphqlServer }) => createGraphqlServer(options));
    return loaded;
  };
  return {
    handler: async (request, response, next) => {
      const { handler } = await load();
      await handler(request, response, next);
    },
    respondToError: async (error, request, response, next) => {
      const { respondToError } = await load();
      respondToError(error, request, response, next);
    },
    stop: async () => (await loaded)?.stop(),
  };
}
