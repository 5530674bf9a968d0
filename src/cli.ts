import { parseArgs } from 'node:util';
import { readConfig } from './config.js';
import {
  createAccount,
  listAccounts,
  rotateApiKey,
  setApiEnabled,
  setSuspended,
} from './domain/account/account.actions.js';
import { DomainError, type FieldErrors } from './errors.js';
import { createLogger } from './logger.js';
import { openDatabase } from './open-database.js';
import type { Database } from './platform/database/database.js';
import { systemClock } from './platform/time/clock.js';

const usage = `account create --subdomain NAME --name NAME --email EMAIL --time-zone ZONE --country CODE
               [--locale en|sv|nb] [--verification none|email|sms] [--public]
account list
account rotate-key --subdomain NAME
account suspend --subdomain NAME
account resume --subdomain NAME
account disable-api --subdomain NAME
account enable-api --subdomain NAME`;

class UsageError extends Error {}

interface Options {
  subdomain?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  'time-zone'?: string | undefined;
  country?: string | undefined;
  locale?: string | undefined;
  verification?: string | undefined;
  public?: boolean | undefined;
}

/** What a command prints: one line of JSON each. */
type Command = (database: Database, options: Options) => Promise<object[]>;

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
    }),
  ],
  list: (database) => listAccounts(database),
  'rotate-key': async (database, options) => [
    await rotateApiKey(database, systemClock, required(options, 'subdomain')),
  ],
  suspend: async (database, options) => [
    await setSuspended(database, systemClock, required(options, 'subdomain'), true),
  ],
  resume: async (database, options) => [
    await setSuspended(database, systemClock, required(options, 'subdomain'), false),
  ],
  'disable-api': async (database, options) => [
    await setApiEnabled(database, systemClock, required(options, 'subdomain'), false),
  ],
  'enable-api': async (database, options) => [
    await setApiEnabled(database, systemClock, required(options, 'subdomain'), true),
  ],
};

function required(options: Options, name: Exclude<keyof Options, 'public'>): string {
  const value = options[name];
  if (!value) throw new UsageError(`--${name} is missing`);
  return value;
}

function verificationOf(text: string | undefined): 'none' | 'email' | 'sms' | undefined {
  const method = (['none', 'email', 'sms'] as const).find((value) => value === text);
  if (text !== undefined && !method) throw new UsageError('--verification takes none, email or sms');
  return method;
}

function readArguments(): { command: Command; options: Options } {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        subdomain: text,
        name: text,
        email: text,
        'time-zone': text,
        country: text,
        locale: text,
        verification: text,
        public: { type: 'boolean' },
      },
    });
    const [name = '', ...more] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command && more.length === 0) return { command, options: values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  throw new UsageError('no such command');
}

/** The options whose attribute has another name. */
const optionNames: Record<string, string> = { timeZone: 'time-zone', countryCode: 'country' };

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n${usage}`;
  if (error instanceof DomainError && error.code === 'NOT_FOUND') return 'There is no account of that subdomain';
  if (error instanceof DomainError) return explainFields(error.fields);
  return error instanceof Error ? error.message : String(error);
}

function explainFields(fields: FieldErrors): string {
  const lines = Object.entries(fields).map(([name, messages]) => `--${optionNames[name] ?? name} ${messages}`);
  return lines.join('\n');
}

try {
  const { command, options } = readArguments();
  const opened = await openDatabase(readConfig(), createLogger('silent'));
  try {
    for (const line of await command(opened.database, options)) console.log(JSON.stringify(line));
  } finally {
    await opened.stop();
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
