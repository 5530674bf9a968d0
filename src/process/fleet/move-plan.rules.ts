/** An account with what it costs its cell. */
export interface MeasuredAccount {
  id: number;
  subdomain: string;
  cell: string;
  /** Of its rows in all tables, with their indexes. */
  bytes: number;
  /** Requests by API keys and changes, a day. */
  load: number;
}

export interface PlannedMove extends MeasuredAccount {
  to: string;
}

/** The fullest and the emptiest cell may differ by that part of the mean. */
export const tolerance = 0.1;

/**
 * Returns the share of each account in all: half of it is that of its bytes, half that of its load. Where nothing has a load,
 * or nothing a size, the other counts alone.
 */
export function sharesOf(accounts: readonly MeasuredAccount[]): Map<number, number> {
  const bytes = accounts.reduce((sum, account) => sum + account.bytes, 0);
  const load = accounts.reduce((sum, account) => sum + account.load, 0);
  const known = (bytes > 0 ? 1 : 0) + (load > 0 ? 1 : 0);
  const partOf = (value: number, total: number): number => (total > 0 ? value / total / known : 0);
  return new Map(accounts.map((account) => [account.id, partOf(account.bytes, bytes) + partOf(account.load, load)]));
}

/** The sum of the shares of the accounts of a cell, and their number. */
export interface Fill {
  cell: string;
  share: number;
  accounts: number;
}

/** Returns the fills of cells. Accounts of others are left out. */
export function fillsOf(accounts: readonly MeasuredAccount[], cells: readonly string[]): Fill[] {
  const shares = sharesOf(accounts);
  return cells.map((cell) => {
    const own = accounts.filter((account) => account.cell === cell);
    return { cell, share: own.reduce((sum, { id }) => sum + (shares.get(id) ?? 0), 0), accounts: own.length };
  });
}

/** Returns the accounts in the cells that they have after the moves. */
export function afterMoves<Account extends MeasuredAccount>(
  accounts: readonly Account[],
  moves: readonly Pick<PlannedMove, 'id' | 'to'>[],
): Account[] {
  const targets = new Map(moves.map(({ id, to }) => [id, to]));
  return accounts.map((account) => ({ ...account, cell: targets.get(account.id) ?? account.cell }));
}

const byFill = (a: Fill, b: Fill): number => a.share - b.share || a.accounts - b.accounts;

/**
 * Plans to move all accounts of a cell: the largest first, each to the target that is the emptiest by then.
 *
 * @param accounts those of all cells
 * @param targets at least one
 */
export function planDrain(
  accounts: readonly MeasuredAccount[],
  cell: string,
  targets: readonly string[],
): PlannedMove[] {
  const shares = sharesOf(accounts);
  const shareOf = ({ id }: MeasuredAccount): number => shares.get(id) ?? 0;
  const fills = fillsOf(accounts, targets);
  return accounts
    .filter((account) => account.cell === cell)
    .toSorted((a, b) => shareOf(b) - shareOf(a) || a.id - b.id)
    .flatMap((account) => {
      const [emptiest] = fills.toSorted(byFill);
      if (!emptiest) return [];
      emptiest.share += shareOf(account);
      emptiest.accounts += 1;
      return { ...account, to: emptiest.cell };
    });
}

/**
 * Plans the fewest moves after which the fullest and the emptiest cell differ by at most `tolerance`, or until no account makes
 * them more alike. Each goes from the fullest to the emptiest. Of those that end it, the one with the fewest bytes moves, else
 * the one that leaves the smallest difference.
 *
 * @param accounts those of all cells
 * @param cells those that take part
 * @param limit the most moves
 */
export function planRebalance(
  accounts: readonly MeasuredAccount[],
  cells: readonly string[],
  limit = Number.POSITIVE_INFINITY,
): PlannedMove[] {
  const shares = sharesOf(accounts);
  const fills = fillsOf(accounts, cells);
  const accepted = (tolerance * fills.reduce((sum, { share }) => sum + share, 0)) / Math.max(fills.length, 1);
  const staying = new Set(accounts);
  const moves: PlannedMove[] = [];
  while (moves.length < limit) {
    const ordered = fills.toSorted(byFill);
    const [emptiest, fullest] = [ordered[0], ordered.at(-1)];
    if (!emptiest || !fullest) break;
    const gap = fullest.share - emptiest.share;
    if (gap <= accepted) break;
    const candidates = [...staying]
      .filter(({ cell }) => cell === fullest.cell)
      .map((account) => {
        const share = shares.get(account.id) ?? 0;
        return { account, share, rest: Math.abs(gap - 2 * share) };
      })
      .filter(({ rest }) => rest < gap);
    const ending = candidates.filter(({ rest }) => rest <= accepted);
    const [best] =
      ending.length > 0
        ? ending.toSorted((a, b) => a.account.bytes - b.account.bytes || a.account.id - b.account.id)
        : candidates.toSorted((a, b) => a.rest - b.rest || a.account.id - b.account.id);
    if (!best) break;
    staying.delete(best.account);
    fullest.share -= best.share;
    fullest.accounts -= 1;
    emptiest.share += best.share;
    emptiest.accounts += 1;
    moves.push({ ...best.account, to: emptiest.cell });
  }
  return moves;
}
