import { accepted, mustBeOneOf } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { isPrivateTarget } from '../../platform/outbound/addresses.js';
import { webHookEvents } from '../entities.js';
import { validatePresence } from '../records/attributes.js';

/** Returns the subscriptions that match a change, such as `booking.created`, `booking.*` and `*`; none if it has no webhook. */
export function subscriptionsTo(change: string): string[] {
  return webHookEvents.includes(change) ? [change, `${groupOf(change)}.*`, '*'] : [];
}

const groups = Map.groupBy(webHookEvents, groupOf);

/** Every valid value of a webhook's `event`. */
const subscribable: ReadonlySet<string> = new Set([
  '*',
  ...[...groups].flatMap(([group, events]) => [`${group}.*`, ...events]),
]);

/** Returns the names of the changes that match a subscription. */
export function eventsOf(subscription: string): string[] {
  return webHookEvents.filter((name) => subscriptionsTo(name).includes(subscription));
}

function groupOf(event: string): string {
  return event.slice(0, event.indexOf('.'));
}

const httpForm = /^https?:\/\/\S+$/i;

/** Returns why nothing will be delivered to a private address; null if the address is public. Does not resolve names. */
export function deliveryWarning({ targetUrl }: { targetUrl: string }, allowsPrivateTargets: boolean): string | null {
  if (allowsPrivateTargets || !isPrivateTarget(targetUrl)) return null;
  return 'Nothing will be delivered: target_url is a private address, and this server sends to public addresses only';
}

interface WebHookAttributes {
  targetUrl?: string;
  event?: string;
}

/** Validates the attributes of a webhook (spec, Webhook). */
export function validateWebHook(webHook: WebHookAttributes): FieldErrors {
  const { targetUrl, event } = webHook;
  const isAddress = targetUrl === undefined || (httpForm.test(targetUrl) && URL.canParse(targetUrl));
  const isKnown = event === undefined || subscribable.has(event);
  return {
    ...validatePresence(webHook, 'targetUrl', 'event'),
    ...(!isAddress && { targetUrl: ['is invalid', accepted.url] }),
    ...(!isKnown && { event: ['is not included in the list', mustBeOneOf([...subscribable])] }),
  };
}
