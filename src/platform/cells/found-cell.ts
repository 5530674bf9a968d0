import type { Session } from '../database/session.js';
import { invalid } from '../errors.js';
import { type CellRow, readCell } from './cell.js';

/**
 * Writes into a database which cell it is, and bounds the sequence of account ids by its range. Does nothing if the
 * database is that cell.
 *
 * @throws DomainError INVALID on `first` if the database is a cell of another range, or has accounts outside of it
 */
export async function foundCell(
  session: Session,
  { name, firstAccountId: first, lastAccountId: last }: CellRow,
): Promise<void> {
  await session.transaction(async (tx) => {
    await tx.execute('lock table account in share row exclusive mode');
    const own = await readCell(tx);
    if (own?.firstAccountId === first && own.lastAccountId === last) return;
    if (own) throw invalid({ first: [`must be ${own.firstAccountId}, and --last ${own.lastAccountId}`] });
    const [other] = await tx.execute<{ id: number }>('select id from account where id not between $1 and $2 limit 1', [
      first,
      last,
    ]);
    if (other) throw invalid({ first: [`and --last must include the account ${other.id}`] });
    await tx.execute('insert into cell (name, first_account_id, last_account_id) values ($1, $2, $3)', [
      name,
      first,
      last,
    ]);
    await tx.execute(
      `alter table account alter id set minvalue ${first} set maxvalue ${last} set start with ${first} restart`,
      [],
      'unprepared',
    );
    await tx.execute(
      `select setval(pg_get_serial_sequence('account', 'id'), max(id)) from account having max(id) is not null`,
    );
  });
}
