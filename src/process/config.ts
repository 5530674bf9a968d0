import { readFileSync } from 'node:fs';
import { isEmail } from '../domain/account/account.rules.js';
import type { MailSettings, SendingChannels } from '../domain/context.js';
import type { MessagesPerDay } from '../domain/messaging/delivery/message-quota.actions.js';
import type { RateLimit } from '../http/rate-limit.js';
import type { TracingSettings } from '../observability/open-telemetry.js';
import { publicAddress, withoutAddress } from '../platform/addresses.js';
import { isCellName } from '../platform/cells/cell.js';
import type { EncryptionKey } from '../platform/encryption.js';
import type { AccountQuota } from '../platform/fairness.js';
import { type ProviderUrls, providerDefinitions } from '../platform/payments/payment-providers.js';
import { misspeltSettings } from './misspelt-settings.js';
import {
  cellUrlsOf,
  contactOf,
  domainOf,
  domainsOf,
  encryptionKeysOf,
  integerFrom,
  integerUpTo,
  listenHostOf,
  mongoUrlOf,
  oneOf,
  onOrOff,
  originsOf,
  pairsOf,
  publicUrlOf,
  rateLimitOf,
  replicaUrlsOf,
  urlOf,
} from './setting-values.js';

/** The settings of this process, read from the environment. The guide `18-settings.md` describes them. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  /** Address of the database itself, if `databaseUrl` is that of a pooler in transaction mode. */
  databaseDirectUrl: string | undefined;
  /** Address of the same database, without a pooler, as the role that owns the tables. Undefined if one role does all. */
  databaseMigrationUrl: string | undefined;
  /** Addresses of read replicas. */
  databaseReplicaUrls: readonly string[];
  /** Seconds. A replica that is further behind is left alone. */
  replicaMaxLag: number;
  /** The name of the cell that the database is. Undefined on a server without cells. */
  cell: string | undefined;
  /** The database that has the cell of each account. */
  directoryUrl: string | undefined;
  /** The databases of cells by name, for commands that use several. */
  cellDatabaseUrls: ReadonlyMap<string, string>;
  /** The keys that secrets of accounts are encrypted with: the first encrypts, all decrypt. Empty: they are stored as they are. */
  encryptionKeys: readonly EncryptionKey[];
  mongoUrl: string | undefined;
  dataDir: string;
  /** Milliseconds after which the server closes a connection without requests. */
  keepAlive: number;
  /** Port of metrics and health checks. If undefined, a web process serves them on `port`. */
  metricsPort: number | undefined;
  role: 'all' | 'web' | 'worker';
  /** The treatment at a start of running processes of older versions beside which a migration cannot be applied: see `OlderPolicy`. */
  incompatibleMigrations: 'wait' | 'drain';
  demo: boolean;
  /** Base URL of this server, without a trailing slash. */
  publicUrl: string | undefined;
  /** Domain of the public booking sites, with the port if it is not the default. */
  siteDomain: string | undefined;
  /** Number of proxies before this server whose `X-Forwarded-*` headers are trusted. */
  trustedHops: number;
  rateLimit: RateLimit | 'off';
  /** The number of messages of each channel that an account may send in a day. */
  messagesPerDay: MessagesPerDay;
  /** The share of one process that the requests of one account may take. */
  accountQuota: AccountQuota;
  /** Whether webhooks may be sent to private and loopback addresses. */
  webhookPrivateTargets: boolean;
  /** Milliseconds between the first two attempts of a webhook delivery. */
  webhookRetryBase: number;
  /** Days for which ended messages, deliveries and failed jobs are kept. */
  retentionDays: number;
  smtpUrl: string | undefined;
  /** The addresses from which emails are sent. */
  mail: MailSettings;
  smsGatewayUrl: string | undefined;
  /** Base URLs of the APIs of payment providers by their names, without a trailing slash. */
  paymentProviderUrls: ProviderUrls;
  /** Whether messages to people are stored but not sent. */
  testEnvironment: boolean;
  /** Bearer token of the partner API. Without one there is no partner API. */
  partnerToken: string | undefined;
  /** Origins whose pages may call the private API, GraphQL and sessions from a browser. */
  allowedOrigins: readonly string[];
  /** The address to which to report a vulnerability, as a URL. Undefined: no `security.txt` is served. */
  securityContact: string | undefined;
  /** Whether `NODE_ENV` is `production`: pages for those who develop the server are not served. */
  isProduction: boolean;
  /** Whether npm started this process, in a shell. */
  underNpm: boolean;
  logLevel: LogLevel;
  /** Milliseconds from which a statement is logged. Infinite for none. */
  slowStatements: number;
  /** The collector of traces, and the traces that it gets. Undefined without a collector. */
  tracing: TracingSettings | undefined;
  /** Whether the trace of a request continues that of its `traceparent` header. */
  trustsTraceParent: boolean;
  /** Warnings for the operator that do not stop the start. */
  warnings: string[];
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The message has one line for each invalid setting, with the accepted values. */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The keys of an account at a payment provider, for the command that sets them. */
export interface PaymentKeys {
  secretKey: string | undefined;
  webhookSecret: string | undefined;
}

/**
 * Reads the keys of a payment provider. They are variables and no options of the command, because other users of a
 * machine can see its command lines, and shells keep them.
 */
export function readPaymentKeys(environment: Environment = process.env): PaymentKeys {
  const problems: string[] = [];
  const secret = (name: string): string | undefined => textOf(name, environment, problems);
  const keys = { secretKey: secret('PAYMENT_SECRET_KEY'), webhookSecret: secret('PAYMENT_WEBHOOK_SECRET') };
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return keys;
}

/** Returns the environment of a program that this one starts. */
export function extendEnvironment(
  variables: Environment,
  environment: Environment = process.env,
): Record<string, string | undefined> {
  return { ...environment, ...variables };
}

/** Reads the API key of the commands that call a server as one of its clients. */
export function readApiKey(environment: Environment = process.env): string | undefined {
  return environment['BOOKING_API_KEY']?.trim() || undefined;
}

/**
 * Settings that are secrets, or addresses with credentials. `NAME_FILE` is the path of a file with the value of `NAME`.
 */
export const secretSettings: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_MIGRATION_URL',
  'DATABASE_REPLICA_URLS',
  'DIRECTORY_URL',
  'CELL_DATABASE_URLS',
  'ENCRYPTION_KEY',
  'MONGODB_URL',
  'SMTP_URL',
  'SMS_GATEWAY_URL',
  'PARTNER_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PAYMENT_SECRET_KEY',
  'PAYMENT_WEBHOOK_SECRET',
];

/**
 * Returns the value of a setting, or of the file that has it. Adds to `problems` if there are both, or if the file
 * cannot be read.
 */
function textOf(name: string, environment: Environment, problems: string[]): string | undefined {
  const text = environment[name]?.trim();
  const path = secretSettings.includes(name) ? environment[`${name}_FILE`]?.trim() : undefined;
  if (!path) return text;
  if (text) problems.push(`${name} and ${name}_FILE exclude each other`);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    problems.push(`${name}_FILE takes the path of a file that can be read (${reason})`);
    return undefined;
  }
}

/**
 * Reads the settings. An empty variable counts as absent.
 *
 * @throws ConfigError that names every invalid setting
 */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const settings = new Set<string>();
  const read: Read = (name, fallback, takes, parse) => {
    settings.add(name);
    if (secretSettings.includes(name)) settings.add(`${name}_FILE`);
    const text = textOf(name, environment, problems);
    if (!text) return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    problems.push(`${name} takes ${takes}`);
    return fallback;
  };
  const config: Config = {
    port: read('PORT', 3000, 'a port number from 0 to 65535', integerUpTo(65_535)),
    host: read('HOST', '127.0.0.1', 'an address or a host name', listenHostOf),
    keepAlive: 1_000 * read('KEEP_ALIVE_TIMEOUT', 65, 'seconds from 1 to 3600', integerFrom(1, 3_600)),
    metricsPort: read('METRICS_PORT', undefined, 'a port number from 0 to 65535', integerUpTo(65_535)),
    databaseUrl: read('DATABASE_URL', undefined, 'a URL postgresql://…', urlOf('postgres:', 'postgresql:')),
    databaseDirectUrl: read(
      'DATABASE_DIRECT_URL',
      undefined,
      'a URL postgresql://…',
      urlOf('postgres:', 'postgresql:'),
    ),
    databaseMigrationUrl: read(
      'DATABASE_MIGRATION_URL',
      undefined,
      'a URL postgresql://…',
      urlOf('postgres:', 'postgresql:'),
    ),
    databaseReplicaUrls: read(
      'DATABASE_REPLICA_URLS',
      [],
      'URLs postgresql://… of different servers, separated by commas',
      replicaUrlsOf,
    ),
    replicaMaxLag: read('REPLICA_MAX_LAG', 5, 'seconds from 1 to 3600', integerFrom(1, 3_600)),
    cell: read('CELL', undefined, 'lower-case letters, digits and hyphens, at most 63', (text) =>
      isCellName(text) ? text : undefined,
    ),
    directoryUrl: read('DIRECTORY_URL', undefined, 'a URL postgresql://…', urlOf('postgres:', 'postgresql:')),
    cellDatabaseUrls: read(
      'CELL_DATABASE_URLS',
      new Map<string, string>(),
      'cells with their databases such as cell1=postgresql://…,cell2=postgresql://…',
      cellUrlsOf,
    ),
    encryptionKeys: read(
      'ENCRYPTION_KEY',
      [],
      'keys such as 2026:… of 32 bytes in Base64, as `openssl rand -base64 32` prints them, separated by commas',
      encryptionKeysOf,
    ),
    mongoUrl: read('MONGODB_URL', undefined, 'a URL mongodb://…', mongoUrlOf),
    dataDir: read('DATA_DIR', './data', 'a folder', (text) => text),
    role: read('ROLE', 'all', 'web, worker or all', oneOf('all', 'web', 'worker')),
    incompatibleMigrations: read('INCOMPATIBLE_MIGRATIONS', 'wait', 'wait or drain', oneOf('wait', 'drain')),
    demo: read('DEMO', true, 'on or off', onOrOff),
    publicUrl: read('PUBLIC_URL', undefined, 'a URL http://… or https://… without parameters', publicUrlOf),
    siteDomain: read('SITE_DOMAIN', undefined, 'a domain', domainOf),
    trustedHops: read('TRUST_PROXY', 0, 'off or a number of proxies', (text) =>
      text === 'off' ? 0 : integerUpTo(32)(text),
    ),
    rateLimit: read(
      'RATE_LIMIT',
      { requests: 80, seconds: 20 },
      'requests/seconds, such as 80/20, or off',
      rateLimitOf,
    ),
    messagesPerDay: {
      email: read('ACCOUNT_EMAILS_PER_DAY', 100_000, 'emails from 1 to 100000000', integerFrom(1, 100_000_000)),
      sms: read('ACCOUNT_SMS_PER_DAY', 10_000, 'SMS from 1 to 100000000', integerFrom(1, 100_000_000)),
    },
    accountQuota: {
      requests: read('ACCOUNT_REQUESTS', 32, 'requests from 1 to 10000', integerFrom(1, 10_000)),
      databaseSeconds: read('ACCOUNT_DATABASE_SECONDS', 72, 'seconds from 1 to 10000', integerFrom(1, 10_000)),
    },
    webhookPrivateTargets: read('WEBHOOK_PRIVATE_TARGETS', 'deny', 'allow or deny', oneOf('allow', 'deny')) === 'allow',
    webhookRetryBase: read('WEBHOOK_RETRY_BASE_MS', 30_000, 'milliseconds', integerUpTo(86_400_000)),
    retentionDays: read('RETENTION_DAYS', 90, 'days from 30 to 3650', integerFrom(30, 3_650)),
    smtpUrl: read('SMTP_URL', undefined, 'a URL smtp://… or smtps://…', urlOf('smtp:', 'smtps:')),
    mail: {
      from: read('MAIL_FROM', undefined, 'an email address', (text) => (isEmail(text) ? text : undefined)),
      fromDomains: read('MAIL_FROM_DOMAINS', [], 'domains such as example.org, separated by commas', domainsOf),
    },
    smsGatewayUrl: read('SMS_GATEWAY_URL', undefined, 'a URL http://… or https://…', urlOf('http:', 'https:')),
    paymentProviderUrls: Object.fromEntries(
      providerDefinitions.map(({ name, urlSetting, defaultUrl }) => [
        name,
        read(urlSetting, defaultUrl, 'a URL http://… or https://… without parameters', publicUrlOf),
      ]),
    ),
    testEnvironment: read('TEST_ENVIRONMENT', false, 'on or off', onOrOff),
    partnerToken: read('PARTNER_TOKEN', undefined, '16 to 255 letters, digits and signs', (text) =>
      /^[!-~]{16,255}$/.test(text) ? text : undefined,
    ),
    allowedOrigins: read(
      'ALLOWED_ORIGINS',
      [],
      'origins such as https://app.example.org, separated by commas',
      originsOf,
    ),
    securityContact: read(
      'SECURITY_CONTACT',
      undefined,
      'an email address or a URL https://…, mailto:… or tel:…',
      contactOf,
    ),
    isProduction: environment['NODE_ENV'] === 'production',
    underNpm: Boolean(environment['npm_lifecycle_event']),
    logLevel: read('LOG_LEVEL', 'info', logLevels.join(', '), oneOf(...logLevels)),
    slowStatements: read('LOG_SLOW_STATEMENTS', 1_000, 'milliseconds from 1 to 60000, or off', (text) =>
      text === 'off' ? Number.POSITIVE_INFINITY : integerFrom(1, 60_000)(text),
    ),
    tracing: readTracing(read),
    trustsTraceParent: read('TRACE_PARENT', 'ignore', 'trust or ignore', oneOf('trust', 'ignore')) === 'trust',
    warnings: [],
  };
  if (config.databaseDirectUrl && !config.databaseUrl) problems.push('DATABASE_DIRECT_URL requires DATABASE_URL');
  if (config.databaseMigrationUrl && !config.databaseUrl) problems.push('DATABASE_MIGRATION_URL requires DATABASE_URL');
  if (config.databaseReplicaUrls.length > 0 && !config.databaseUrl) {
    problems.push('DATABASE_REPLICA_URLS requires DATABASE_URL');
  }
  if (config.cell && !config.directoryUrl) problems.push('CELL requires DIRECTORY_URL');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    ...config,
    warnings: [...misspeltSettings(Object.keys(environment), settings), ...missingPublicUrl(config)],
  };
}

/** Returns the channels by which messages are sent to people. */
export function sendingChannels({
  testEnvironment,
  smtpUrl,
  smsGatewayUrl,
}: Pick<Config, 'testEnvironment' | 'smtpUrl' | 'smsGatewayUrl'>): SendingChannels {
  return { email: !testEnvironment && smtpUrl !== undefined, sms: !testEnvironment && smsGatewayUrl !== undefined };
}

function missingPublicUrl(config: Config): string[] {
  if (publicAddress(config) !== undefined) return [];
  return [`PUBLIC_URL is not set, and HOST is ${config.host}: ${withoutAddress}`];
}

/** Reads a setting: its value, or `fallback`. @param takes the accepted values */
type Read = <T, F>(name: string, fallback: F, takes: string, parse: (text: string) => T | undefined) => T | F;

/** Reads the settings of OpenTelemetry, under the names of its specification. */
function readTracing(read: Read): TracingSettings | undefined {
  const pairs = 'pairs such as name=value,other=value';
  const endpoint = read(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    undefined,
    'a URL http://… or https://… without parameters',
    publicUrlOf,
  );
  const settings = {
    headers: read('OTEL_EXPORTER_OTLP_HEADERS', {}, pairs, pairsOf),
    serviceName: read('OTEL_SERVICE_NAME', 'booking-server', 'a name', (text) => text),
    resource: read('OTEL_RESOURCE_ATTRIBUTES', {}, pairs, pairsOf),
    ratio: read('OTEL_TRACES_SAMPLER_ARG', 1, 'a number from 0 to 1', (text) =>
      /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(text) ? Number(text) : undefined,
    ),
  };
  return endpoint === undefined ? undefined : { endpoint, ...settings };
}
