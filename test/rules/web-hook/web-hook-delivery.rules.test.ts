import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  isSuccess,
  maxAttempts,
  nextAttemptAt,
  payloadOf,
  signedHeaders,
  testEvent,
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

  it('has the values before the change in data alone: null for none, absent if the reader of the change has none', () => {
    const dataOf = (more: object) => JSON.parse(payloadOf({ ...change, ...more }, 'the-id')).data;
    expect(dataOf({})).not.toHaveProperty('previous');
    expect(dataOf({ previous: null }).previous).toBeNull();
    expect(dataOf({ previous: { event: { title: 'Pilates' }, booking: null } }).previous).toEqual({ title: 'Pilates' });
    expect(JSON.parse(payloadOf({ ...change, previous: null }, 'the-id'))).not.toHaveProperty('previous');
  });

  const body = payloadOf(change, 'the-id');
  const raw = (secret: string) => new Webhook(secret, { format: 'raw' });
  const digest = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const whsec = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;

  it('is signed in both ways', () => {
    const headers = signedHeaders({ own: [], ofAccount: ['secret'] }, 'the-id', new Date(), body);
    expect(headers['x-service-signature']).toBe(digest('secret'));
    expect(raw('secret').verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => raw('other').verify(body, headers)).toThrow();
  });

  it('is signed by each secret that is valid, and the former one of the account until its overlap ends', () => {
    const secrets = { own: [whsec('n'), whsec('o')], ofAccount: ['new', 'old'] };
    const headers = signedHeaders(secrets, 'the-id', new Date(), body);
    for (const receiver of [new Webhook(whsec('n')), new Webhook(whsec('o')), raw('new'), raw('old')]) {
      expect(receiver.verify(body, headers)).toEqual(JSON.parse(body));
    }
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(4);
    expect(headers['x-service-signature']).toBe(digest('old'));
  });

  it('is marked as a test only if it is one', () => {
    expect(JSON.parse(body)).not.toHaveProperty('test');
    const test = { ...change, name: testEvent, object: 'web_hook', web_hook: { id: 7 } };
    expect(JSON.parse(payloadOf(test, 'the-id'))).toMatchObject({ event: 'web_hook.test', test: true });
  });
});
