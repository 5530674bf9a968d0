import { Webhook } from 'standardwebhooks';
import {
  isSuccess,
  maxAttempts,
  nextAttemptAt,
  payloadOf,
  signedHeaders,
} from '../../../src/domain/web-hook/web-hook-delivery.rules.js';

const now = new Date('2026-03-02T07:00:00Z');
const pause = (attemptCount: number, retryAfter?: string, random = 0): number | undefined => {
  const at = nextAttemptAt({ attemptCount, retryAfter }, now, 30_000, random);
  return at && (at.getTime() - now.getTime()) / 1_000;
};

describe('a failed delivery', () => {
  it('is retried at most five times, after pauses that double', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempts) => pause(attempts))).toEqual([30, 60, 120, 240, 480, undefined]);
    expect(maxAttempts).toBe(6);
    expect(pause(1, undefined, 1)).toBe(36);
  });

  it.each([
    ['10', 30],
    ['45', 45],
    ['Mon, 02 Mar 2026 07:01:30 GMT', 90],
    ['Mon, 02 Mar 2026 06:00:00 GMT', 30],
    ['999999999', 86_400],
    ['soon', 30],
    ['-5', 30],
    ['', 30],
  ])('respects a Retry-After of %j: %s s', (retryAfter, seconds) => expect(pause(1, retryAfter)).toBe(seconds));

  it.each([
    [200, true],
    [204, true],
    [299, true],
    [199, false],
    [301, false],
    [304, false],
    [400, false],
    [410, false],
    [500, false],
  ])('a %i is accepted: %j', (status, taken) => expect(isSuccess(status)).toBe(taken));
});

describe('a payload', () => {
  const change = {
    name: 'event.modified',
    changed_at: '2026-03-02T08:00:00+01:00',
    performed_by: { kind: 'api_key', name: 'api' },
    object: 'event',
    object_id: 7,
    event: { id: 7, title: 'Yoga' },
    booking: null,
  };

  it("has the object in data, and at the root unless it would hide the event's name", () => {
    const data = { object: 'event', id: 7, event: { id: 7, title: 'Yoga' } };
    expect(JSON.parse(payloadOf(change, 'the-id'))).toEqual({
      object: 'event',
      id: 7,
      event: 'event.modified',
      idempotency_id: 'the-id',
      generated_at: change.changed_at,
      performed_by: change.performed_by,
      data,
    });
    const booking = { ...change, name: 'booking.created', object: 'booking', booking: { id: 7 }, event: null };
    expect(JSON.parse(payloadOf(booking, 'the-id'))).toMatchObject({
      event: 'booking.created',
      booking: { id: 7 },
      data: { object: 'booking', id: 7, booking: { id: 7 } },
    });
  });

  it('is signed in both ways', () => {
    const body = payloadOf(change, 'the-id');
    const at = new Date();
    const headers = signedHeaders('secret', 'the-id', at, body);
    expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(new Webhook('secret', { format: 'raw' }).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook('other', { format: 'raw' }).verify(body, headers)).toThrow();
  });
});
