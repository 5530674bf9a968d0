import { Booking, BookingState } from '../../../../src/domain/booking/booking.entity.js';
import type { MessageChoice } from '../../../../src/domain/booking/messages/message-choice.input.js';
import { selectMessages } from '../../../../src/domain/booking/messages/message-choice.rules.js';

const none = { verificationMethod: 0, emailNotification: false, smsNotification: false };
const byEmail = { ...none, verificationMethod: 1 };
const bySms = { ...none, verificationMethod: 2 };
const telling = { verificationMethod: 1, emailNotification: true, smsNotification: true };

const noon = new Date('2026-03-04T11:00:00Z');
const booking = (state: BookingState, difference: Partial<Booking> = {}): Booking =>
  Object.assign(new Booking(), { state, bookedFrom: noon, bookedTo: noon, resourceId: 1 }, difference);

const { AWAITING_VERIFICATION, AWAITING_PAYMENT, AWAITING_CONFIRMATION, CONFIRMED, DECLINED, CANCELLED, DELETED } =
  BookingState;

const shown = (messages: ReturnType<typeof selectMessages>): string =>
  messages.map(({ kind, channel }) => `${kind}:${channel}`).join(' ');

describe('the messages of a transition', () => {
  it.each<[BookingState, typeof none, MessageChoice, string]>([
    [CONFIRMED, none, {}, ''],
    [CONFIRMED, byEmail, {}, 'confirmation:email'],
    [CONFIRMED, bySms, {}, 'confirmation:sms'],
    [CONFIRMED, bySms, { confirmationSms: null }, 'confirmation:sms'],
    [CONFIRMED, bySms, { confirmationSms: false }, ''],
    [CONFIRMED, bySms, { confirmationSms: false, confirmationEmail: true }, 'confirmation:email'],
    [CONFIRMED, none, { confirmationEmail: true, confirmationSms: true }, 'confirmation:email confirmation:sms'],
    [CONFIRMED, none, { verificationEmail: true, declineEmail: true, cancellationSms: true }, ''],
    [CONFIRMED, telling, {}, 'confirmation:email notification:email notification:sms'],
    [CONFIRMED, telling, { notificationEmail: false, confirmationEmail: false }, 'notification:sms'],
    [CONFIRMED, none, { notificationSms: true }, 'notification:sms'],
    [AWAITING_VERIFICATION, telling, {}, 'verification:email'],
    [AWAITING_VERIFICATION, bySms, { verificationEmail: true }, 'verification:email verification:sms'],
    [AWAITING_VERIFICATION, bySms, { verificationSms: false }, ''],
    [AWAITING_PAYMENT, telling, { confirmationEmail: true }, ''],
    [AWAITING_CONFIRMATION, byEmail, {}, 'awaiting_confirmation:email'],
    [AWAITING_CONFIRMATION, byEmail, { confirmationEmail: false, notificationEmail: true }, 'notification:email'],
    [DECLINED, byEmail, {}, 'decline:email'],
    [DECLINED, byEmail, { declineEmail: false, declineSms: true }, 'decline:sms'],
    [CANCELLED, telling, {}, 'cancellation:email'],
    [DELETED, bySms, { cancellationEmail: true }, 'cancellation:email cancellation:sms'],
  ])('%s, account %j, request %j: %s', (state, account, choice, expected) => {
    expect(shown(selectMessages(booking(state), choice, account))).toBe(expected);
  });

  const later = new Date('2026-03-05T11:00:00Z');
  it.each<[string, Partial<Booking>, BookingState, MessageChoice, string]>([
    ['a move', { bookedFrom: later }, CONFIRMED, {}, 'modification:email'],
    ['a move without its message', { bookedFrom: later }, CONFIRMED, { modificationEmail: false }, ''],
    ['a change of the number of people', { count: 2 }, CONFIRMED, {}, 'modification:email'],
    ['a new note', { notes: 'New' }, CONFIRMED, {}, ''],
    ['a new note with a message', { notes: 'New' }, CONFIRMED, { modificationSms: true }, 'modification:sms'],
    ['a move of a cancelled booking', { bookedFrom: later }, CANCELLED, {}, ''],
  ])('of %s', (_, difference, state, choice, expected) => {
    const before = booking(state);
    expect(shown(selectMessages(booking(state, difference), choice, byEmail, before))).toBe(expected);
  });

  it.each<[typeof none, MessageChoice, string, string]>([
    [
      telling,
      {},
      'cancellation:email cancellation_notification:email cancellation_notification:sms',
      'modification:email modification_notification:email modification_notification:sms',
    ],
    [byEmail, {}, 'cancellation:email', 'modification:email'],
    [none, { notificationSms: true }, 'cancellation_notification:sms', 'modification_notification:sms'],
  ])('by the link, with account %j and request %j: %s, or %s', (account, choice, cancelled, moved) => {
    expect(shown(selectMessages(booking(CANCELLED), choice, account, undefined, true))).toBe(cancelled);
    const [before, after] = [booking(CONFIRMED), booking(CONFIRMED, { bookedFrom: later })];
    expect(shown(selectMessages(after, choice, account, before, true))).toBe(moved);
    expect(shown(selectMessages(booking(CONFIRMED, { notes: 'New' }), {}, account, before, true))).toBe('');
    const asked = booking(AWAITING_CONFIRMATION, { bookedFrom: later });
    const expected = moved.replace('modification:', 'awaiting_confirmation:');
    expect(shown(selectMessages(asked, choice, account, before, true))).toBe(expected);
  });

  it('include a confirmation if a change confirms it', () => {
    expect(shown(selectMessages(booking(CONFIRMED), {}, byEmail, booking(AWAITING_PAYMENT)))).toBe(
      'confirmation:email',
    );
  });
});
