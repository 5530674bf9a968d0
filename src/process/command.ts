import { type ParseArgsConfig, parseArgs } from 'node:util';
import { DomainError, type FieldErrors, invalid } from '../platform/errors.js';
import type { Config } from './config.js';

/** The arguments of a command are wrong. Its usage is printed with the message. */
export class UsageError extends Error {}

/** Options that are not named after their attribute. */
const optionNames: Record<string, string> = {
  timeZone: 'time-zone',
  countryCode: 'country',
  expiresAt: 'expires',
  allowedOrigins: 'origin',
  allowedNetworks: 'network',
  permissions: 'permission',
  overlapHours: 'overlap',
  webHookId: 'web-hook',
};

/** The types of options: with one value, with several, and without a value. */
export const text = { type: 'string' } as const;
export const texts = { type: 'string', multiple: true } as const;
export const flag = { type: 'boolean' } as const;

type OptionTypes = NonNullable<ParseArgsConfig['options']>;
type Arguments<Types extends OptionTypes> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Types }>
>;
/** The values of options, by name. */
export type OptionsOf<Types extends OptionTypes> = Arguments<Types>['values'];

/** Reads the arguments of a command. Those that are no options are its name. @throws UsageError */
export function readCommandLine<Types extends OptionTypes>(
  args: string[],
  options: Types,
): { name: string; values: OptionsOf<Types> } {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    return { name: positionals.join(' '), values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws UsageError if there is no command of that name */
export function commandOf<Command>(commands: Readonly<Record<string, Command>>, name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError('unknown command');
  return command;
}

/** The objects and the refusals of a command that has ended. */
export interface CommandOutcome {
  objects: readonly object[];
  /** Whether the objects are problems that are left. */
  hasFailed?: boolean;
  /** Sentences about what the command refused. With one, it has failed. */
  refusals?: readonly string[];
}

/** Runs a command. The result has its objects as lines of JSON, and what it refused, or its error. */
export async function resultOf(usage: string, command: () => Promise<CommandOutcome>): Promise<CommandResult> {
  try {
    const { objects, refusals = [], hasFailed = refusals.length > 0 } = await command();
    return {
      status: hasFailed ? 1 : 0,
      lines: objects.map((object) => JSON.stringify(object)),
      ...(refusals.length > 0 && { error: refusals.join('\n') }),
    };
  } catch (error) {
    return { status: 1, lines: [], error: explain(error, usage) };
  }
}

/** Returns the message for the operator about a command that failed. */
function explain(error: unknown, usage: string): string {
  if (error instanceof UsageError) return `${error.message}\n${usage}`;
  if (error instanceof DomainError && error.code === 'NOT_FOUND') return 'No account has that subdomain';
  if (error instanceof DomainError && error.code === 'MISDIRECTED') return error.message;
  if (error instanceof DomainError) return explainFields(error.fields);
  return error instanceof Error ? error.message : String(error);
}

function explainFields(fields: FieldErrors): string {
  const lines = Object.entries(fields).map(([name, messages]) => `${optionOf(name)} ${[messages].flat().join(', ')}`);
  return lines.join('\n');
}

/** Variables of the environment that are named otherwise than their attribute. */
const variableNames: Record<string, string> = {
  secretKey: 'PAYMENT_SECRET_KEY',
  webhookSecret: 'PAYMENT_WEBHOOK_SECRET',
};

function optionOf(attribute: string): string {
  const variable = variableNames[attribute];
  if (variable !== undefined) return variable;
  return attribute === 'base' ? 'The account' : `--${optionNames[attribute] ?? attribute}`;
}

export interface CommandResult {
  /** The exit status: 0 or 1. */
  status: number;
  /** Lines for standard output. */
  lines: string[];
  /** Text for standard error. */
  error?: string;
}

/** @throws DomainError INVALID on the attribute */
export function numberOf(attribute: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalid({ [attribute]: ['is invalid'] });
  return Number(text);
}

/** Reads the number of an option, which is from `least` to `most`. @throws UsageError */
export function integerOf(option: string, text: string | undefined, least: number, most: number): number {
  const number = Number(text);
  if (text !== undefined && /^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(`--${option} takes a number from ${least} to ${most}`);
}

/** Runs `work` on an object of an account. @throws DomainError INVALID on the attribute if there is none */
export async function foundBy<Result>(attribute: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw invalid({ [attribute]: ['does not exist'] });
    throw error;
  }
}

/** Returns the settings with the database of a cell, unless the command names none. @throws UsageError */
export function atCell(config: Config, cell: string | undefined): Config {
  if (cell === undefined || cell === config.cell) return config;
  const databaseUrl = config.cellDatabaseUrls.get(cell);
  if (databaseUrl === undefined) throw new UsageError(`CELL_DATABASE_URLS does not name the cell ${cell}`);
  return { ...config, cell, databaseUrl, databaseDirectUrl: undefined, databaseMigrationUrl: undefined };
}

/** Returns the settings with the role that owns the tables. */
export function asOwner({ databaseMigrationUrl, ...config }: Config): Omit<Config, 'role'> & { role: undefined } {
  const owner = databaseMigrationUrl && { databaseUrl: databaseMigrationUrl, databaseDirectUrl: undefined };
  return { ...config, ...owner, databaseMigrationUrl: undefined, role: undefined };
}
