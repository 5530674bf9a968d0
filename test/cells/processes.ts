import { setTimeout as pass } from 'node:timers/promises';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { Member, settingsOfMembers } from '../faults/storm/cluster.js';
import { type CellName, cellNames, type MovingCells } from '../support/moving-cells.js';

/** The processes of two cells, each of which is started again when it ends. */
export interface CellProcesses extends AsyncDisposable {
  webs: Readonly<Record<CellName, readonly Member[]>>;
  workers: Readonly<Record<CellName, Member>>;
  all: readonly Member[];
  whenReady(): Promise<void>;
}

/**
 * Starts web processes and a worker of each cell, and enters their addresses into the directory.
 *
 * @param count the number of web processes of a cell
 */
export async function startCellProcesses(
  { environmentOf, run }: MovingCells,
  count: number,
  settings: Record<string, string> = {},
): Promise<CellProcesses> {
  const settingsOf = (cell: CellName) => ({ ...environmentOf(cell), ...settingsOfMembers, ...settings });
  const webOf = async (cell: CellName): Promise<Member> => {
    const port = await freePort();
    return new Member('web', { ...settingsOf(cell), PORT: String(port) }, `http://127.0.0.1:${port}`);
  };
  const websOf = async (cell: CellName): Promise<Member[]> => {
    const webs: Member[] = [];
    for (let index = 0; index < count; index += 1) webs.push(await webOf(cell));
    await run(cell, 'cell', 'set-origins', '--name', cell, ...webs.flatMap(({ origin = '' }) => ['--origin', origin]));
    return webs;
  };
  const workerOf = (cell: CellName): Member => new Member('worker', settingsOf(cell));
  const webs = { cell1: await websOf('cell1'), cell2: await websOf('cell2') };
  const workers = { cell1: workerOf('cell1'), cell2: workerOf('cell2') };
  const all = cellNames.flatMap((cell) => [...webs[cell], workers[cell]]);
  const whenReady = async (): Promise<void> => {
    while (!all.every(({ isReady }) => isReady)) await pass(100);
  };
  await whenReady();
  return {
    ...{ webs, workers, all, whenReady },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(all.map((member) => member.end()));
    },
  };
}
