import { isIP } from 'node:net';
import {
  clearDashboardNetworks,
  createAccount,
  getAccountId,
  listAccounts,
  rotateApiKey,
  setApiEnabled,
  setSuspended,
} from '../domain/account/account.actions.js';
import { createBackgroundContext } from '../domain/account/create-context.js';
import { type Permission, permissionNames } from '../domain/account/permissions.rules.js';
import { maxOverlapHours } from '../domain/account/secret-rotation.rules.js';
import type { RequestContext } from '../domain/context.js';
import { MessageChannel } from '../domain/messaging/delivery/message.entity.js';
import { setMessageQuota } from '../domain/messaging/delivery/message-quota.actions.js';
import { passwordLink } from '../domain/user/invitation.rules.js';
import { inviteByOperator, resetSecondFactorByOperator } from '../domain/user/user.actions.js';
import { createLogger } from '../observability/logger.js';
import { type Role, roles } from '../outbox/actor.js';
import { publicAddress } from '../platform/addresses.js';
import { openCell } from '../platform/cells/cell.js';
import type { Database } from '../platform/database/database.js';
import { encryptSecrets } from '../platform/database/encrypt-secrets.js';
import { languages } from '../platform/language.js';
import { systemClock } from '../platform/time/clock.js';
import { backupUsage, isBackupCommand, runBackupCommand } from './backup-command.js';
import { cellUsage, isCellCommand, runCellCommand } from './cell-command.js';
import {
  atCell,
  type CommandOutcome,
  type CommandResult,
  commandOf,
  flag,
  type OptionsOf,
  readCommandLine,
  resultOf,
  text,
  texts,
  UsageError,
} from './command.js';
import { type Config, type Environment, type PaymentKeys, readConfig, readPaymentKeys } from './config.js';
import { fleetUsage, isFleetCommand, runFleetCommand } from './fleet-command.js';
import { importFile, importUsage } from './import-command.js';
import { createKeyOf, listKeysOf, revokeKeyOf } from './key-commands.js';
import { isMoveCommand, moveUsage, runMoveCommand } from './move-command.js';
import { openDatabase } from './open-database.js';
import { removeProviderOf, setProviderOf, showProviderOf } from './payment-provider-commands.js';
import { rotateSecretOf } from './rotate-secret.js';

const usage = `account create --subdomain NAME --name NAME --email EMAIL --time-zone ZONE --country CODE
               [--currency CODE] [--locale ${languages.join('|')}] [--verification none|email|sms] [--public] [--sandbox]
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
${importUsage}
${backupUsage}

${cellUsage}
${fleetUsage}
${moveUsage}

The database is DATABASE_URL or, without it, the embedded one in DATA_DIR. With --cell NAME, every account command uses
that of the cell in CELL_DATABASE_URLS.`;

const optionTypes = {
  ...{ subdomain: text, name: text, cell: text, email: text, id: text, role: text },
  ...{
    'time-zone': text,
    country: text,
    currency: text,
    locale: text,
    verification: text,
    public: flag,
    sandbox: flag,
  },
  ...{ expires: text, origin: texts, permission: texts, network: texts },
  ...{ provider: text, inactive: flag, 'web-hook': text, overlap: text, channel: text, 'per-day': text },
  ...{ from: text, resource: text, service: text, 'dry-run': flag },
} as const;
interface Options extends OptionsOf<typeof optionTypes> {
  /** The file that `import` reads, which has no name of an option. */
  file?: string | undefined;
}
/** The options that take one value. */
type TextName = { [Name in keyof Options]-?: Options[Name] extends string | undefined ? Name : never }[keyof Options];

/** Returns objects, each printed as a line of JSON, or these and what it refused. */
type Command = (
  database: Database,
  options: Options,
  config: Config,
  keys: PaymentKeys,
) => Promise<object[] | CommandOutcome>;

const commands: Record<string, Command> = {
  create: async (database, options) => [
    await createAccount(database, systemClock, {
      subdomain: required(options, 'subdomain'),
      name: required(options, 'name'),
      email: required(options, 'email'),
      timeZone: required(options, 'time-zone'),
      countryCode: required(options, 'country'),
      locale: options.locale,
      currency: options.currency,
      verification: verificationOf(options.verification),
      publicAccess: options.public,
      sandbox: options.sandbox,
    }),
  ],
  list: (database) => listAccounts(database),
  invite: async (database, options, config) => {
    const email = required(options, 'email');
    const { user, link, token } = await inviteByOperator(await contextOf(database, options), {
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
    const context = await contextOf(database, options);
    const { id, role } = await resetSecondFactorByOperator(context, required(options, 'email'));
    return [{ id, email: options.email, role }];
  },
  'rotate-key': async (database, options) => [
    await rotateApiKey(database, systemClock, required(options, 'subdomain')),
  ],
  'rotate-secret': async (database, options) => [
    await rotateSecretOf(await contextOf(database, options), options['web-hook'], options.overlap),
  ],
  'create-key': async (database, options) => [
    await createKeyOf(await contextOf(database, options), {
      name: required(options, 'name'),
      role: roleOf(required(options, 'role')),
      expires: options.expires,
      origins: options.origin ?? [],
      permissions: options.permission?.map(permissionOf) ?? null,
      networks: options.network ?? [],
    }),
  ],
  'list-keys': async (database, options) => listKeysOf(await contextOf(database, options)),
  'revoke-key': async (database, options) => [
    await revokeKeyOf(await contextOf(database, options), required(options, 'id')),
  ],
  'set-payment-provider': async (database, options, config, keys) => [
    await setProviderOf(await contextOf(database, options), config, {
      provider: required(options, 'provider'),
      active: options.inactive !== true,
      keys,
    }),
  ],
  'show-payment-provider': async (database, options) => showProviderOf(await contextOf(database, options)),
  'remove-payment-provider': async (database, options) => [await removeProviderOf(await contextOf(database, options))],
  'encrypt-secrets': async (database) => [await encryptSecrets(database)],
  suspend: async (database, options) => [
    await setSuspended(database, systemClock, required(options, 'subdomain'), true),
  ],
  resume: async (database, options) => [
    await setSuspended(database, systemClock, required(options, 'subdomain'), false),
  ],
  'set-message-quota': async (database, options) => [
    await setQuota(await contextOf(database, options), required(options, 'channel'), options['per-day']),
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
  import: async (database, options) => {
    const { file, from, resource, service, 'dry-run': isRehearsal = false } = options;
    const context = await contextOf(database, options);
    const { counts, refusals } = await importFile(context, file, { from, resource, service, isRehearsal });
    return { objects: [counts], refusals };
  },
};

/** @throws UsageError */
async function setQuota(context: RequestContext, name: string, number?: string): Promise<object> {
  const channel = Object.values(MessageChannel).find((one) => one === name);
  if (!channel) throw new UsageError('--channel must be email or sms');
  if (number !== undefined && !(/^\d{1,9}$/.test(number) && Number(number) <= 100_000_000)) {
    throw new UsageError('--per-day must be a number from 0 to 100000000');
  }
  const perDay = number === undefined ? null : Number(number);
  await setMessageQuota(context, channel, perDay);
  return { subdomain: context.account.subdomain, channel, per_day: perDay };
}

/** Returns the context of the account that a command names. @throws UsageError, DomainError NOT_FOUND */
async function contextOf(database: Database, options: Options): Promise<RequestContext> {
  const id = await getAccountId(database, required(options, 'subdomain'));
  return { ...(await createBackgroundContext(database, systemClock, id)), interface: 'command' };
}

function required(options: Options, name: TextName): string {
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

/**
 * Runs one account command.
 *
 * @param environment has the settings: by default, that of this process
 * @param print prints a line of a command that takes long before it has ended. Without it, all lines are in the result
 */
export async function runAccountCommand(
  args: string[],
  environment?: Environment,
  print?: (line: string) => void,
): Promise<CommandResult> {
  if (args.includes('--help') || args.includes('-h')) return { status: 0, lines: [usage] };
  if (isBackupCommand(args)) return runBackupCommand(args, environment);
  if (isMoveCommand(args)) return runMoveCommand(args, environment);
  if (isFleetCommand(args)) return runFleetCommand(args, environment, print);
  if (isCellCommand(args)) return runCellCommand(args, environment);
  return resultOf(usage, async () => {
    const { name, values } = readCommandLine(args, optionTypes);
    const config = atCell(readConfig(environment), values.cell);
    const [, file] = /^import (.+)$/s.exec(name) ?? [];
    const command = commandOf(commands, file === undefined ? name : 'import');
    const outcome = await run(command, { ...values, file }, config, readPaymentKeys(environment));
    return Array.isArray(outcome) ? { objects: outcome } : outcome;
  });
}

async function run(command: Command, options: Options, config: Config, keys: PaymentKeys): ReturnType<Command> {
  const opened = await openDatabase({ ...config, role: undefined }, await createLogger('silent'));
  try {
    opened.database.cell = await openCell(opened.database.session, config);
    return await command(opened.database, options, config, keys);
  } finally {
    await opened.stop();
  }
}
