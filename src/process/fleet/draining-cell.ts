import type { Directory } from '../../platform/cells/directory.js';
import type { CellConnection } from '../move/cell-connection.js';
import { readOwnCell } from '../move/open-cell.js';

/**
 * Lets a cell get no new accounts: its database refuses them, and routers send them elsewhere, because its weight becomes 0.
 * Repeat it if it was cut off.
 */
export async function startDraining(cell: CellConnection, directory: Directory, weight: number): Promise<void> {
  // Waits for accounts that are being created: see `require_undrained_cell`.
  await cell.transaction(
    ['select pg_advisory_xact_lock(7463008, 0)'],
    ['update cell set weight_before_drain = $1 where weight_before_drain is null', weight],
  );
  await directory.updateCell(cell.name, { weight: 0 });
}

/** Lets a cell get new accounts again. Returns its weight, which is that from before unless somebody has changed it since. */
export async function stopDraining(cell: CellConnection, directory: Directory, weight: number): Promise<number> {
  const { weightBeforeDrain } = await readOwnCell(cell);
  if (weightBeforeDrain === null) return weight;
  const restored = weight === 0 ? weightBeforeDrain : weight;
  await directory.updateCell(cell.name, { weight: restored });
  await cell.execute('update cell set weight_before_drain = null where weight_before_drain is not null');
  return restored;
}
