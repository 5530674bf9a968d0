import { isCellName } from '../platform/cells/cell.js';
import { makeReadonly, makeWritable, readReadonlyState } from '../platform/cells/readonly-cell.js';
import {
  type CommandOutcome,
  type CommandResult,
  commandOf,
  flag,
  integerOf,
  type OptionsOf,
  readCommandLine,
  resultOf,
  text,
  UsageError,
} from './command.js';
import { type Config, type Environment, readConfig } from './config.js';
import { drainCell, planDrainOf, stopDrainOf } from './fleet/drain-cell.js';
import { planRebalanceOf, rebalanceCells } from './fleet/rebalance-cells.js';
import type { RunOptions } from './fleet/run-moves.js';
import { upgradeCells } from './fleet/upgrade-cells.js';
import { readOwnCell, withCell } from './move/open-cell.js';

/** In seconds. */
const defaults = { settle: 60, timeout: 600 };

export const fleetUsage = `account cell readonly [on|off] [--cell CELL] [--dry-run]
               lets the cell refuse writes with 503 while it answers reads, or accept them again; without either, prints
               whether it does
account cell drain --cell CELL [--to CELL,…] [--at-once NUMBER] [--patience MINUTES] [--clean] [--dry-run]
               lets the cell get no new accounts, and moves those that it has to other cells while they are used, 2 at once;
               a move without progress for 10 minutes is begun anew once, then given up; --clean deletes what it leaves
account cell drain --cell CELL --stop
               lets the cell get new accounts again
account cell rebalance [--limit NUMBER] [--at-once NUMBER] [--patience MINUTES] [--clean] [--dry-run]
               moves accounts, at most NUMBER, from the fullest cells to the emptiest
account cell upgrade [--cells CELL,…] [--canary CELL] [--restart COMMAND] [--settle SECONDS] [--timeout SECONDS] [--dry-run]
               upgrades the cells of CELL_DATABASE_URLS to this version, the canary first and one after the other: migrates
               each, runs COMMAND, which restarts the processes of the cell in its variable CELL, and waits for them, by
               default for ${defaults.timeout} seconds; ends at an alarm within, by default, ${defaults.settle} seconds. Repeated, it goes on`;

const commandNames = ['readonly', 'drain', 'rebalance', 'upgrade'];

/** The commands by which an operator works on whole cells while they are used. */
export const isFleetCommand = ([first = '', second = '']: readonly string[]): boolean =>
  first === 'cell' && commandNames.includes(second);

const optionTypes = {
  ...{ cell: text, 'dry-run': flag, stop: flag, clean: flag },
  ...{ cells: text, canary: text, restart: text, settle: text, timeout: text },
  ...{ to: text, 'at-once': text, patience: text, limit: text },
} as const;
type Options = OptionsOf<typeof optionTypes>;

/** Prints an object at once, as a line of JSON. */
type Print = (object: object) => void;
type Command = (config: Config, options: Options, print: Print) => Promise<CommandOutcome>;

const commands: Record<string, Command> = {
  'cell readonly': (config, options) => switchReadonly(config, options),
  'cell readonly on': (config, options) => switchReadonly(config, options, true),
  'cell readonly off': (config, options) => switchReadonly(config, options, false),
  'cell drain': async (config, options, report) => {
    const cell = cellNameOf(options.cell, '--cell');
    const to = options.to?.split(',').map((name) => cellNameOf(name, '--to'));
    const { 'dry-run': isRehearsal, stop } = options;
    if (isRehearsal) return planDrainOf(config, { cell, to });
    return stop ? stopDrainOf(config, cell) : drainCell(config, { cell, to, report, ...movesOf(options) });
  },
  'cell rebalance': async (config, options, report) => {
    const limit = options.limit === undefined ? undefined : integerOf('limit', options.limit, 1, 100_000);
    if (options['dry-run']) return planRebalanceOf(config, limit);
    return rebalanceCells(config, { limit, report, ...movesOf(options) });
  },
  'cell upgrade': (config, options) => {
    const { restart, 'dry-run': isRehearsal = false } = options;
    const [settle, timeout] = [secondsOf(options, 'settle'), secondsOf(options, 'timeout')];
    const report = (line: string) => process.stderr.write(`${line}\n`);
    return upgradeCells(config, { names: orderOf(config, options), restart, settle, timeout, isRehearsal }, report);
  },
};

/** Returns the names of the cells to upgrade, in their order. @throws UsageError */
function orderOf({ cellDatabaseUrls }: Config, { cells, canary }: Options): string[] {
  const names = cells === undefined ? [...cellDatabaseUrls.keys()] : [...new Set(cells.split(','))];
  if (names.length === 0) throw new UsageError('CELL_DATABASE_URLS is required');
  if (canary === undefined) return names;
  if (!names.includes(canary)) throw new UsageError('--canary must be one of the cells');
  return [canary, ...names.filter((name) => name !== canary)];
}

/** @throws UsageError */
function secondsOf(options: Options, name: keyof typeof defaults): number {
  const given = options[name] ?? String(defaults[name]);
  if (!/^\d{1,5}$/.test(given)) throw new UsageError(`--${name} takes seconds from 0 to 99999`);
  return Number(given);
}

/** In milliseconds, between two looks at a move. */
const lookInterval = 1_000;

/** @throws UsageError */
function movesOf(options: Options): Omit<RunOptions, 'signal' | 'report'> {
  const { 'at-once': atOnce = '2', patience = '10', clean: isCleaning = false } = options;
  const minutes = Number(patience);
  if (!/^\d{1,4}(?:\.\d{1,2})?$/.test(patience) || minutes === 0) throw new UsageError('--patience takes minutes');
  const limits = { patience: minutes * 60_000, interval: lookInterval };
  return { atOnce: integerOf('at-once', atOnce, 1, 20), isCleaning, ...limits };
}

/** @throws UsageError */
function cellNameOf(text: string | undefined, option: string): string {
  if (text !== undefined && isCellName(text)) return text;
  throw new UsageError(`${option} takes the name of a cell`);
}

/** In milliseconds. Longer than any transaction of a request or a job. */
const drainPatience = 15_000;

async function switchReadonly(
  config: Config,
  { cell: named = config.cell, 'dry-run': isRehearsal = false }: Options,
  readonly?: boolean,
): Promise<CommandOutcome> {
  const cell = cellNameOf(named, '--cell');
  return withCell(config, cell, async (connection) => {
    await readOwnCell(connection);
    const { since, writers } = await readReadonlyState(connection);
    const before = { cell, readonly: since !== null, since };
    if (readonly === undefined) return { objects: [before] };
    if (isRehearsal) {
      const plan = before.readonly === readonly ? 'nothing to do' : readonly ? 'refuse writes' : 'accept writes';
      return { objects: [{ plan, ...before, ...(readonly && { writers }) }] };
    }
    if (!readonly) {
      await makeWritable(connection);
      return { objects: [{ cell, readonly, since: null }] };
    }
    const startedAt = performance.now();
    const at = await makeReadonly(connection, drainPatience);
    if (!at) throw new Error(`transactions of ${cell} are open for too long: it is as it was before`);
    return { objects: [{ cell, readonly, since: at, drained: Math.round(performance.now() - startedAt) }] };
  });
}

/**
 * Runs one command about whole cells.
 *
 * @param print prints a line before the command has ended. Without it, all lines are in the result
 */
export function runFleetCommand(
  args: string[],
  environment?: Environment,
  print?: (line: string) => void,
): Promise<CommandResult> {
  return resultOf(fleetUsage, async () => {
    const { name, values } = readCommandLine(args, optionTypes);
    const reported: object[] = [];
    const report: Print = (object) => (print ? print(JSON.stringify(object)) : reported.push(object));
    const outcome = await commandOf(commands, name)(readConfig(environment), values, report);
    return { ...outcome, objects: [...reported, ...outcome.objects] };
  });
}
