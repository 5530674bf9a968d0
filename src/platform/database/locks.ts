/** Kinds of objects that a transaction can lock while it decides about them. */
export const lockKinds = [
  'account',
  'booking',
  'calendar_feed',
  'category',
  'coupon',
  'event',
  'failed_job',
  'gift_card',
  'message',
  'message_request',
  'message_template',
  'person',
  'person_tree',
  'planned_message',
  'provider',
  'recurrence',
  'resource',
  'service',
  'user',
  'user_link',
  'web_hook',
  'web_hook_delivery',
] as const;
export type LockKind = (typeof lockKinds)[number];
export type Lock = readonly [kind: LockKind, id: number];

export function isLockKind(name: string): name is LockKind {
  return lockKinds.some((kind) => kind === name);
}
