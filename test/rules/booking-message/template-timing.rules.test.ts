import { dueTime, isTimely } from '../../../src/domain/booking-message/template-timing.rules.js';
import { MessageTemplateType } from '../../../src/domain/message-template/message-template.entity.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

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

  it('late when it confirms, and else not at all', () => {
    const [before, after] = [new Date(0), new Date(1)];
    expect(isTimely({ messageType: CONFIRMATION }, before, after)).toBe(true);
    expect(isTimely({ messageType: REMINDER }, before, after)).toBe(false);
    expect(isTimely({ messageType: FOLLOW_UP }, after, after)).toBe(true);
  });
});
