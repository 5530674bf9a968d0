import { BookingState } from '../../../../src/domain/booking/booking.entity.js';
import {
  canTransition,
  hasExpired,
  initialState,
  isActive,
  isHold,
  isOngoing,
  stateAfterExpiry,
  stateAfterPayment,
  stateAfterVerification,
  type Transition,
} from '../../../../src/domain/booking/states/booking-state.rules.js';
import { isWorkDue } from '../../../../src/domain/work.rules.js';

const now = new Date('2026-03-02T08:00:00Z');
const past = new Date('2026-03-02T07:59:59.999Z');
const future = new Date('2026-03-02T08:00:00.001Z');
const states = Object.values(BookingState);

describe('isActive', () => {
  it.each([
    ['awaiting_confirmation', null, true],
    ['awaiting_confirmation', past, true],
    ['confirmed', null, true],
    ['confirmed', past, true],
    ['awaiting_verification', null, true],
    ['awaiting_verification', future, true],
    ['awaiting_verification', now, false],
    ['awaiting_verification', past, false],
    ['awaiting_payment', future, true],
    ['awaiting_payment', past, false],
    ['verification_expired', future, false],
    ['declined', future, false],
    ['cancelled', null, false],
    ['deleted', null, false],
  ] as [BookingState, Date | null, boolean][])('%s that expires at %s: %s', (state, expiresAt, expected) => {
    expect(isActive({ state, expiresAt }, now)).toBe(expected);
  });

  it('a hold ends at the millisecond of its expiry', () => {
    const after = new Date(now.getTime() + 1);
    expect(isActive({ state: BookingState.AWAITING_PAYMENT, expiresAt: now }, now)).toBe(false);
    expect(isActive({ state: BookingState.AWAITING_PAYMENT, expiresAt: after }, now)).toBe(true);
  });
});

it('isOngoing includes the states of holds', () => {
  const ongoing = ['awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed'];
  expect(states.filter(isOngoing)).toEqual(ongoing);
});

describe('holds', () => {
  it('are the states that expire', () => {
    expect(states.filter(isHold)).toEqual(['awaiting_verification', 'awaiting_payment']);
  });

  it('expire at their time, and no other state does', () => {
    expect(states.filter((state) => hasExpired({ state, expiresAt: now }, now))).toEqual(states.filter(isHold));
    expect(states.filter((state) => hasExpired({ state, expiresAt: future }, now))).toEqual([]);
    expect(states.filter((state) => hasExpired({ state, expiresAt: null }, now))).toEqual([]);
  });

  it('expire to verification_expired or cancelled', () => {
    expect(stateAfterExpiry(BookingState.AWAITING_VERIFICATION)).toBe('verification_expired');
    expect(stateAfterExpiry(BookingState.AWAITING_PAYMENT)).toBe('cancelled');
  });
});

describe('the next state before confirmation', () => {
  it.each([
    [false, false, false, 'confirmed'],
    [false, false, true, 'awaiting_confirmation'],
    [false, true, false, 'awaiting_payment'],
    [false, true, true, 'awaiting_payment'],
    [true, false, false, 'awaiting_verification'],
    [true, true, true, 'awaiting_verification'],
  ])(
    'verification %s, payment %s, confirmation %s: begins as %s',
    (needsVerification, needsPayment, needsConfirmation, state) => {
      expect(initialState({ needsVerification, needsPayment, needsConfirmation })).toBe(state);
    },
  );

  it('follows from each state that precedes it', () => {
    expect(stateAfterVerification({ needsPayment: true, needsConfirmation: true })).toBe('awaiting_payment');
    expect(stateAfterVerification({ needsPayment: false, needsConfirmation: true })).toBe('awaiting_confirmation');
    expect(stateAfterVerification({ needsPayment: false, needsConfirmation: false })).toBe('confirmed');
    expect(stateAfterPayment({ needsConfirmation: true })).toBe('awaiting_confirmation');
    expect(stateAfterPayment({ needsConfirmation: false })).toBe('confirmed');
  });
});

describe('transitions', () => {
  const allowed: Record<Transition, string[]> = {
    verify: ['awaiting_verification'],
    confirm: ['awaiting_confirmation'],
    decline: ['awaiting_confirmation'],
    cancel: ['awaiting_verification', 'awaiting_payment', 'awaiting_confirmation', 'confirmed'],
    delete: states.filter((state) => state !== 'deleted'),
  };

  it.each(Object.keys(allowed) as Transition[])('%s is allowed in its states before a hold expires', (transition) => {
    const from = states.filter((state) => canTransition(transition, { state, expiresAt: future }, now));
    expect(from.toSorted()).toEqual(allowed[transition].toSorted());
  });

  it.each([
    ['verify', []],
    ['cancel', ['awaiting_confirmation', 'confirmed']],
  ] as [Transition, string[]][])('%s is allowed after a hold has expired in %j', (transition, expected) => {
    const from = states.filter((state) => canTransition(transition, { state, expiresAt: past }, now));
    expect(from.toSorted()).toEqual(expected);
  });

  it('a booking expires as a hold whose time has passed', () => {
    const expiring = (expiresAt: Date) => states.filter((state) => isWorkDue('hold', { state, expiresAt }, now));
    expect(expiring(future)).toEqual([]);
    expect(expiring(past).toSorted()).toEqual(['awaiting_payment', 'awaiting_verification']);
  });
});
