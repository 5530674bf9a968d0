import type { GraphqlOptions, GraphqlServer } from './server.js';

/**
 * GraphQL over HTTP that loads Apollo Server at the first request: it is 200 modules, which a start would wait for, and
 * which REST and subscriptions do not use. The schema is checked at the start without it, with our own operations.
 */
export function createLazyGraphqlServer(options: GraphqlOptions): GraphqlServer {
  let loaded: Promise<GraphqlServer> | undefined;
  const load = async (): Promise<GraphqlServer> => {
    const { createGraphqlServer } = await import('./server.js');
    return createGraphqlServer(options);
  };
  return {
    handler: async (request, response, next) => {
      loaded ??= load();
      const { handler } = await loaded;
      await handler(request, response, next);
    },
    stop: async () => (await loaded)?.stop(),
  };
}
