import { createHmac } from 'node:crypto';
import { createAccount } from '../../domain/account/account.actions.js';
import { Account } from '../../domain/account/account.entity.js';
import { apiKeyOf } from '../../domain/account/api-key.rules.js';
import { authenticate } from '../../domain/account/authenticate.js';
import type { Database } from '../../platform/database/database.js';
import { DomainError } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { fillDemoAccount } from './demo-data.js';

const demoLock = 7_463_002;
const subdomain = 'demo';
const demoRequest = { requestId: 'demo', clientAddress: '', address: '', linkAddress: '' };

/**
 * Makes the demo account when the database has no account at all, whichever process comes first.
 *
 * @returns the key of the demo account, as long as it is valid
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
 * Of a key only its hash is kept, but this one is shown at every start, by every process on the database: so it follows
 * from the account's secret.
 */
function demoKeyOf({ id, secret }: Pick<Account, 'id' | 'secret'>): string {
  return apiKeyOf(id, createHmac('sha256', secret).update('demo API key').digest());
}

async function keyOfDemoAccount(database: Database, clock: Clock): Promise<string | undefined> {
  const account = await database.orm.em.fork().findOne(Account, { subdomain });
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
