/**
 * The readers of a change. `internal`: only the jobs of this server. `clients`: also the change feed, subscriptions and
 * histories. `webhooks`: also the webhooks that subscribe to it.
 */
type Audience = 'internal' | 'clients' | 'webhooks';

/**
 * Every change that an action can record, by the type of its object, with its audience. Actions, webhooks,
 * subscriptions, the change feed and their documentation all use these names: to add a change, add it here and record
 * it; `change-entities.ts` has the entity of each type.
 */
const catalogue = {
  booking: {
    created: 'webhooks',
    modified: 'webhooks',
    verified: 'webhooks',
    confirmed: 'webhooks',
    declined: 'webhooks',
    cancelled: 'webhooks',
    deleted: 'webhooks',
  },
  event: { created: 'webhooks', modified: 'webhooks', deleted: 'webhooks' },
  person: { created: 'webhooks', modified: 'webhooks', deleted: 'webhooks' },
  waitlist_entry: {
    created: 'webhooks',
    modified: 'webhooks',
    offered: 'webhooks',
    taken: 'webhooks',
    declined: 'webhooks',
    unanswered: 'webhooks',
    left: 'webhooks',
    expired: 'webhooks',
    duplicated: 'internal',
  },
  order: {
    created: 'webhooks',
    modified: 'webhooks',
    paid: 'webhooks',
    settled: 'webhooks',
    refunded: 'webhooks',
    cancelled: 'webhooks',
  },
  message: { processed: 'webhooks', modified: 'clients', queued: 'internal' },
  account: { modified: 'clients' },
  api_key: { created: 'clients', modified: 'clients', revoked: 'clients' },
  category: { created: 'clients', modified: 'clients', deleted: 'clients' },
  client_user_link: { created: 'clients', modified: 'clients', deleted: 'clients' },
  coupon: { created: 'clients', modified: 'clients', used: 'clients', returned: 'clients', deleted: 'clients' },
  gift_card: { created: 'clients', modified: 'clients', redeemed: 'clients', returned: 'clients', deleted: 'clients' },
  message_template: { created: 'clients', modified: 'clients', deleted: 'clients' },
  provider: { created: 'clients', modified: 'clients', deleted: 'clients' },
  resource: { created: 'clients', modified: 'clients', deleted: 'clients' },
  resource_exception_date: { created: 'clients', modified: 'clients', deleted: 'clients' },
  service: { created: 'clients', modified: 'clients', deleted: 'clients' },
  user: { created: 'clients', modified: 'clients', deleted: 'clients' },
  web_hook: { created: 'clients', modified: 'clients', deleted: 'clients' },
  calendar_feed: { created: 'internal', modified: 'internal', revoked: 'internal' },
  failed_job: { restarted: 'internal' },
  message_request: { created: 'internal' },
  payment_checkout: { created: 'internal', modified: 'internal' },
  payment_refund: { created: 'internal', modified: 'internal' },
  payment_settings: { created: 'internal', modified: 'internal', deleted: 'internal' },
  recurrence: { created: 'internal', stopped: 'internal' },
  web_hook_delivery: { requested: 'internal' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Audience>>>>;

export type Catalogue = typeof catalogue;

const audiences: ReadonlyMap<string, Audience> = new Map(
  Object.entries(catalogue).flatMap(([type, changes]) =>
    Object.entries<Audience>(changes).map(([participle, audience]) => [`${type}.${participle}`, audience] as const),
  ),
);

/** The names of all changes. */
export const changeNames: readonly string[] = [...audiences.keys()];

/** The names of the changes that webhooks can subscribe to. */
export const webHookEvents: readonly string[] = changeNames.filter((name) => audiences.get(name) === 'webhooks');

/** Whether clients may see changes of that name. Names in the log that are no longer in the catalogue are hidden. */
export function isVisibleToClients({ name }: { name: string }): boolean {
  const audience = audiences.get(name);
  return audience === 'clients' || audience === 'webhooks';
}
