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
    [REMINDER, '1 day', '2026-03-28T11:00:00.000Z'], // 12:00 local time both before and after the clock change
    [FOLLOW_UP, null, '2026-03-29T11:00:00.000Z'],
    [FOLLOW_UP, 'in 1 day', '2026-03-30T11:00:00.000Z'],
  ])('%s with the timing %j: at %s', (messageType, deliveryTiming, at) => {
    expect(dueTime({ ...always, messageType, deliveryTiming }, booking, zoneOf('Europe/Oslo'))?.toISOString()).toBe(at);
  });

  it.each([
    [{ active: true, services: [] }, true],
    [{ active: true, services: [3, 4] }, true],
    [{ active: true, services: [3] }, false],
    [{ active: false, services: [4] }, false],
  ])('if it applies to the service, %j: %s', (scope, isDue) => {
    const template = { ...scope, messageType: FOLLOW_UP, deliveryTiming: null };
    expect(dueTime(template, booking, zoneOf('Europe/Oslo')) !== undefined).toBe(isDue);
  });

  const [first, second, third] = [new Date(1), new Date(2), new Date(3)];
  it.each([
    ['a confirmation after its time', CONFIRMATION, first, first, { createdAt: first, updatedAt: second }, true],
    [
      'no confirmation of a booking that is older than the template',
      CONFIRMATION,
      second,
      third,
      { createdAt: first, updatedAt: third },
      false,
    ],
    [
      'no reminder whose time passed before the booking was changed',
      REMINDER,
      first,
      first,
      { createdAt: first, updatedAt: second },
      false,
    ],
    [
      'a reminder of a booking that is older than the template',
      REMINDER,
      third,
      third,
      { createdAt: first, updatedAt: second },
      true,
    ],
    [
      'a follow-up that is due at the time of the change',
      FOLLOW_UP,
      first,
      second,
      { createdAt: first, updatedAt: second },
      true,
    ],
  ])('in time: %s', (_, messageType, createdAt, at, timed, isDue) => {
    expect(isTimely({ messageType, createdAt }, at, timed)).toBe(isDue);
  });

  it.each([
    [REMINDER, second, false],
    [REMINDER, first, true],
    [FOLLOW_UP, first, false],
  ])('too late: a %s of a booking that ended at %j: %s', (messageType, bookedTo, isLate) => {
    expect(isTooLate({ messageType }, { bookedTo }, first)).toBe(isLate);
  });

  it.each([
    [CONFIRMATION, 'template:3'],
    [REMINDER, 'template:3:1970-01-01T00:00:00.001Z'],
    [FOLLOW_UP, 'template:3:1970-01-01T00:00:00.001Z'],
  ])('once per key: the key of a %s is %s', (messageType, deduplicationKey) => {
    expect(deduplicationKeyOf({ id: 3, messageType }, first)).toBe(deduplicationKey);
  });
});
