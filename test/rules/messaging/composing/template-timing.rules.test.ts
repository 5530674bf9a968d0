import {
  deduplicationKeyOf,
  dueTime,
  isTimely,
  isTooLate,
} from '../../../../src/domain/messaging/composing/template-timing.rules.js';
import { MessageTemplateType } from '../../../../src/domain/messaging/templates/message-template.entity.js';
import { zoneOf } from '../../../../src/platform/time/zone.js';

const { CONFIRMATION, REMINDER, FOLLOW_UP } = MessageTemplateType;
const booking = {
  createdAt: new Date('2026-03-02T07:00:00Z'),
  bookedFrom: new Date('2026-03-29T10:00:00Z'),
  bookedTo: new Date('2026-03-29T11:00:00Z'),
  serviceId: 4,
};
const always = { active: true, services: [] };

describe('a message template is due', () => {
  it.each([
    [CONFIRMATION, null, '2026-03-02T07:00:00.000Z'],
    [CONFIRMATION, 'in 5 minutes', '2026-03-02T07:05:00.000Z'],
    [REMINDER, '3 hours ago', '2026-03-29T07:00:00.000Z'],
    [REMINDER, '1 day', '2026-03-28T11:00:00.000Z'], // the wall clock is what is kept
    [FOLLOW_UP, null, '2026-03-29T11:00:00.000Z'],
    [FOLLOW_UP, 'in 1 day', '2026-03-30T11:00:00.000Z'],
  ])('%s, %s: %s', (messageType, deliveryTiming, at) => {
    expect(dueTime({ ...always, messageType, deliveryTiming }, booking, zoneOf('Europe/Oslo'))?.toISOString()).toBe(at);
  });

  it.each([
    [{ active: true, services: [] }, true],
    [{ active: true, services: [3, 4] }, true],
    [{ active: true, services: [3] }, false],
    [{ active: false, services: [4] }, false],
  ])('for %j: %s', (scope, isDue) => {
    const template = { ...scope, messageType: FOLLOW_UP, deliveryTiming: null };
    expect(dueTime(template, booking, zoneOf('Europe/Oslo')) !== undefined).toBe(isDue);
  });

  const [first, second, third] = [new Date(1), new Date(2), new Date(3)];
  it.each([
    ['a confirmation that is late', CONFIRMATION, first, first, { createdAt: first, updatedAt: second }, true],
    ['one of a booking before it', CONFIRMATION, second, third, { createdAt: first, updatedAt: third }, false],
    ['a reminder that is late', REMINDER, first, first, { createdAt: first, updatedAt: second }, false],
    ['one of a booking before it', REMINDER, third, third, { createdAt: first, updatedAt: second }, true],
    ['what is due at once', FOLLOW_UP, first, second, { createdAt: first, updatedAt: second }, true],
  ])('%s', (_, messageType, createdAt, at, timed, isDue) => {
    expect(isTimely({ messageType, createdAt }, at, timed)).toBe(isDue);
  });

  it.each([
    [REMINDER, second, false],
    [REMINDER, first, true],
    [FOLLOW_UP, first, false],
  ])('too late: %s, over at %j', (messageType, bookedTo, isLate) => {
    expect(isTooLate({ messageType }, { bookedTo }, first)).toBe(isLate);
  });

  it.each([
    [CONFIRMATION, 'template:3'],
    [REMINDER, 'template:3:1970-01-01T00:00:00.001Z'],
    [FOLLOW_UP, 'template:3:1970-01-01T00:00:00.001Z'],
  ])('once: %s', (messageType, deduplicationKey) => {
    expect(deduplicationKeyOf({ id: 3, messageType }, first)).toBe(deduplicationKey);
  });
});
