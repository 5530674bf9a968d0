import type { Attributes } from './notes.js';

/** Attributes of an answer that are no columns: they follow from others, or are of another object. */
const derived: ReadonlySet<string> = new Set([
  ...['active', 'person', 'resource', 'service', 'event', 'verification_code', 'overlapping_bookings', 'places'],
  ...['phonenumber'],
]);

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Answers have instants in seconds, decimals as texts, and a column may have more digits. */
export function isSame(shown: unknown, stored: unknown): boolean {
  const [one, other] = [shown ?? null, stored ?? null];
  if (one === null || other === null) return one === other;
  if (typeof one === 'string' && typeof other === 'string' && instantForm.test(one) && instantForm.test(other)) {
    return Math.floor(Date.parse(one) / 1_000) === Math.floor(Date.parse(other) / 1_000);
  }
  if (typeof one === 'number' || typeof other === 'number') return Number(one) === Number(other);
  return JSON.stringify(one) === JSON.stringify(other);
}

const camel = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the attributes in which an object that a client was shown differs from a stored one, whose names are in snake or
 * camel case. An attribute that is stored nowhere differs, too: it must be added to `derived` or be compared.
 */
export function differences(shown: Attributes, stored: Attributes, except: readonly string[] = []): string[] {
  return Object.entries(shown)
    .filter(([name]) => !derived.has(name) && !except.includes(name))
    .flatMap(([name, value]) => {
      const column = name in stored ? name : camel(name);
      if (!(column in stored)) return [`${name} is not stored`];
      return isSame(value, stored[column]) ? [] : [`${name} ${text(value)} is stored as ${text(stored[column])}`];
    });
}

/** Local times of requests, such as 2099-03-01 10:00, are the beginning of those in answers. */
function isAnswered(sent: unknown, shown: unknown): boolean {
  const isLocal = typeof sent === 'string' && /^\d{4}-\d\d-\d\d \d\d?:\d\d$/.test(sent);
  if (!isLocal) return isSame(sent, shown);
  const [day, time = ''] = sent.split(' ');
  return String(shown).startsWith(`${day}T${time.padStart(5, '0')}`);
}

/** Returns the attributes of a request that its answer shows otherwise. */
export function unheeded(sent: Attributes, shown: Attributes): string[] {
  return Object.entries(sent)
    .filter(([name]) => name !== 'person_attributes')
    .filter(([name, value]) => !isAnswered(value, shown[name]))
    .map(([name, value]) => `${name} ${text(value)} was answered with ${text(shown[name])}`);
}

const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
