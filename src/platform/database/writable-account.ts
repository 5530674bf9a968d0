/** SQL: whether an account, whose row the statement reads, can be written, that is neither paused nor moved to another cell. */
export const isWritableAccount = 'paused_at is null and moved_to is null';
