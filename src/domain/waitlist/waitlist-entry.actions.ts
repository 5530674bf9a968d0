import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors, invalid, rejectIfAny } from '../../platform/errors.js';
import { textKey } from '../../platform/text.js';
import { createAccountToken } from '../account/account-token.rules.js';
import { validateCount } from '../availability/booking-limits.rules.js';
import { isVisitor, type RequestContext } from '../context.js';
import { Event } from '../event/event.entity.js';
import { findGuardianOfAddress } from '../person/guardian.queries.js';
import { listPeopleSharing } from '../person/people.queries.js';
import { Person } from '../person/person.entity.js';
import { contradictionErrors, matchPerson, toIdentity } from '../person/person.rules.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { isVisible } from '../records/record.rules.js';
import { validateReferences } from '../records/reference.js';
import { stateAfter } from '../records/transitions.rules.js';
import { Service } from '../service/service.entity.js';
import { formatPhoneNumber, validateTexts } from '../text/contact-details.js';
import { lockLine, planCheck } from './waitlist-check.actions.js';
import { recordEntry, validateTarget } from './waitlist-closing.actions.js';
import { WaitlistEntry, WaitlistState } from './waitlist-entry.entity.js';
import type { WaitlistEntryInput } from './waitlist-entry.input.js';
import {
  hasTimes,
  isOpenEntry,
  maxOpenEntries,
  maxOpenEntriesOfContact,
  parsePeriod,
  validateContact,
  validateWaitingPeriod,
  waitlistTransitions,
} from './waitlist-entry.rules.js';
import { withdrawOffer } from './waitlist-offer.actions.js';

interface JoinedEntry {
  entry: WaitlistEntry;
  /** The secret token of the entry, of which only the hash is stored. */
  token: string;
}

/** Adds an entry to the end of the line. @throws DomainError INVALID by attribute */
export async function createWaitlistEntry(context: RequestContext, input: WaitlistEntryInput): Promise<WaitlistEntry> {
  const { entry } = await context.db.transaction((tx) => joinWaitlist(context, tx, input));
  return entry;
}

/** Adds an entry in the caller's transaction. @throws DomainError INVALID by attribute */
export async function joinWaitlist(
  context: RequestContext,
  tx: AccountTransaction,
  input: WaitlistEntryInput,
): Promise<JoinedEntry> {
  const entry = tx.create(WaitlistEntry, context.clock.now());
  rejectIfAny(await changeEntry(context, tx, entry, input));
  rejectIfAny(await validateTarget(tx, entry));
  const { token, hash } = createAccountToken(tx.accountId);
  entry.tokenHash = hash;
  entry.queuedAt = entry.createdAt;
  await limitOpenEntries(context, tx, entry);
  await recordEntry(context, tx, 'waitlist_entry.created', entry);
  await planCheck(context, tx);
  return { entry, token };
}

/** Changes an entry that waits. It keeps its position in the line. @throws DomainError INVALID by attribute, NOT_FOUND */
export function updateWaitlistEntry(
  context: RequestContext,
  id: number,
  input: WaitlistEntryInput,
): Promise<WaitlistEntry> {
  return context.db.transaction(async (tx) => {
    const entry = await tx.getLocked(WaitlistEntry, id);
    if (entry.state !== WaitlistState.WAITING) throw invalid({ state: [`can't be changed when ${entry.state}`] });
    const { email, phoneNumberFormatted, contactOfGuardian } = entry;
    rejectIfAny(await changeEntry(context, tx, entry, input));
    const isOtherContact = entry.email !== email || entry.phoneNumberFormatted !== phoneNumberFormatted;
    if (contactOfGuardian && isOtherContact) await revokeOffers(tx, id);
    rejectIfAny(await validateTarget(tx, entry));
    await limitOpenEntries(context, tx, entry);
    await recordEntry(context, tx, 'waitlist_entry.modified', entry);
    await planCheck(context, tx);
    return entry;
  });
}

/**
 * Takes an entry off the list. Withdraws its open offer, whose time is then offered to the next. Has no effect on an
 * entry that is no longer on the list.
 *
 * @throws DomainError NOT_FOUND
 */
export function removeWaitlistEntry(context: RequestContext, id: number): Promise<WaitlistEntry> {
  return context.db.atomically(async (db, tx) => {
    const entry = await tx.getLocked(WaitlistEntry, id);
    if (!isOpenEntry(entry)) return entry;
    await withdrawOffer({ ...context, db }, tx, entry, 'withdrawn');
    entry.state = stateAfter(waitlistTransitions, 'leave', entry.state);
    await recordEntry(context, tx, 'waitlist_entry.left', entry);
    return entry;
  });
}

/** Closes the links of former offers, which another contact got. The place of a hash is kept by what is none. */
async function revokeOffers(tx: AccountTransaction, entryId: number): Promise<void> {
  await tx.query(
    `update waitlist_offer set token_hash = 'revoked ' || booking_id where account_id = $1 and entry_id = $2`,
    [entryId],
  );
}

/** Assigns the input to an entry and returns the errors of the result. */
async function changeEntry(
  context: RequestContext,
  tx: AccountTransaction,
  entry: WaitlistEntry,
  { from, to, personId, ...input }: WaitlistEntryInput,
): Promise<FieldErrors> {
  const { period, errors: periodErrors } = parsePeriod({ from, to }, context.zone);
  const ids = { resourceId: input.resourceId, personId };
  const referenceErrors = await validateReferences(tx, WaitlistEntry, entry, ids);
  const targetErrors = await assignTarget(context, tx, entry, input);
  // The period of an event has defaults, which `assignTarget` has set.
  const ends = Object.entries(period).filter(([, end]) => end !== null || entry.eventId === null);
  const attributeErrors = assignAttributes(tx, entry, {
    ...input,
    ...Object.fromEntries(ends),
    eventId: undefined,
    serviceId: undefined,
  });
  const personErrors = hasErrors(referenceErrors) ? {} : await assignPerson(context, tx, entry, personId);
  entry.contactOfGuardian = await isContactOfGuardian(tx, entry);
  return {
    ...(hasErrors(periodErrors) ? periodErrors : validateWaitingPeriod(entry, context.clock.now())),
    ...validateContact(entry),
    ...validateTexts(input),
    ...validateAttributes(WaitlistEntry, { ...entry, ...unchecked }),
    ...targetErrors,
    ...attributeErrors,
    ...personErrors,
    ...referenceErrors,
  };
}

/** Required attributes that other rules check or set. */
const unchecked = { serviceId: 0, from: new Date(0), to: new Date(0), queuedAt: new Date(0) };

/**
 * Assigns the service or the event for which the entry waits. By default, the period of an entry for an event begins
 * now and ends with the event.
 */
async function assignTarget(
  context: RequestContext,
  tx: AccountTransaction,
  entry: WaitlistEntry,
  { serviceId, eventId, places }: Pick<WaitlistEntryInput, 'serviceId' | 'eventId' | 'places'>,
): Promise<FieldErrors> {
  const wanted = {
    eventId: eventId === undefined ? entry.eventId : eventId,
    serviceId: serviceId === undefined ? (eventId ? undefined : entry.serviceId) : serviceId,
  };
  const event = wanted.eventId === null ? undefined : await tx.find(Event, wanted.eventId);
  const isNewEvent = wanted.eventId !== entry.eventId;
  if (event === null || (event && isNewEvent && !(event.active && isVisible(context, event)))) {
    return { eventId: ['does not exist'] };
  }
  if (event && (wanted.serviceId ?? event.serviceId) !== event.serviceId) return { serviceId: ['must be blank'] };
  const id = event?.serviceId ?? wanted.serviceId ?? null;
  if (id === null) return { serviceId: ["can't be blank"] };
  const service = await tx.find(Service, id);
  if (!service || (!service.active && id !== entry.serviceId)) return { serviceId: ['does not exist'] };
  if (!hasTimes(service)) return { serviceId: ['cannot be booked'] };
  entry.eventId = event?.id ?? null;
  entry.serviceId = service.id;
  if (event) {
    entry.from ??= context.clock.now();
    entry.to ??= event.endsAt;
  }
  const { count } = validateCount(places ?? entry.places, service);
  return count === undefined ? {} : { places: count };
}

/**
 * Sets the person of an entry and completes its contact. Without an id, the person who matches the contact is linked
 * but not changed, and no response reveals whether there is one.
 */
async function assignPerson(
  context: RequestContext,
  tx: AccountTransaction,
  entry: WaitlistEntry,
  personId: number | null | undefined,
): Promise<FieldErrors> {
  const country = context.account.countryCode;
  if (personId) {
    const person = await tx.find(Person, personId);
    if (person?.blocked) return { personId: ['is blocked'] };
    entry.personId = personId;
    entry.name ??= person?.name ?? null;
    entry.locale ??= person?.locale ?? null;
    if (!entry.email && !entry.phoneNumber) {
      entry.email = person?.email ?? null;
      entry.phoneNumber = person?.phoneNumberFormatted ?? null;
    }
  }
  entry.phoneNumberFormatted = formatPhoneNumber(entry.phoneNumber, country);
  if (personId) return {};
  const given = toIdentity({ email: entry.email, phoneNumber: entry.phoneNumber }, country);
  const match = matchPerson(given, await listPeopleSharing(tx, [given]));
  const isMatch = match !== undefined && !hasErrors(contradictionErrors(given, match));
  if (match?.blocked && !isVisitor(context)) return { personId: ['is blocked'] };
  const isCleared = personId === null;
  if (isMatch) entry.personId = match.id;
  else if (isCleared) entry.personId = null;
  return {};
}

/** Whether the contact of an entry is not that of its person, but of a guardian. */
async function isContactOfGuardian(
  tx: AccountTransaction,
  { personId, email, phoneNumberFormatted: phoneNumber }: WaitlistEntry,
): Promise<boolean> {
  const person = personId === null ? null : await tx.find(Person, personId);
  if (!person) return false;
  const hasEmail = email !== null && textKey(person.email ?? '') === textKey(email);
  const hasNumber = phoneNumber !== null && person.phoneNumberFormatted === phoneNumber;
  return !hasEmail && !hasNumber && (await findGuardianOfAddress(tx, person.id, { email, phoneNumber })) !== undefined;
}

/**
 * Limits the open entries of the account and of a contact, and refuses an entry that equals another one of its contact.
 * The lock is per account, because every new entry counts those of the account. A visitor's entry that is refused for
 * its contact becomes a duplicate, because an error would reveal who is on the list.
 *
 * @throws DomainError INVALID on `base`, and on the contact unless a visitor adds the entry
 */
async function limitOpenEntries(context: RequestContext, tx: AccountTransaction, entry: WaitlistEntry): Promise<void> {
  await lockLine(tx);
  const { id, email, phoneNumberFormatted, serviceId, eventId, resourceId, from, to } = entry;
  const [counts] = await tx.query<{ all: number; ofContact: number; same: number }>(
    `with open as (
       select event_id, service_id, resource_id, period_from, period_to from waitlist_entry
       where account_id = $1 and state in ('waiting', 'offered') and id <> $2
         and not duplicate and (text_key(email) = text_key($3::text) or phone_number_formatted = $4::text)
     )
     select (select count(*)::integer from waitlist_entry
         where account_id = $1 and state in ('waiting', 'offered') and id <> $2) as "all",
       (select count(*)::integer from open) as "ofContact",
       (select count(*)::integer from open where service_id = $5 and event_id is not distinct from $6::integer
         and resource_id is not distinct from $7::integer and (event_id is not null
           or (period_from = $8::timestamptz and period_to = $9::timestamptz))) as same`,
    [id ?? 0, email, phoneNumberFormatted, serviceId, eventId, resourceId, from, to],
  );
  const { all, ofContact, same } = counts ?? { all: 0, ofContact: 0, same: 0 };
  if (all >= maxOpenEntries) throw invalid({ base: ['the waitlist is full'] });
  const messages = [
    ...(same > 0 ? ['is already on the waitlist'] : []),
    ...(ofContact >= maxOpenEntriesOfContact ? ['has too many entries on the waitlist'] : []),
  ].slice(0, 1);
  if (messages.length === 0) return;
  if (!isVisitor(context)) throw invalid({ [email ? 'email' : 'phoneNumber']: messages });
  Object.assign(entry, { duplicate: true, personId: null });
}
