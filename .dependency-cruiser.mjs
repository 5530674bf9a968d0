// Which file may import which: type-only imports count. `npm run lint` checks it, `npm run graph` draws it.

/** The rooms and features of the domain, lowest first: each may import those before it, and the files of src/domain itself. */
const features = [
  'text',
  'records',
  'image',
  'security-event',
  'account',
  'refusal',
  'second-factor',
  'bulk',
  'failed-job',
  'tax-rate',
  'service',
  'resource',
  'availability',
  'calendar-source',
  'category',
  'provider',
  'messaging/delivery',
  'web-hook',
  'messaging/templates',
  'user',
  'security-log',
  'identity-provider',
  'person',
  'visitor-session',
  'coupon',
  'gift-card',
  'package',
  'order',
  'document',
  'event',
  'booking',
  'time-off',
  'shop',
  'payment',
  'figures',
  'recurrence',
  'calendar',
  'calendar-target',
  'messaging/composing',
  'waitlist',
  'visitor',
  'person-merge',
  'person-data',
  'change-feed',
];

/** Files that list all features. No feature imports them, except for the names of all changes in entities.ts. */
const listsOfFeatures = 'src/domain/(entities|relations|resolvers)[.]ts$';

/** The features that read the names of all changes. */
const readersOfChanges = ['web-hook', 'change-feed'];

/** Agenda and its stores. */
const jobQueue = '^src/jobs/(agenda|job-repository|job-store)[.]ts$';

/** What the files of a room may import from `src`, apart from the room itself. */
const rooms = [
  { room: 'process', allowed: ['http', 'jobs', 'observability', 'graphql', 'domain', 'outbox', 'platform'] },
  { room: 'http', allowed: ['graphql', 'domain', 'outbox', 'texts', 'platform', 'pages/design'] },
  { room: 'jobs', allowed: ['domain', 'outbox', 'platform'] },
  {
    room: 'observability',
    allowed: [
      'http/(http-errors|request-scope)[.]ts$',
      'graphql/operation-report[.]ts$',
      'jobs/job-queue[.]ts$',
      'outbox/backlog[.]ts$',
      'platform',
    ],
  },
  { room: 'graphql', allowed: ['domain', 'outbox', 'platform'] },
  { room: 'domain', allowed: ['outbox', 'texts', 'platform'] },
  { room: 'outbox', allowed: ['platform'] },
  {
    room: 'texts',
    allowed: ['platform/(?:language|project-root)[.]ts$'],
    comment: 'Texts are read by the domain, by pages that the server renders, and by code of browsers.',
  },
  { room: 'platform', allowed: [] },
  {
    room: 'pages',
    allowed: ['process/(?:stamp|licences)[.]mjs$', 'texts', 'platform/(?:(?:read-)?csv[.]rules|language)[.]ts$'],
    comment: 'Pages run in a browser: they talk to the server by HTTP, and read and write CSV as it does.',
  },
  {
    room: 'packages',
    allowed: [],
    comment: 'Packages run without the server: what they know of it is generated from schema/openapi.json.',
  },
  { room: 'examples', allowed: [], comment: 'Examples are copied: they import the package of the client at most.' },
  // Parts of a room that may import less than the room.
  {
    room: 'http/rest',
    allowed: [
      'http/(http-errors|idempotency|page-headers|request-body|request-scope)[.]ts$',
      'graphql/(errors|input-reader|operations)[.]ts$',
      'platform',
    ],
    comment: 'The gateway executes operations and imports no entities.',
  },
  {
    room: 'http/rest/openapi',
    allowed: [
      'http/rest/[^/]+[.]ts$',
      'http/rest/export/formats[.]ts$',
      'http/(http-errors|page-headers|request-scope)[.]ts$',
      'graphql/operations[.]ts$',
      'platform',
    ],
  },
  {
    room: 'http/mcp',
    allowed: [
      'http/[^/]+[.]ts$',
      'http/rest/[^/]+[.]ts$',
      'http/rest/openapi/(components|parameters|response-schema)[.]ts$',
      'graphql/(errors|operations)[.]ts$',
      'platform',
    ],
    comment: 'Tools execute operations, as the gateway does, and import no entities.',
  },
  {
    room: 'http/async-api',
    allowed: ['http/rest/openapi/(components|document|scalars|wording)[.]ts$', 'platform'],
    comment: 'Events are described by the parts of the OpenAPI document.',
  },
  ...['auth', 'dashboard', 'partner-api', 'payments', 'public-pages'].map((part) => ({
    room: `http/${part}`,
    allowed: [
      'http/[^/]+[.]tsx?$',
      'http/rest/(request|coerce|local-api|problem)[.]ts$',
      'domain',
      'texts',
      'platform',
      'pages/design',
    ],
    comment: 'Pages and routes outside the gateway read requests as it does, and call the domain.',
  })),
  {
    room: 'pages/design',
    allowed: [],
    comment: 'The components of all pages need nothing of the page that they are on.',
  },
  { room: 'platform/embedded-postgres', allowed: [], comment: 'It could be a package of its own.' },
];

const within = (part) => `^src/${part}${part.endsWith('$') ? '' : '/'}`;

const roomRules = rooms.map(({ room, allowed, comment }) => ({
  name: `room-${room.replaceAll('/', '-')}`,
  severity: 'error',
  comment:
    comment ??
    'Imports point downwards: process, then http, jobs and observability, graphql, domain, outbox, platform.',
  from: { path: within(room) },
  to: { path: '^src/', pathNot: [room, ...allowed].map(within) },
}));

const featureRules = features.map((feature, index) => ({
  name: `feature-${feature.replaceAll('/', '-')}`,
  severity: 'error',
  comment: 'A feature imports the features before it in the list at the top of .dependency-cruiser.mjs.',
  from: { path: within(`domain/${feature}`) },
  to: {
    path: ['^src/domain/[^/]+/', listsOfFeatures],
    pathNot: [
      ...features.slice(0, index + 1).map((name) => within(`domain/${name}`)),
      ...(readersOfChanges.includes(feature) ? ['src/domain/entities[.]ts$'] : []),
    ],
  },
}));

const packageNamed = (names) => `(^|node_modules/)(${names})(/|$)`;

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'No file imports itself through others.',
      from: { path: '^src/' },
      to: { circular: true },
    },
    ...roomRules,
    {
      name: 'feature-unlisted',
      severity: 'error',
      comment: 'Give a new feature its place in the list at the top of .dependency-cruiser.mjs.',
      from: { path: '^src/domain/[^/]+/', pathNot: features.map((name) => within(`domain/${name}`)) },
      to: {},
    },
    ...featureRules,
    {
      name: 'feature-none',
      severity: 'error',
      comment: 'The files of src/domain itself serve all features and import none, except those that list all.',
      from: { path: '^src/domain/[^/]+$', pathNot: listsOfFeatures },
      // context.ts has the types of the slot cache and of refusals.
      to: {
        path: ['^src/domain/[^/]+/', listsOfFeatures],
        pathNot: '^src/domain/(availability/slot-cache|refusal/refusal[.]rules)[.]ts$',
      },
    },
    {
      name: 'messaging-interface',
      severity: 'error',
      comment: 'See src/domain/messaging/README.md.',
      // relations.ts reads the lists of messages and templates.
      from: { path: '^src/', pathNot: [within('domain/messaging'), '^src/domain/relations[.]ts$'] },
      to: {
        path: within('domain/messaging'),
        pathNot: ['[.](actions|entity|resolver)[.]ts$', within('domain/messaging/delivery/senders[.]ts$')],
      },
    },
    {
      name: 'routes-are-data',
      severity: 'error',
      comment: 'A route is a row of data: it imports no code.',
      from: { path: within('http/rest/routes') },
      to: { pathNot: [within('http/rest/routes'), within('http/rest/route[.]ts$')] },
    },
    {
      name: 'agenda-in-job-queue',
      severity: 'error',
      comment: 'Only the files of the job queue import Agenda.',
      from: { path: '^src/', pathNot: jobQueue },
      to: { path: packageNamed('agenda|@agendajs') },
    },
    {
      name: 'job-queue-alone',
      severity: 'error',
      comment: 'The job queue imports the platform, but no jobs.',
      from: { path: jobQueue },
      to: { path: '^src/', pathNot: [jobQueue, '^src/jobs/job-queue[.]ts$', within('platform')] },
    },
    {
      name: 'servers-only',
      severity: 'error',
      comment: 'Only the servers import the libraries that receive requests.',
      from: { path: '^src/', pathNot: ['process', 'http', 'observability', 'pages'].map(within) },
      to: { path: packageNamed('express|ws|graphql-ws|@apollo|@as-integrations') },
    },
    {
      name: 'embedded-postgres-interface',
      severity: 'error',
      comment: 'The other files of src/platform/embedded-postgres are internal.',
      from: { path: '^src/', pathNot: within('platform/embedded-postgres') },
      to: { path: within('platform/embedded-postgres'), pathNot: '(embedded-postgres|recovered-server)[.]ts$' },
    },
    {
      name: 'migrations-in-two-files',
      severity: 'error',
      comment:
        'Only src/platform/database has to do with migrations: migration-state.ts compares and migrator.ts applies them.',
      from: { path: '^src/', pathNot: '^src/platform/database/(migration-state|migrator)[.]ts$' },
      to: { path: '^schema/' },
    },
    {
      name: 'no-tests',
      severity: 'error',
      comment: 'The server runs without its tests.',
      from: { path: '^(src|schema)/' },
      to: { path: '^test/' },
    },
  ],
  options: {
    // TypeScript 7 has no API to parse with.
    parser: 'swc',
    doNotFollow: { path: ['^node_modules/', '^schema/', '^test/'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
};
