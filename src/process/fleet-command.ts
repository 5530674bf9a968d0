import { isCellName, readCell } from '../platform/cells/cell.js';
import { makeReadonly, makeWritable, readReadonlyState } from '../platform/cells/readonly-cell.js';
import {
  type CommandOutcome,
  type CommandResult,
  commandOf,
  flag,
  type OptionsOf,
  readCommandLine,
  resultOf,
  text,
  UsageError,
} from './command.js';
import { type Config, type Environment, readConfig } from './config.js';
import { withCell } from './move/open-cell.js';

export const fleetUsage = `account cell readonly [on|off] [--cell CELL] [--dry-run]
               lets the cell refuse writes with 503 while it answers reads, or accept them again; without either, prints
               whether it does`;

const commandNames = ['readonly'];

/** The commands by which an operator works on whole cells while they are used. */
export const isFleetCommand = ([first = '', second = '']: readonly string[]): boolean =>
  first === 'cell' && commandNames.includes(second);

const optionTypes = { cell: text, 'dry-run': flag } as const;
type Options = OptionsOf<typeof optionTypes>;

type Command = (config: Config, options: Options) => Promise<CommandOutcome>;

const commands: Record<string, Command> = {
  'cell readonly': (config, options) => switchReadonly(config, options),
  'cell readonly on': (config, options) => switchReadonly(config, options, true),
  'cell readonly off': (config, options) => switchReadonly(config, options, false),
};

/** In milliseconds. Longer than any transaction of a request or a job. */
const drainPatience = 15_000;

async function switchReadonly(
  config: Config,
  { cell = config.cell, 'dry-run': isRehearsal = false }: Options,
  readonly?: boolean,
): Promise<CommandOutcome> {
  if (cell === undefined || !isCellName(cell)) throw new UsageError('--cell takes the name of a cell');
  return withCell(config, cell, async (connection) => {
    const own = await readCell(connection);
    if (own?.name !== cell) throw new Error(`the database is ${own ? `that of the cell ${own.name}` : 'no cell'}`);
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

/** Runs one command about whole cells. */
export function runFleetCommand(args: string[], environment?: Environment): Promise<CommandResult> {
  return resultOf(fleetUsage, async () => {
    const { name, values } = readCommandLine(args, optionTypes);
    return commandOf(commands, name)(readConfig(environment), values);
  });
}
