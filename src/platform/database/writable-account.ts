/** SQL: since when the cell is read-only; null if it is not, or the server has no cells. */
export const readonlyAt = '(select readonly_at from cell)';

/** SQL: whether an account, whose row the statement reads, can be written: neither paused, moved nor in a read-only cell. */
export const isWritableAccount = `paused_at is null and moved_to is null and ${readonlyAt} is null`;
