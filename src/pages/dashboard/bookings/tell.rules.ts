import type { MessageChoice } from '../graphql/schema.types.js';

type Channel = 'Email' | 'Sms';

/** The ways in which the person of a booking can get a message about a change. */
export interface WayToTell {
  channel: Channel;
  /** Whether the account sends such messages, unless it is asked not to. */
  isUsual: boolean;
}

interface Contact {
  email: string | null;
  phoneNumber: string | null;
}

/** The facts that decide how the person of a booking can be told. */
export interface Told {
  person: (Contact & { parent?: (Contact & { active: boolean }) | null }) | null;
  serviceId: number | null;
}

/** The channel by which the account sends messages, by its `verification`. */
const usualChannels: Readonly<Record<string, Channel | undefined>> = { EMAIL: 'Email', SMS: 'Sms' };

/**
 * Returns how the person of a booking is told about a change: as the account does, else by email or SMS. A person without
 * an address is told at that of the parent. Undefined if there is none, or the booking has no person or no service, which a message describes.
 *
 * @param verification how the account verifies bookings
 */
export function wayToTell({ person, serviceId }: Told, verification: string): WayToTell | undefined {
  if (!person || serviceId === null) return undefined;
  const isReachable = Boolean(person.email || person.phoneNumber);
  const { email, phoneNumber } = !isReachable && person.parent?.active ? person.parent : person;
  const usual = usualChannels[verification];
  const possible: Channel[] = [...(email ? (['Email'] as const) : []), ...(phoneNumber ? (['Sms'] as const) : [])];
  if (usual && possible.includes(usual)) return { channel: usual, isUsual: true };
  const [channel] = possible;
  return channel && { channel, isUsual: false };
}

/** The choice of messages about a change. Without a way, the account decides. */
export function messagesAbout(
  kind: 'modification' | 'cancellation' | 'decline' | 'confirmation',
  way: WayToTell | undefined,
  tells: boolean,
): MessageChoice {
  if (!way) return {};
  return { [`${kind}Email`]: tells && way.channel === 'Email', [`${kind}Sms`]: tells && way.channel === 'Sms' };
}
