import { tooManyCharacters, tooManyItems } from '../../platform/accepted.js';
import { isSameServer } from '../../platform/caldav/same-server.js';
import type { FieldErrors } from '../../platform/errors.js';
import { isSafeUrl } from '../../platform/outbound/guarded-fetch.js';

/** Calendars of a server that can be chosen, and that are read if none are chosen. */
export const maxCalendars = 20;
/** In characters. */
export const maxAddressLength = 500;

/** Returns the whole address of a calendar that a server or a request names, maybe without the host. */
export function toCalendarAddress(address: string, serverUrl: string): string {
  const text = address.trim();
  return URL.canParse(text, serverUrl) ? new URL(text, serverUrl).href : text;
}

/** Validates the chosen calendars and the target. The password is sent to these addresses, so their server is that of `url`. */
export function validateCalendars(
  { url, calendars, target }: { url: string; calendars: readonly string[]; target: string | null },
  allowPrivate: boolean,
): FieldErrors {
  const validate = (address: string, isValid: string): string[] => {
    if (address.length > maxAddressLength) return [tooManyCharacters(maxAddressLength)];
    return isSafeUrl(address, allowPrivate) && isSameServer(url, address) ? [] : ['is invalid', isValid];
  };
  const [invalid] = calendars
    .map((address) => validate(address, 'must be addresses of calendars on the server of url'))
    .filter((errors) => errors.length > 0);
  const ofTarget = target === null ? [] : validate(target, 'must be the address of a calendar on the server of url');
  return {
    ...(calendars.length > maxCalendars && { calendars: [tooManyItems(maxCalendars)] }),
    ...(invalid && { calendars: invalid }),
    ...(ofTarget.length > 0 && { target: ofTarget }),
  };
}
