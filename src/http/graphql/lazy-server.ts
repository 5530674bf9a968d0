import type { GraphqlOptions, GraphqlServer } from './server.js';

/**
 * Creates a GraphQL server over HTTP that loads Apollo Server at the first request. Its 200 modules would delay the start,
 * and REST and subscriptions do not use them. The start checks the schema without it, by validating our own operations.
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
