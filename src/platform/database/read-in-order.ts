/**
 * SQL: a row for which PostgreSQL expects 100. A statement with `limit 1` that joins it reads an index in the order of the
 * rows, whatever their number is expected to be. Otherwise, for a table that was small or without statistics when the
 * statement was planned, PostgreSQL expected one row, took any index for as good as another, and sorted all rows of the
 * account, for each delivery: 800 took 90 seconds instead of 10, until the next `analyze`.
 */
export const manyExpected = `jsonb_array_elements('[0]')`;
