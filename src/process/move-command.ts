import { isCellName } from '../platform/cells/cell.js';
import { Directory } from '../platform/cells/directory.js';
import { notFound } from '../platform/errors.js';
import { type CommandResult, flag, type OptionsOf, readCommandLine, resultOf, text, UsageError } from './command.js';
import { type Config, type Environment, readConfig } from './config.js';
import type { CellConnection } from './move/cell-connection.js';
import { cleanUp, Move } from './move/move.js';
import { withCell } from './move/open-cell.js';
import type { MovingAccount } from './move/preconditions.js';

export const moveUsage = `account move --subdomain NAME --to CELL [--cell CELL]
               moves an account from this cell to another one of CELL_DATABASE_URLS while it is used
account move --subdomain NAME --resume|--abort
               completes a move that was cut off, or gives it up
account move --subdomain NAME --clean
               deletes the rows that a move has left in this cell`;

const optionTypes = { subdomain: text, to: text, cell: text, resume: flag, abort: flag, clean: flag };
type Options = OptionsOf<typeof optionTypes>;

export const isMoveCommand = ([first]: readonly string[]): boolean => first === 'move';

/** Moves an account, or completes, aborts or cleans up such a move. */
export function runMoveCommand(args: string[], environment?: Environment): Promise<CommandResult> {
  return resultOf(moveUsage, async () => ({ objects: [await run(optionsOf(args), readConfig(environment))] }));
}

/** @throws UsageError */
function optionsOf(args: string[]): Options {
  const { name, values } = readCommandLine(args, optionTypes);
  if (name !== 'move') throw new UsageError('unknown command');
  if (!values.subdomain) throw new UsageError('--subdomain is required');
  const given = [values.to !== undefined, values.resume, values.abort, values.clean].filter(Boolean);
  if (given.length !== 1) throw new UsageError('exactly one of --to, --resume, --abort and --clean is required');
  if (values.to !== undefined && !isCellName(values.to)) throw new UsageError('--to takes the name of a cell');
  return values;
}

async function run({ subdomain = '', to, cell, resume, abort }: Options, config: Config): Promise<object> {
  const name = cell ?? config.cell;
  const { directoryUrl } = config;
  if (name === undefined || directoryUrl === undefined) throw new UsageError('CELL and DIRECTORY_URL are required');
  return withCell(config, name, async (source) => {
    const { target, ...account } = await findAccount(source, subdomain);
    const { id } = account;
    if (to === undefined && !resume && !abort) return { id, cell: name, deleted: await cleanUp(source, id) };
    if (to === name) throw new Error(`account ${id} is in ${name} already`);
    const destination = to ?? target;
    if (destination === null) throw new Error(`account ${id} is not being moved from ${name}`);
    return withCell(config, destination, async (other) => {
      const directory = new Directory(directoryUrl);
      try {
        const move = new Move(account, source, other, directory);
        if (!abort) return await (to === undefined ? move.resume() : move.begin());
        await move.abort();
        return { id, cell: name };
      } finally {
        await directory.close();
      }
    });
  });
}

/** Finds an account in a cell, with the target of its move; null if it is not being moved. @throws DomainError NOT_FOUND */
async function findAccount(
  cell: CellConnection,
  subdomain: string,
): Promise<MovingAccount & { target: string | null }> {
  const [account] = await cell.execute<MovingAccount & { target: string | null }>(
    `select id, subdomain, target from account left join account_move on account_id = id
     where lower(subdomain) = lower($1)`,
    [subdomain],
  );
  if (!account) throw notFound();
  return account;
}
