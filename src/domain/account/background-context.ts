import { randomUUID } from 'node:crypto';
import type { Actor } from '../../outbox/actor.js';
import type { Database } from '../../platform/database/database.js';
import type { Clock } from '../../platform/time/clock.js';
import { zoneOf } from '../../platform/time/zone.js';
import type { RequestContext } from '../context.js';
import { Account } from './account.entity.js';
import { clockOf } from './account-clock.js';
import type { SiteHost } from './site-address.rules.js';

/** The settings on which links in messages depend. */
export interface LinkSettings extends SiteHost {
  /** Base URL of this server, without a trailing slash; undefined if it is unknown (`publicAddress`). */
  readonly address?: string | undefined;
}

/** Creates a context for work outside a request. @throws DomainError NOT_FOUND if there is no such account */
export async function createBackgroundContext(
  database: Database,
  serverClock: Clock,
  accountId: number,
  actor: Actor = { kind: 'background' },
  { address = '', siteDomain }: LinkSettings = {},
): Promise<RequestContext> {
  const db = database.account(accountId);
  const account = await db.own(Account);
  const request = { requestId: randomUUID(), clientAddress: '', address, siteDomain };
  return {
    account,
    zone: zoneOf(account.timeZone),
    actor,
    db,
    clock: clockOf(account, serverClock),
    serverClock,
    slotBudget: { slots: 0, resources: 0 },
    ...request,
  };
}
