import { accepted, mustBeOneOf } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { isPrivateTarget } from '../../platform/outbound/addresses.js';
import { missing } from '../attributes.js';

/** Events that webhooks are sent for, by group (spec, Events; contract of webhook events). */
const events: Readonly<Record<string, readonly string[]>> = {
  booking: ['created', 'modified', 'verified', 'confirmed', 'declined', 'cancelled', 'deleted'],
  event: ['created', 'modified', 'deleted'],
  person: ['created', 'modified', 'deleted'],
  message: ['processed'],
};

/** The names of all events, such as `booking.created`. */
export const eventNames: readonly string[] = Object.entries(events).flatMap(([group, names]) =>
  names.map((name) => `${group}.${name}`),
);

/** The subscriptions that a change is told to, such as `booking.created`, `booking.*` and `*`; none of one that is not told. */
export function subscriptionsTo(change: string): string[] {
  const [group = '', name = ''] = change.split('.');
  return events[group]?.includes(name) ? [change, `${group}.*`, '*'] : [];
}

const subscribable: ReadonlySet<string> = new Set([
  '*',
  ...Object.entries(events).flatMap(([group, names]) => ['*', ...names].map((name) => `${group}.${name}`)),
]);

const httpForm = /^https?:\/\/\S+$/i;

/** Why nothing will be delivered to a webhook, as far as its address tells; null when nothing speaks against it. */
export function deliveryWarning({ targetUrl }: { targetUrl: string }, allowsPrivateTargets: boolean): string | null {
  if (allowsPrivateTargets || !isPrivateTarget(targetUrl)) return null;
  return 'Nothing will be delivered: target_url is a private address, and this server sends to public addresses only';
}

interface WebHookAttributes {
  targetUrl?: string;
  event?: string;
}

/** What is wrong with a webhook's attributes alone (spec, Webhook). */
export function webHookProblems(webHook: WebHookAttributes): FieldErrors {
  const { targetUrl, event } = webHook;
  const isAddress = targetUrl === undefined || (httpForm.test(targetUrl) && URL.canParse(targetUrl));
  const isKnown = event === undefined || subscribable.has(event);
  return {
    ...missing(webHook, 'targetUrl', 'event'),
    ...(!isAddress && { targetUrl: ['is invalid', accepted.url] }),
    ...(!isKnown && { event: ['is not included in the list', mustBeOneOf([...subscribable])] }),
  };
}
