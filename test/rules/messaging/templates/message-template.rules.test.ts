import { MessageTemplateType } from '../../../../src/domain/messaging/templates/message-template.entity.js';
import { validateMessageTemplate } from '../../../../src/domain/messaging/templates/message-template.rules.js';
import { accepted } from '../../../../src/platform/accepted.js';

const { CONFIRMATION, REMINDER, FOLLOW_UP } = MessageTemplateType;
const afterCreation = ['must be after created_at'];
const beforeStart = ['must be before booked_from'];
const afterEnd = ['must be after booked_to'];

describe('the timing of a message template', () => {
  it.each([
    [CONFIRMATION, null, undefined],
    [CONFIRMATION, 'now', undefined],
    [CONFIRMATION, 'in 5 minutes', undefined],
    [CONFIRMATION, 'tomorrow at 12:00', undefined],
    [CONFIRMATION, '3 hours ago', afterCreation],
    [CONFIRMATION, 'soon', ['is invalid', accepted.period]],
    [REMINDER, null, ["can't be blank"]],
    [REMINDER, '3 hours ago', undefined],
    [REMINDER, '3 hours', undefined],
    [REMINDER, '1 day before at 12:00', undefined],
    [REMINDER, 'now', beforeStart],
    [REMINDER, 'in 3 hours', beforeStart],
    [REMINDER, 'at 9:00', beforeStart],
    [REMINDER, 'soon', ['is invalid', accepted.period]],
    [FOLLOW_UP, null, undefined],
    [FOLLOW_UP, 'in 1 day', undefined],
    [FOLLOW_UP, '1 day before', afterEnd],
    [undefined, 'in 1 day', undefined],
    [undefined, 'soon', ['is invalid', accepted.period]],
  ])('of a %s, %j: %j', (messageType, deliveryTiming, expected) => {
    const errors = validateMessageTemplate({
      ...(messageType && { messageType }),
      deliveryType: 'sms',
      template: 'Hello',
      deliveryTiming,
    });
    expect(errors['deliveryTiming']).toEqual(expected);
  });
});

it('requires a type, a delivery and a text', () => {
  const blank = ["can't be blank"];
  expect(validateMessageTemplate({ deliveryTiming: null })).toEqual({
    messageType: blank,
    deliveryType: blank,
    template: blank,
  });
});
