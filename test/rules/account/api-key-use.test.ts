import { ApiKeyUse } from '../../../src/domain/account/api-key-use.js';
import type { Database } from '../../../src/platform/database/database.js';

const start = Date.parse('2026-03-02T07:00:00Z');

/** Records the uses that are written. */
function recorder(fails = false) {
  const written: unknown[] = [];
  const errors: unknown[] = [];
  const query = async (_statement: string, [, keyId]: unknown[]) => {
    if (fails) throw new Error('unavailable');
    written.push(keyId);
  };
  const database = { account: () => ({ query }) } as unknown as Database;
  const use = new ApiKeyUse(database, (error) => errors.push(error));
  const note = (keyId: number, seconds: number): void =>
    use.note({ accountId: 1, keyId, at: new Date(start + seconds * 1_000) });
  return { use, note, written, errors };
}

it('writes the use of a key at most once a minute', async () => {
  const { use, note, written } = recorder();
  for (const seconds of [0, 1, 59]) note(7, seconds);
  note(8, 59);
  note(7, 60);
  await use.stop();
  expect(written).toEqual([7, 8, 7]);
});

it('logs a use that could not be written, and continues', async () => {
  const { use, note, errors } = recorder(true);
  note(7, 0);
  note(8, 0);
  await use.stop();
  expect(errors).toHaveLength(2);
});
