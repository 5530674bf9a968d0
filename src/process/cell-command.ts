import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listAccounts } from '../domain/account/account.actions.js';
import { databaseModel } from '../domain/entities.js';
import { createLogger } from '../observability/logger.js';
import { isOrigin } from '../platform/addresses.js';
import { isCellName, readCell } from '../platform/cells/cell.js';
import type { CellOfDirectory, Directory, RoutingMap } from '../platform/cells/directory.js';
import { foundCell } from '../platform/cells/found-cell.js';
import { mapFiles, mapFormats } from '../platform/cells/map-files.js';
import { Database } from '../platform/database/database.js';
import {
  asOwner,
  type CommandResult,
  commandOf,
  flag,
  integerOf,
  type OptionsOf,
  readCommandLine,
  resultOf,
  text,
  texts,
  UsageError,
} from './command.js';
import { type Config, type Environment, readConfig } from './config.js';
import { checkDirectory } from './directory-check.js';
import { withDirectory } from './move/open-cell.js';
import { openDatabase } from './open-database.js';

export const cellUsage = `account cell create --name NAME --first ID --last ID [--weight 0…1000] [--origin URL]…
               makes the database a cell, whose accounts get ids of that range, and enters its accounts in the directory
account cell list
account cell set-weight --name NAME --weight 0…1000
account cell set-origins --name NAME --origin URL…
               the base URLs of its web processes, for routers
account directory check [--repair]
               lists where the directory and the cells of CELL_DATABASE_URLS differ
account directory map --format ${mapFormats.join('|')} --output FOLDER
               writes the files that a router reads, and prints which of them have changed`;

/** The commands that concern several cells. They use DIRECTORY_URL, and `DATABASE_URL` only if they say so. */
export function isCellCommand([first = '', ...rest]: readonly string[]): boolean {
  return first === 'cell' || first === 'directory' || (first === 'list' && rest.includes('--all-cells'));
}

const optionTypes = {
  ...{ name: text, first: text, last: text, weight: text, origin: texts },
  ...{ format: text, output: text, repair: flag, 'all-cells': flag },
} as const;
type Options = OptionsOf<typeof optionTypes>;

const mostId = 999_999_999;
/** Of the share of new accounts. */
const mostWeight = 1_000;

/** Returns objects, each printed as a line of JSON. */
type Command = (config: Config, options: Options) => Promise<{ objects: readonly object[]; hasFailed?: boolean }>;

const commands: Record<string, Command> = {
  'cell create': async (config, options) => {
    const cell = {
      name: nameOf(options),
      firstAccountId: integerOf('first', options.first, 1, mostId),
      lastAccountId: integerOf('last', options.last, 1, mostId),
      weight: options.weight === undefined ? 100 : integerOf('weight', options.weight, 0, mostWeight),
      origins: originsOf(options.origin ?? []),
    };
    if (cell.firstAccountId > cell.lastAccountId) throw new UsageError('--last must not be less than --first');
    const missing = await createCell(config, cell);
    const problem = 'another account has the subdomain: rename one, then repeat the command';
    return {
      objects: [cell, ...missing.map((account) => ({ ...account, problem }))].map(lineOf),
      hasFailed: missing.length > 0,
    };
  },
  'cell list': async (config) => ({
    objects: (await withDirectory(config, (directory) => directory.cells())).map(lineOf),
  }),
  'cell set-weight': async (config, options) => ({
    objects: [
      lineOf(await updateCell(config, nameOf(options), { weight: integerOf('weight', options.weight, 0, mostWeight) })),
    ],
  }),
  'cell set-origins': async (config, options) => ({
    objects: [lineOf(await updateCell(config, nameOf(options), { origins: originsOf(options.origin ?? []) }))],
  }),
  'directory check': async (config, { repair = false }) => {
    const differences = await withDirectory(config, async (directory) => {
      await directory.createTables();
      return withCells(config, (databases) => checkDirectory(directory, databases, repair));
    });
    return { objects: differences, hasFailed: differences.some(({ state }) => state === 'open') };
  },
  'directory map': async (config, { format, output }) => {
    const known = mapFormats.find((one) => one === format);
    if (known === undefined) throw new UsageError(`--format must be ${mapFormats.join(', ')}`);
    if (!output) throw new UsageError('--output is required');
    if (!statSync(output, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`--output must be a folder that exists: there is none at ${output}`);
    }
    return withDirectory(config, async (directory) => {
      const map = await directory.routingMap();
      const files = mapFiles(known, map).map(({ name, text }) => ({ file: join(output, name), text }));
      if (await areOf(map, files)) return { objects: files.map(({ file }) => ({ file, changed: false })) };
      const objects = [];
      for (const { file, text } of files) objects.push({ file, changed: await writeIfChanged(file, text) });
      return { objects };
    });
  },
  list: async (config) => ({
    objects: await withCells(config, async (databases) => {
      const lists = [...databases].map(async ([cell, database]) =>
        (await listAccounts(database)).map((account) => ({ ...account, cell })),
      );
      return (await Promise.all(lists)).flat().toSorted((a, b) => a.id - b.id);
    }),
  }),
};

/**
 * Makes the database a cell. The range is reserved in the directory first, and every step can be repeated, so the same
 * command finishes one that was cut off.
 *
 * @returns the accounts whose subdomain an account of another cell has
 */
async function createCell(
  config: Config,
  cell: Omit<CellOfDirectory, 'version'>,
): Promise<{ id: number; subdomain: string }[]> {
  return withDirectory(config, async (directory) => {
    await directory.createTables();
    const opened = await openDatabase(asOwner(config), await createLogger('silent'));
    try {
      const { session } = opened.database;
      const own = await readCell(session);
      if (own && own.name !== cell.name) throw new UsageError(`the database is that of the cell ${own.name}`);
      await directory.putCell(cell);
      await foundCell(session, cell);
      const accounts = await listAccounts({ session });
      await directory.adopt(cell.name, accounts);
      const entered = new Set<string>();
      for await (const part of directory.entries())
        for (const { id, subdomain } of part) entered.add(`${id} ${subdomain}`);
      return accounts
        .filter(({ id, subdomain }) => !entered.has(`${id} ${subdomain}`))
        .map(({ id, subdomain }) => ({ id, subdomain }));
    } finally {
      await opened.stop();
    }
  });
}

/** Whether the files are there, and the first of them begins with the version of the map. */
async function areOf({ version }: RoutingMap, files: readonly { file: string }[]): Promise<boolean> {
  const [first] = files;
  if (version === undefined || !first || !files.every(({ file }) => existsSync(file))) return false;
  for await (const start of createReadStream(first.file, { encoding: 'utf8', end: 200 }))
    return start.includes(version);
  return false;
}

/** Writes a file at once, so that no router reads half of it. Leaves it as it is if it has that text. @returns whether it has changed */
async function writeIfChanged(file: string, text: AsyncIterable<string>): Promise<boolean> {
  const written = `${file}.new`;
  await pipeline(text, createWriteStream(written));
  const isSame = existsSync(file) && (await digestOf(file)) === (await digestOf(written));
  if (isSame) await rm(written);
  else await rename(written, file);
  return !isSame;
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}

async function updateCell(
  config: Config,
  name: string,
  changes: Parameters<Directory['updateCell']>[1],
): Promise<CellOfDirectory> {
  const cell = await withDirectory(config, (directory) => directory.updateCell(name, changes));
  if (!cell) throw new UsageError(`the directory has no cell ${name}`);
  return cell;
}

/** Connects to the databases of all cells, without migrating them. */
async function withCells<Result>(
  { cellDatabaseUrls }: Config,
  work: (databases: ReadonlyMap<string, Database>) => Promise<Result>,
): Promise<Result> {
  if (cellDatabaseUrls.size === 0) throw new UsageError('CELL_DATABASE_URLS is required');
  const databases = new Map<string, Database>();
  try {
    for (const [cell, url] of cellDatabaseUrls) databases.set(cell, await Database.connect(url, databaseModel, 2));
    return await work(databases);
  } finally {
    for (const database of databases.values()) await database.close();
  }
}

function nameOf({ name }: Options): string {
  if (name === undefined || !isCellName(name)) {
    throw new UsageError('--name takes lower-case letters, digits and hyphens, at most 63');
  }
  return name;
}

function originsOf(origins: readonly string[]): string[] {
  if (!origins.every((origin) => isOrigin(origin) && origin.startsWith('http:'))) {
    throw new UsageError('--origin takes URLs such as http://10.0.0.2:3000');
  }
  return [...origins];
}

const lineNames: Record<string, string> = { firstAccountId: 'first', lastAccountId: 'last' };

function lineOf(object: object): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [lineNames[name] ?? name, value]));
}

/** Runs one command about cells or their directory. */
export function runCellCommand(args: string[], environment?: Environment): Promise<CommandResult> {
  return resultOf(cellUsage, async () => {
    const { name, values } = readCommandLine(args, optionTypes);
    return commandOf(commands, name)(readConfig(environment), values);
  });
}
