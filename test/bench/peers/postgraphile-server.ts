import { createServer } from 'node:http';
import { createRequire } from 'node:module';

/**
 * A server of PostGraphile with its preset Amber, on the tables of `public` and the functions of `peers`.
 *
 * Settings: DATABASE_URL, and PEER_FOLDER, in which PostGraphile is installed.
 */
const { DATABASE_URL, PEER_FOLDER } = process.env;
const load = createRequire(`${PEER_FOLDER}/package.json`);
const { postgraphile } = load('postgraphile');
const { PostGraphileAmberPreset } = load('postgraphile/presets/amber');
const { makePgService } = load('postgraphile/adaptors/pg');
const { grafserv } = load('postgraphile/grafserv/node');

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: DATABASE_URL, schemas: ['public', 'peers'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
});
await instance.getSchema();
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`REST http://127.0.0.1:${address?.port}/api/v1`);
});
