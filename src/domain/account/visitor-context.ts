import type { Database } from '../../platform/database/database.js';
import { columnsOf } from '../../platform/database/entity-columns.js';
import { notFound } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { zoneOf } from '../../platform/time/zone.js';
import type { RequestContext, RequestOrigin } from '../context.js';
import { Account } from './account.entity.js';
import type { AccountCache } from './account-cache.js';
import { clockOf } from './account-clock.js';
import { findBySubdomain } from './account-of-subdomain.queries.js';

/**
 * Creates the context of a visitor of an account's public site (spec, public API).
 *
 * @throws DomainError NOT_FOUND if there is no such account, it has no public access, or it is suspended
 */
export async function createVisitorContext(
  database: Database,
  serverClock: Clock,
  subdomain: string,
  request: RequestOrigin,
  cache: AccountCache<Account>,
): Promise<RequestContext> {
  const name = subdomain.toLowerCase();
  const account = await cache.find(name, () => findAccountOfSite(database, name));
  if (!account || account.suspendedAt) throw notFound();
  const db = database.account(account.id);
  const common = {
    account,
    zone: zoneOf(account.timeZone),
    db,
    clock: clockOf(account, serverClock),
    serverClock,
    slotBudget: { slots: 0, resources: 0 },
  };
  return { ...common, actor: { kind: 'public' }, ...request };
}

async function findAccountOfSite(database: Database, subdomain: string): Promise<Account | undefined> {
  const columns = columnsOf(database.orm.getMetadata(Account));
  const account = await findBySubdomain<Account>(database, subdomain, { columns });
  return account?.publicAccess ? account : undefined;
}
