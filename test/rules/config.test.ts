import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutAddress } from '../../src/platform/addresses.js';
import { type Config, ConfigError, readConfig, readPaymentKeys, secretSettings } from '../../src/process/config.js';
import { settingNames } from '../support/settings.js';

const defaults: Config = {
  port: 3000,
  host: '127.0.0.1',
  keepAlive: 65_000,
  metricsPort: undefined,
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  databaseMigrationUrl: undefined,
  databaseReplicaUrls: [],
  replicaMaxLag: 5,
  cell: undefined,
  directoryUrl: undefined,
  cellDatabaseUrls: new Map(),
  encryptionKeys: [],
  mongoUrl: undefined,
  dataDir: './data',
  role: 'all',
  incompatibleMigrations: 'wait',
  demo: true,
  publicUrl: undefined,
  siteDomain: undefined,
  trustedHops: 0,
  rateLimit: { requests: 80, seconds: 20 },
  messagesPerDay: { email: 100_000, sms: 10_000 },
  accountQuota: { requests: 32, databaseSeconds: 72 },
  webhookPrivateTargets: false,
  webhookRetryBase: 30_000,
  retentionDays: 90,
  smtpUrl: undefined,
  mail: { from: undefined, fromDomains: [] },
  smsGatewayUrl: undefined,
  paymentProviderUrls: { stripe: 'https://api.stripe.com', mollie: 'https://api.mollie.com' },
  testEnvironment: false,
  partnerToken: undefined,
  allowedOrigins: [],
  securityContact: undefined,
  isProduction: false,
  underNpm: false,
  logLevel: 'info',
  slowStatements: 1_000,
  tracing: undefined,
  trustsTraceParent: false,
  warnings: [],
};

const good: [name: string, text: string, setting: Partial<Config>][] = [
  ['PORT', '0', { port: 0 }],
  ['PORT', ' 8080 ', { port: 8080 }],
  ['PORT', '65535', { port: 65_535 }],
  ['HOST', '127.0.0.2', { host: '127.0.0.2' }],
  ['HOST', '::1', { host: '::1' }],
  ['HOST', 'localhost', { host: 'localhost' }],
  ['KEEP_ALIVE_TIMEOUT', '120', { keepAlive: 120_000 }],
  ['METRICS_PORT', '9464', { metricsPort: 9464 }],
  ['DATABASE_URL', 'postgresql://u:p@db:5432/booking', { databaseUrl: 'postgresql://u:p@db:5432/booking' }],
  ['DATABASE_URL', 'postgres://db/booking', { databaseUrl: 'postgres://db/booking' }],
  ['REPLICA_MAX_LAG', '60', { replicaMaxLag: 60 }],
  ['DIRECTORY_URL', 'postgres://db/directory', { directoryUrl: 'postgres://db/directory' }],
  [
    'ENCRYPTION_KEY',
    `2026:${Buffer.alloc(32, 1).toString('base64')}, old-1:${Buffer.alloc(32, 2).toString('base64')}`,
    {
      encryptionKeys: [
        { id: '2026', bytes: Buffer.alloc(32, 1) },
        { id: 'old-1', bytes: Buffer.alloc(32, 2) },
      ],
    },
  ],
  [
    'CELL_DATABASE_URLS',
    'cell1=postgresql://u:a,b=c@db1/booking, cell2=postgres://db2/booking',
    {
      cellDatabaseUrls: new Map([
        ['cell1', 'postgresql://u:a,b=c@db1/booking'],
        ['cell2', 'postgres://db2/booking'],
      ]),
    },
  ],
  ['MONGODB_URL', 'mongodb://a:1,b:2/agenda', { mongoUrl: 'mongodb://a:1,b:2/agenda' }],
  ['MONGODB_URL', 'mongodb+srv://a/agenda', { mongoUrl: 'mongodb+srv://a/agenda' }],
  ['MONGODB_URL', 'mongodb://%2Ftmp%2Fm.sock', { mongoUrl: 'mongodb://%2Ftmp%2Fm.sock' }],
  ['DATA_DIR', '/var/lib/booking', { dataDir: '/var/lib/booking' }],
  ['ROLE', 'web', { role: 'web' }],
  ['ROLE', 'worker', { role: 'worker' }],
  ['ROLE', 'all', { role: 'all' }],
  ['INCOMPATIBLE_MIGRATIONS', 'drain', { incompatibleMigrations: 'drain' }],
  ['DEMO', 'on', { demo: true }],
  ['DEMO', 'off', { demo: false }],
  ['PUBLIC_URL', 'https://book.example.org', { publicUrl: 'https://book.example.org' }],
  ['PUBLIC_URL', 'https://example.org/booking/', { publicUrl: 'https://example.org/booking' }],
  ['SITE_DOMAIN', 'Book.Example.org', { siteDomain: 'book.example.org' }],
  ['SITE_DOMAIN', 'localhost:3000', { siteDomain: 'localhost:3000' }],
  ['TRUST_PROXY', 'off', { trustedHops: 0 }],
  ['TRUST_PROXY', '2', { trustedHops: 2 }],
  ['RATE_LIMIT', '100/60', { rateLimit: { requests: 100, seconds: 60 } }],
  ['RATE_LIMIT', 'off', { rateLimit: 'off' }],
  ['ACCOUNT_EMAILS_PER_DAY', '500', { messagesPerDay: { email: 500, sms: 10_000 } }],
  ['ACCOUNT_SMS_PER_DAY', '50', { messagesPerDay: { email: 100_000, sms: 50 } }],
  ['ACCOUNT_REQUESTS', '8', { accountQuota: { requests: 8, databaseSeconds: 72 } }],
  ['ACCOUNT_DATABASE_SECONDS', '30', { accountQuota: { requests: 32, databaseSeconds: 30 } }],
  ['RETENTION_DAYS', '400', { retentionDays: 400 }],
  ['SECURITY_CONTACT', 'security@example.org', { securityContact: 'mailto:security@example.org' }],
  ['SECURITY_CONTACT', 'https://example.org/report', { securityContact: 'https://example.org/report' }],
  ['SMTP_URL', 'smtps://u:p@mail.example.org:465', { smtpUrl: 'smtps://u:p@mail.example.org:465' }],
  ['SMTP_URL', 'smtp://mail', { smtpUrl: 'smtp://mail' }],
  ['MAIL_FROM', 'book@example.org', { mail: { from: 'book@example.org', fromDomains: [] } }],
  [
    'MAIL_FROM_DOMAINS',
    'Salon.example, xn--bcher-kva.example',
    { mail: { from: undefined, fromDomains: ['salon.example', 'xn--bcher-kva.example'] } },
  ],
  ['SMS_GATEWAY_URL', 'https://sms.example.org/send?key=1', { smsGatewayUrl: 'https://sms.example.org/send?key=1' }],
  ['TEST_ENVIRONMENT', 'on', { testEnvironment: true }],
  ['PARTNER_TOKEN', 'a-token-of-16-!!', { partnerToken: 'a-token-of-16-!!' }],
  [
    'ALLOWED_ORIGINS',
    'https://a.example, http://b.example:8080',
    { allowedOrigins: ['https://a.example', 'http://b.example:8080'] },
  ],
  ['npm_lifecycle_event', 'start', { underNpm: true }],
  ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['LOG_SLOW_STATEMENTS', '250', { slowStatements: 250 }],
  ['LOG_SLOW_STATEMENTS', 'off', { slowStatements: Number.POSITIVE_INFINITY }],
  ['TRACE_PARENT', 'trust', { trustsTraceParent: true }],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'http://collector:4318/',
    {
      tracing: {
        endpoint: 'http://collector:4318',
        headers: {},
        serviceName: 'booking-server',
        resource: {},
        ratio: 1,
      },
    },
  ],
];

const bad: [name: string, texts: string[], takes: string][] = [
  ['PORT', ['65536', '-1', 'x', '80.5', '0x50', '1e3'], 'a port number from 0 to 65535'],
  ['HOST', ['a b', 'http://x', 'x:80', '-..', '/'], 'an address or a host name'],
  ['KEEP_ALIVE_TIMEOUT', ['0', '-1', '3601', '65s'], 'seconds from 1 to 3600'],
  ['DATABASE_URL', ['mysql://db/x', 'localhost', '/tmp/x'], 'a URL postgresql://…'],
  ['DATABASE_DIRECT_URL', ['mysql://db/x', 'db:5432'], 'a URL postgresql://…'],
  ['DATABASE_MIGRATION_URL', ['mysql://db/x', 'db:5432'], 'a URL postgresql://…'],
  [
    'DATABASE_REPLICA_URLS',
    ['mysql://db/x', 'postgresql://a/x,b', 'postgresql://a/x,', 'postgresql://a/x,postgresql://a/x'],
    'URLs postgresql://… of different servers, separated by commas',
  ],
  ['REPLICA_MAX_LAG', ['0', '3601', '5s', '-1'], 'seconds from 1 to 3600'],
  ['CELL', ['Cell1', 'a b', '-a', 'a-', 'é', 'x'.repeat(64)], 'lower-case letters, digits and hyphens, at most 63'],
  ['DIRECTORY_URL', ['mysql://db/x', 'directory'], 'a URL postgresql://…'],
  [
    'CELL_DATABASE_URLS',
    ['postgresql://db/x', 'cell1=mysql://db/x', 'a=postgres://x,a=postgres://y', 'A=postgres://x', 'a'],
    'cells with their databases such as cell1=postgresql://…,cell2=postgresql://…',
  ],
  [
    'ENCRYPTION_KEY',
    [
      Buffer.alloc(32).toString('base64'),
      `a:${Buffer.alloc(31).toString('base64')}`,
      `a:${Buffer.alloc(33).toString('base64')}`,
      `a b:${Buffer.alloc(32).toString('base64')}`,
      `a:${Buffer.alloc(32, 1).toString('base64')},a:${Buffer.alloc(32, 2).toString('base64')}`,
      `a:${Buffer.alloc(32).toString('base64')},`,
    ],
    'keys such as 2026:… of 32 bytes in Base64, as `openssl rand -base64 32` prints them, separated by commas',
  ],
  ['MONGODB_URL', ['postgres://x', 'mongodb://', 'mongodb://a b', 'x'], 'a URL mongodb://…'],
  ['ROLE', ['Web', 'x', 'web,worker'], 'web, worker or all'],
  ['DEMO', ['true', '1', 'OFF'], 'on or off'],
  [
    'PUBLIC_URL',
    ['example.org', 'ftp://x', 'https://x/?a=b', 'https://x/#a'],
    'a URL http://… or https://… without parameters',
  ],
  ['SITE_DOMAIN', ['https://x', 'a b', 'x/', '.x'], 'a domain'],
  ['TRUST_PROXY', ['on', '-1', '33', '1.5', 'x'], 'off or a number of proxies'],
  [
    'RATE_LIMIT',
    ['80', '0/20', '80/0', '80/20/1', '-1/20', 'on', '80 / 20'],
    'requests/seconds, such as 80/20, or off',
  ],
  ['ACCOUNT_EMAILS_PER_DAY', ['0', '-1', '1.5', '100000001', 'off'], 'emails from 1 to 100000000'],
  ['ACCOUNT_SMS_PER_DAY', ['0', '-1', '1.5', '100000001', 'off'], 'SMS from 1 to 100000000'],
  ['ACCOUNT_REQUESTS', ['0', '-1', '1.5', '10001', 'off'], 'requests from 1 to 10000'],
  ['ACCOUNT_DATABASE_SECONDS', ['0', '-1', '1.5', '10001', 'off'], 'seconds from 1 to 10000'],
  ['RETENTION_DAYS', ['0', '29', '3651', '90d'], 'days from 30 to 3650'],
  ['SMTP_URL', ['mail.example.org', 'http://mail', 'x'], 'a URL smtp://… or smtps://…'],
  ['MAIL_FROM', ['example.org', 'Salon <a@b.example>', 'a@b.example\r\nBcc: c@d.example', '@'], 'an email address'],
  [
    'MAIL_FROM_DOMAINS',
    ['*', 'example', '*.example.org', '@example.org', 'example.org:25', 'example.org,,', 'https://example.org'],
    'domains such as example.org, separated by commas',
  ],
  ['SMS_GATEWAY_URL', ['sms.example.org', 'ftp://sms', 'x'], 'a URL http://… or https://…'],
  ['TEST_ENVIRONMENT', ['true', '1', 'x'], 'on or off'],
  ['PARTNER_TOKEN', ['a b', 'é', 'x'.repeat(15), 'x'.repeat(256)], '16 to 255 letters, digits and signs'],
  [
    'ALLOWED_ORIGINS',
    ['*', 'a.example', 'https://a.example/', 'https://a.example/x', 'ftp://a.example', 'https://a.example,,'],
    'origins such as https://app.example.org, separated by commas',
  ],
  [
    'SECURITY_CONTACT',
    ['http://example.org', 'security', 'a@b c', 'https://', 'mailto:a@b\nExpires: never', `https://${'x'.repeat(300)}`],
    'an email address or a URL https://…, mailto:… or tel:…',
  ],
  ['LOG_LEVEL', ['INFO', 'verbose', '30'], 'fatal, error, warn, info, debug, trace, silent'],
  ['LOG_SLOW_STATEMENTS', ['0', '60001', '1s', 'on'], 'milliseconds from 1 to 60000, or off'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    ['collector:4318', 'grpc://c', 'http://c?x=1'],
    'a URL http://… or https://… without parameters',
  ],
  ['OTEL_EXPORTER_OTLP_HEADERS', ['token', 'a=%', 'a=1,b'], 'pairs such as name=value,other=value'],
  ['OTEL_RESOURCE_ATTRIBUTES', ['x', '=1'], 'pairs such as name=value,other=value'],
  ['OTEL_TRACES_SAMPLER_ARG', ['2', '-1', '0.x', '1e-3', '.5'], 'a number from 0 to 1'],
  ['TRACE_PARENT', ['on', 'yes'], 'trust or ignore'],
];

describe('settings', () => {
  it('have defaults', () => expect(readConfig({})).toEqual(defaults));

  it('are absent if they are empty', () => {
    expect(readConfig(Object.fromEntries(bad.map(([name], index) => [name, index % 2 ? '' : ' '])))).toEqual(defaults);
  });

  it.each(good)('%s accepts %s', (name, text, setting) => {
    expect(readConfig({ [name]: text })).toEqual({ ...defaults, ...setting });
  });

  it.each(bad.flatMap(([name, texts, takes]) => texts.map((text) => [name, text, takes] as const)))(
    '%s rejects %s',
    (name, text, takes) => {
      expect(() => readConfig({ [name]: text })).toThrow(new ConfigError(`${name} takes ${takes}`));
    },
  );

  it.each(['0.0.0.0', '::', '192.0.2.1', 'db.example.org', '127.example.org'])(
    'HOST %s causes a warning without PUBLIC_URL',
    (host) => {
      const warnings = [`PUBLIC_URL is not set, and HOST is ${host}: ${withoutAddress}`];
      expect(readConfig({ HOST: host })).toEqual({ ...defaults, host, warnings });
      const publicUrl = 'https://book.example.org';
      expect(readConfig({ HOST: host, PUBLIC_URL: publicUrl })).toEqual({ ...defaults, host, publicUrl });
    },
  );

  it.each([
    ['RATELIMT', 'RATE_LIMIT'],
    ['rate_limit', 'RATE_LIMIT'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['MONGO_URL', 'MONGODB_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['WEBHOOKS_PRIVATE_TARGET', 'WEBHOOK_PRIVATE_TARGETS'],
    ['PROT', 'PORT'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('%s is reported as a misspelt %s', (name, meant) => {
    const warnings = [`${name} is not a setting; did you mean ${meant}?`];
    expect(readConfig({ [name]: 'x' })).toEqual({ ...defaults, warnings });
  });

  it('are reported beside the setting that is meant, if they differ by one typing error', () => {
    const databaseUrl = 'postgresql://db:5432/booking';
    const warnings = ['DATABSE_URL is not a setting; did you mean DATABASE_URL?'];
    expect(readConfig({ DATABSE_URL: 'x', DATABASE_URL: databaseUrl })).toEqual({ ...defaults, databaseUrl, warnings });
  });

  it('with other names are not reported as misspelt', () => {
    const others = `HOME HOSTNAME HOSTTYPE POSTGRES_HOST PGHOST PATH TERM LANG MAIL SHELL USER PWD OLDPWD EDITOR DISPLAY
      TMPDIR LOGNAME COLORTERM REDIS_URL AMQP_URL MYSQL_URL HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy NODE_ENV
      NODE_OPTIONS npm_lifecycle_event npm_config_loglevel WEB_PORT SERVICE_HOST XDG_DATA_DIRS DYNO TZ LC_ALL`;
    const environment = Object.fromEntries(others.split(/\s+/).map((name) => [name, 'x']));
    expect(readConfig(environment)).toEqual({ ...defaults, underNpm: true });
    const both = { MONGO_URL: 'mongodb://a', MONGODB_URL: 'mongodb://b' };
    expect(readConfig(both)).toEqual({ ...defaults, mongoUrl: 'mongodb://b' });
  });

  it('DATABASE_DIRECT_URL requires DATABASE_URL', () => {
    const [pooler, direct] = ['postgresql://pooler:6432/booking', 'postgresql://db:5432/booking'];
    const both = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct };
    expect(readConfig(both)).toEqual({ ...defaults, databaseUrl: pooler, databaseDirectUrl: direct });
    const message = 'DATABASE_DIRECT_URL requires DATABASE_URL';
    expect(() => readConfig({ DATABASE_DIRECT_URL: direct })).toThrow(new ConfigError(message));
  });

  it('DATABASE_MIGRATION_URL requires DATABASE_URL', () => {
    const [databaseUrl, databaseMigrationUrl] = ['postgresql://app@db/booking', 'postgresql://owner@db/booking'];
    const both = { DATABASE_URL: databaseUrl, DATABASE_MIGRATION_URL: databaseMigrationUrl };
    expect(readConfig(both)).toEqual({ ...defaults, databaseUrl, databaseMigrationUrl });
    const message = 'DATABASE_MIGRATION_URL requires DATABASE_URL';
    expect(() => readConfig({ DATABASE_MIGRATION_URL: databaseMigrationUrl })).toThrow(new ConfigError(message));
  });

  it('DATABASE_REPLICA_URLS requires DATABASE_URL', () => {
    const databaseUrl = 'postgresql://db:5432/booking';
    const urls = 'postgresql://u:p@r1:5432/booking, postgres://u:p@r2/booking';
    const databaseReplicaUrls = ['postgresql://u:p@r1:5432/booking', 'postgres://u:p@r2/booking'];
    const both = { DATABASE_URL: databaseUrl, DATABASE_REPLICA_URLS: urls };
    expect(readConfig(both)).toEqual({ ...defaults, databaseUrl, databaseReplicaUrls });
    const message = 'DATABASE_REPLICA_URLS requires DATABASE_URL';
    expect(() => readConfig({ DATABASE_REPLICA_URLS: urls })).toThrow(new ConfigError(message));
  });

  it('with invalid values are all reported together', () => {
    const environment = Object.fromEntries(bad.map(([name, [text]]) => [name, text]));
    const message = bad.map(([name, , takes]) => `${name} takes ${takes}`).join('\n');
    expect(() => readConfig(environment)).toThrow(new ConfigError(message));
  });
});

describe('a secret', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'booking-secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (environment: Record<string, string>) => ({
    ...readConfig({ DATABASE_URL: 'postgresql://other', ...environment }),
    ...readPaymentKeys(environment),
  });
  const values: Record<string, string> = {
    ...Object.fromEntries(secretSettings.map((name) => [name, 'a-secret-of-sixteen-letters'])),
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret',
    ...Object.fromEntries(good.map(([name, text]) => [name, text])),
    DATABASE_DIRECT_URL: 'postgresql://u:p@db:5432/direct',
    DATABASE_MIGRATION_URL: 'postgresql://owner:p@db:5432/direct',
    DATABASE_REPLICA_URLS: 'postgresql://u:p@db:5432/replica',
  };

  it.each(secretSettings)('%s can be in a file', (name) => {
    const value = values[name] ?? '';
    const path = join(folder, name);
    writeFileSync(path, `${value}\n`);
    const { DATABASE_URL: _, ...others } = { DATABASE_URL: '' };
    const files = { ...others, ...(name === 'DATABASE_URL' && { DATABASE_URL: '' }), [`${name}_FILE`]: path };
    expect(read(files)).toEqual(read({ ...others, [name]: value }));
    expect(() => read({ [name]: value, [`${name}_FILE`]: path })).toThrow(
      new ConfigError(`${name} and ${name}_FILE exclude each other`),
    );
    expect(() => read({ ...files, [`${name}_FILE`]: join(folder, 'none') })).toThrow(
      new ConfigError(`${name}_FILE takes the path of a file that can be read (ENOENT)`),
    );
  });

  it('is every setting whose name says so, and every address that may have credentials', () => {
    const names = settingNames().filter((name) => /TOKEN|SECRET|KEY$|PASSWORD|_URLS?$/.test(name));
    const withoutCredentials = ['PUBLIC_URL', 'STRIPE_URL', 'MOLLIE_URL'];
    expect(names.filter((name) => !secretSettings.includes(name))).toEqual(withoutCredentials);
  });
});
