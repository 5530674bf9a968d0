import { createHmac } from 'node:crypto';
import { createAccount } from '../../domain/account/account.actions.js';
import type { Account } from '../../domain/account/account.entity.js';
import { createApiKey } from '../../domain/account/api-key.rules.js';
import { authenticate } from '../../domain/account/authenticate.js';
import type { Database } from '../../platform/database/database.js';
import { DomainError } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { fillDemoAccount } from './demo-data.js';

const demoLock = 7_463_002;
const subdomain = 'demo';
const demoRequest = { requestId: 'demo', clientAddress: '', address: '', linkAddress: '' };

/**
 * Creates the demo account if the database has no accounts. Several processes may call this at the same time.
 *
 * @returns the API key of the demo account; undefined if there is no demo account, or its key was rotated
 */
export async function openDemoAccount(database: Database, clock: Clock): Promise<string | undefined> {
  if (await isEmpty(database)) {
    await database.exclusively(demoLock, async () => {
      if (await isEmpty(database)) await createDemoAccount(database, clock);
    });
  }
  return keyOfDemoAccount(database, clock);
}

async function isEmpty(database: Database): Promise<boolean> {
  return (await database.orm.em.fork().execute<object[]>('select id from account limit 1')).length === 0;
}

async function createDemoAccount(database: Database, clock: Clock): Promise<void> {
  const attributes = {
    subdomain,
    name: 'Fjord Studio',
    email: 'demo@example.org',
    timeZone: 'Europe/Oslo',
    countryCode: 'NO',
    verification: 'email',
    publicAccess: true,
  } as const;
  const { api_key: key } = await createAccount(database, clock, attributes, demoKeyOf);
  await fillDemoAccount(await authenticate(database, clock, key, demoRequest));
}

/**
 * Derives the key from the secret of the account: only hashes of keys are stored, but every process prints this one at
 * every start.
 */
function demoKeyOf({ id, secret }: Pick<Account, 'id' | 'secret'>): string {
  return createApiKey(id, createHmac('sha256', secret).update('demo API key').digest());
}

async function keyOfDemoAccount(database: Database, clock: Clock): Promise<string | undefined> {
  // A row, not an entity: compiling the factory of entities would take 50 ms of each start.
  const [account] = await database.orm.em
    .fork()
    .execute<Pick<Account, 'id' | 'secret'>[]>('select id::int, secret from account where subdomain = ?', [subdomain]);
  if (!account) return undefined;
  const key = demoKeyOf(account);
  try {
    await authenticate(database, clock, key, demoRequest);
    return key;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
