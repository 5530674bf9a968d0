import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import {
  clearDashboardNetworks,
  createAccount,
  getAccountId,
  listAccounts,
  rotateApiKey,
  setApiEnabled,
  setSuspended,
} from '../domain/account/account.actions.js';
import { createApiKey, revokeApiKey } from '../domain/account/api-key.actions.js';
import type { ApiKey } from '../domain/account/api-key.entity.js';
import { listKeys } from '../domain/account/api-key.queries.js';
import { createBackgroundContext } from '../domain/account/create-context.js';
import { type Permission, permissionNames } from '../domain/account/permissions.rules.js';
import { maxOverlapHours } from '../domain/account/secret-rotation.rules.js';
import type { RequestContext } from '../domain/context.js';
import { MessageChannel } from '../domain/messaging/delivery/message.entity.js';
import { setMessageQuota } from '../domain/messaging/delivery/message-quota.actions.js';
import type { PaymentSettings } from '../domain/payment/payment.entity.js';
import {
  findPaymentSettings,
  removePaymentProvider,
  setPaymentProvider,
} from '../domain/payment/payment-settings.actions.js';
import { passwordLink } from '../domain/user/invitation.rules.js';
import { inviteByOperator, resetSecondFactorByOperator } from '../domain/user/user.actions.js';
import { createLogger } from '../observability/logger.js';
import { type Role, roles } from '../outbox/actor.js';
import type { Database } from '../platform/database/database.js';
import { encryptSecrets } from '../platform/database/encrypt-secrets.js';
import { DomainError, invalid } from '../platform/errors.js';
import { createPaymentProviders } from '../platform/payments/stripe.js';
import { publicAddress } from '../platform/public-address.js';
import { systemClock } from '../platform/time/clock.js';
import { parseInstant } from '../platform/time/instant-input.js';
import { cellUsage, isCellCommand, runCellCommand } from './cell-command.js';
import { type CommandResult, explain, foundBy, numberOf, UsageError } from './command.js';
import { type Config, type PaymentKeys, readConfig, readPaymentKeys } from './config.js';
import { isMoveCommand, moveUsage, runMoveCommand } from './move-command.js';
import { openDatabase } from './open-database.js';
import { rotateSecretOf } from './rotate-secret.js';

const usage = `account create --subdomain NAME --name NAME --email EMAIL --time-zone ZONE --country CODE
               [--locale en|sv|nb] [--verification none|email|sms] [--public] [--sandbox]
account list [--all-cells]
account invite --subdomain NAME --email EMAIL --role ${roles.join('|')} [--name NAME]
               prints a link to choose a password, which replaces the previous link; also for an
               account whose users sign in by an identity provider only, where the password
               works for 24 hours
account reset-second-factor --subdomain NAME --email EMAIL
               for a user who has lost the app and the passkeys; ends the user's sessions
account rotate-key --subdomain NAME
               revokes all keys of the account and creates an admin key
account rotate-secret --subdomain NAME [--web-hook ID] [--overlap HOURS]
               replaces the secret that signs the webhooks of the account, or that of one webhook, and prints the new one;
               for HOURS, at most ${maxOverlapHours} and by default, the former one signs, too
account create-key --subdomain NAME --name NAME --role ${roles.join('|')}
               [--expires DATE] [--origin ORIGIN]… [--permission NAME]… [--network NETWORK]…
               prints the secret, this once; DATE such as 2027-01-01, ORIGIN such as https://app.example.org,
               NAME such as read (alone, the key is read-only), NETWORK such as 203.0.113.0/24
account list-keys --subdomain NAME
account revoke-key --subdomain NAME --id ID
account set-payment-provider --subdomain NAME --provider NAME [--inactive]
               takes the keys from PAYMENT_SECRET_KEY and PAYMENT_WEBHOOK_SECRET, and never prints them
account show-payment-provider --subdomain NAME
account remove-payment-provider --subdomain NAME
account encrypt-secrets
               encrypts the secrets of all accounts with the first key of ENCRYPTION_KEY, while the server runs
account suspend --subdomain NAME
account resume --subdomain NAME
account set-message-quota --subdomain NAME --channel email|sms [--per-day NUMBER]
               messages that the account may send in a day, 0 to 100000000; without NUMBER, the setting of the server
account disable-api --subdomain NAME
account enable-api --subdomain NAME
account clear-networks --subdomain NAME
               lets users sign in from every network again, if the admins have locked themselves out

${cellUsage}
${moveUsage}

The database is DATABASE_URL or, without it, the embedded one in DATA_DIR. With --cell NAME, every account command uses
that of the cell in CELL_DATABASE_URLS.`;

interface Options {
  subdomain?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  cell?: string | undefined;
  'time-zone'?: string | undefined;
  country?: string | undefined;
  locale?: string | undefined;
  verification?: string | undefined;
  role?: string | undefined;
  expires?: string | undefined;
  origin?: string[] | undefined;
  permission?: string[] | undefined;
  network?: string[] | undefined;
  id?: string | undefined;
  provider?: string | undefined;
  'web-hook'?: string | undefined;
  overlap?: string | undefined;
  channel?: string | undefined;
  'per-day'?: string | undefined;
  inactive?: boolean | undefined;
  public?: boolean | undefined;
  sandbox?: boolean | undefined;
}

/** Returns objects, each printed as a line of JSON. */
type Command = (database: Database, options: Options, config: Config, keys: PaymentKeys) => Promise<object[]>;

const commands: Record<string, Command> = {
  create: async (database, options) => [
    await createAccount(database, systemClock, {
      subdomain: required(options, 'subdomain'),
      name: required(options, 'name'),
      email: required(options, 'email'),
      timeZone: required(options, 'time-zone'),
      countryCode: required(options, 'country'),
      locale: options.locale,
      verification: verificationOf(options.verification),
      publicAccess: options.public,
      sandbox: options.sandbox,
    }),
  ],
  list: (database) => listAccounts(database),
  invite: async (database, options, config) => {
    const id = await getAccountId(database, required(options, 'subdomain'));
    const email = required(options, 'email');
    const { user, link, token } = await inviteByOperator(await commandContext(database, id), {
      name: options.name ?? email.replace(/@.*/, ''),
      email,
      role: roleOf(required(options, 'role')),
    });
    const { name, email: recipient, passwordUntil } = user;
    const until = passwordUntil && { password_until: passwordUntil.toISOString() };
    const address = passwordLink(addressOf(config), token);
    return [{ id: link.id, name, email: recipient, role: link.role, link: address, ...until }];
  },
  'reset-second-factor': async (database, options) => {
    const context = await contextOf(database, required(options, 'subdomain'));
    const { id, role } = await resetSecondFactorByOperator(context, required(options, 'email'));
    return [{ id, email: options.email, role }];
  },
  'rotate-key': async (database, options) => [
    await rotateApiKey(database, systemClock, required(options, 'subdomain')),
  ],
  'rotate-secret': async (database, options) => [
    await rotateSecretOf(
      await contextOf(database, required(options, 'subdomain')),
      options['web-hook'],
      options.overlap,
    ),
  ],
  'create-key': async (database, options) => [
    await createKey(database, required(options, 'subdomain'), {
      name: required(options, 'name'),
      role: roleOf(required(options, 'role')),
      expires: options.expires,
      origins: options.origin ?? [],
      permissions: options.permission?.map(permissionOf) ?? null,
      networks: options.network ?? [],
    }),
  ],
  'list-keys': (database, options) => listKeysOf(database, required(options, 'subdomain')),
  'revoke-key': async (database, options) => [
    await revokeKey(database, required(options, 'subdomain'), required(options, 'id')),
  ],
  'set-payment-provider': async (database, options, config, keys) => [
    await setProviderOf(database, config, required(options, 'subdomain'), {
      provider: required(options, 'provider'),
      active: options.inactive !== true,
      keys,
    }),
  ],
  'show-payment-provider': (database, options) => showProviderOf(database, required(options, 'subdomain')),
  'remove-payment-provider': async (database, options) => [
    await removeProviderOf(database, required(options, 'subdomain')),
  ],
  'encrypt-secrets': async (database) => [await encryptSecrets(database)],
  suspend: async (database, options) => [
    await setSuspended(database, systemClock, required(options, 'subdomain'), true),
  ],
  resume: async (database, options) => [
    await setSuspended(database, systemClock, required(options, 'subdomain'), false),
  ],
  'set-message-quota': async (database, options) => [
    await setQuota(database, required(options, 'subdomain'), required(options, 'channel'), options['per-day']),
  ],
  'disable-api': async (database, options) => [
    await setApiEnabled(database, systemClock, required(options, 'subdomain'), false),
  ],
  'enable-api': async (database, options) => [
    await setApiEnabled(database, systemClock, required(options, 'subdomain'), true),
  ],
  'clear-networks': async (database, options) => [
    await clearDashboardNetworks(database, systemClock, required(options, 'subdomain')),
  ],
};

/** @throws UsageError, DomainError NOT_FOUND */
async function setQuota(database: Database, subdomain: string, name: string, number?: string): Promise<object> {
  const channel = Object.values(MessageChannel).find((one) => one === name);
  if (!channel) throw new UsageError('--channel must be email or sms');
  if (number !== undefined && !(/^\d{1,9}$/.test(number) && Number(number) <= 100_000_000)) {
    throw new UsageError('--per-day must be a number from 0 to 100000000');
  }
  const perDay = number === undefined ? null : Number(number);
  await setMessageQuota(await contextOf(database, subdomain), channel, perDay);
  return { subdomain, channel, per_day: perDay };
}

interface KeyOptions {
  name: string;
  role: Role;
  /** A date or an instant in the account's time zone. */
  expires?: string | undefined;
  origins: readonly string[];
  /** Null for all permissions of the role. */
  permissions: Permission[] | null;
  networks: readonly string[];
}

/** Creates a key of an account. The result contains its secret. @throws DomainError NOT_FOUND, INVALID */
async function createKey(
  database: Database,
  subdomain: string,
  { name, role, expires, origins, permissions, networks }: KeyOptions,
): Promise<object> {
  const context = await contextOf(database, subdomain);
  const expiresAt = expires === undefined ? null : expiryOf(context, expires);
  const { apiKey, secret } = await createApiKey(context, {
    ...{ name, role, expiresAt, permissions },
    allowedOrigins: [...origins],
    allowedNetworks: [...networks],
  });
  return { ...keyLine(context, apiKey), api_key: secret };
}

/** Lists the keys of an account that are not revoked. @throws DomainError NOT_FOUND */
async function listKeysOf(database: Database, subdomain: string): Promise<object[]> {
  const context = await contextOf(database, subdomain);
  const keys = await listKeys(context);
  return keys.map((key) => keyLine(context, key));
}

/** Revokes a key of an account. @throws DomainError NOT_FOUND, INVALID on `id` */
async function revokeKey(database: Database, subdomain: string, id: string): Promise<object> {
  const context = await contextOf(database, subdomain);
  const number = numberOf('id', id);
  return keyLine(context, await foundBy('id', () => revokeApiKey(context, number)));
}

function expiryOf({ zone }: RequestContext, text: string): Date {
  const instant = parseInstant(text, zone);
  if (instant === undefined) throw invalid({ expiresAt: ['is invalid', 'must be a date such as 2027-01-01'] });
  return new Date(instant);
}

function keyLine({ zone }: RequestContext, key: ApiKey): object {
  const format = (at: Date | null): string | null => (at === null ? null : zone.format(at.getTime()));
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    created_at: format(key.createdAt),
    expires_at: format(key.expiresAt),
    last_used_at: format(key.lastUsedAt),
    allowed_origins: key.allowedOrigins,
    permissions: key.permissions,
    allowed_networks: key.allowedNetworks,
  };
}

interface ProviderOptions {
  provider: string;
  /** Whether customers can pay by it. */
  active: boolean;
  /** A key that is absent stays as it is stored. */
  keys: PaymentKeys;
}

/** Sets the payment provider of an account. The result does not contain the keys. @throws DomainError NOT_FOUND, INVALID */
async function setProviderOf(
  database: Database,
  config: Pick<Config, 'stripeUrl'>,
  subdomain: string,
  { provider, active, keys }: ProviderOptions,
): Promise<object> {
  const context = { ...(await contextOf(database, subdomain)), paymentProviders: createPaymentProviders(config) };
  return providerLine(await setPaymentProvider(context, { provider, active, ...keys }));
}

/** Returns the payment provider of an account, without its keys; none if it has none. @throws DomainError NOT_FOUND */
async function showProviderOf(database: Database, subdomain: string): Promise<object[]> {
  const settings = await findPaymentSettings(await contextOf(database, subdomain));
  return settings ? [providerLine(settings)] : [];
}

/** Removes the payment provider of an account and its keys. @throws DomainError NOT_FOUND, INVALID if it has none */
async function removeProviderOf(database: Database, subdomain: string): Promise<object> {
  const context = await contextOf(database, subdomain);
  try {
    return providerLine(await removePaymentProvider(context));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw invalid({ provider: ['is not set'] });
    throw error;
  }
}

function providerLine({ provider, active }: Pick<PaymentSettings, 'provider' | 'active'>): object {
  return { provider, active };
}

async function contextOf(database: Database, subdomain: string): Promise<RequestContext> {
  return commandContext(database, await getAccountId(database, subdomain));
}

/** The context of an account for a command. */
async function commandContext(database: Database, accountId: number): Promise<RequestContext> {
  return { ...(await createBackgroundContext(database, systemClock, accountId)), interface: 'command' };
}

function required(
  options: Options,
  name: Exclude<keyof Options, 'public' | 'sandbox' | 'inactive' | 'origin' | 'permission' | 'network'>,
): string {
  const value = options[name];
  if (!value) throw new UsageError(`--${name} is required`);
  return value;
}

function verificationOf(text: string | undefined): 'none' | 'email' | 'sms' | undefined {
  const method = (['none', 'email', 'sms'] as const).find((value) => value === text);
  if (text !== undefined && !method) throw new UsageError('--verification must be none, email or sms');
  return method;
}

/** `admin, manager or staff` */
function oneOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

function roleOf(text: string): Role {
  const role = roles.find((value) => value === text);
  if (!role) throw new UsageError(`--role must be ${oneOf(roles)}`);
  return role;
}

function permissionOf(text: string): Permission {
  const permission = permissionNames.find((name) => name === text);
  if (!permission) throw new UsageError(`--permission must be ${oneOf(permissionNames)}`);
  return permission;
}

/** The address of links that only the operator reads, on this machine: without another, the one on which the server listens. */
function addressOf(config: Config): string {
  const { host, port } = config;
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return publicAddress(config) ?? `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`;
}

/** Returns undefined for `--help`. @throws UsageError */
function readArguments(args: string[]): { command: Command; options: Options } | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        subdomain: text,
        name: text,
        cell: text,
        email: text,
        'time-zone': text,
        country: text,
        locale: text,
        verification: text,
        role: text,
        expires: text,
        origin: { type: 'string', multiple: true },
        permission: { type: 'string', multiple: true },
        network: { type: 'string', multiple: true },
        id: text,
        provider: text,
        'web-hook': text,
        overlap: text,
        channel: text,
        'per-day': text,
        inactive: { type: 'boolean' },
        public: { type: 'boolean' },
        sandbox: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return undefined;
    const [name = '', ...more] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command && more.length === 0) return { command, options: values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  throw new UsageError('unknown command');
}

/** Runs one account command. `environment` has the settings: by default, that of this process. */
export async function runAccountCommand(
  args: string[],
  environment?: Readonly<Record<string, string | undefined>>,
): Promise<CommandResult> {
  try {
    if (isMoveCommand(args)) return await runMoveCommand(args, readConfig(environment));
    if (isCellCommand(args)) return await runCellCommand(args, readConfig(environment));
    const given = readArguments(args);
    if (!given) return { status: 0, lines: [usage] };
    const config = atCell(readConfig(environment), given.options.cell);
    const objects = await run(given.command, given.options, config, readPaymentKeys(environment));
    return { status: 0, lines: objects.map((object) => JSON.stringify(object)) };
  } catch (error) {
    return { status: 1, lines: [], error: explain(error, usage) };
  }
}

/** Returns the settings with the database of a cell, unless the command names none. @throws UsageError */
function atCell(config: Config, cell: string | undefined): Config {
  if (cell === undefined || cell === config.cell) return config;
  const databaseUrl = config.cellDatabaseUrls.get(cell);
  if (databaseUrl === undefined) throw new UsageError(`CELL_DATABASE_URLS does not name the cell ${cell}`);
  return { ...config, cell, databaseUrl, databaseDirectUrl: undefined, databaseMigrationUrl: undefined };
}

async function run(command: Command, options: Options, config: Config, keys: PaymentKeys): Promise<object[]> {
  const opened = await openDatabase({ ...config, role: undefined }, await createLogger('silent'));
  try {
    await opened.database.openCell(config);
    return await command(opened.database, options, config, keys);
  } finally {
    await opened.stop();
  }
}
