import { templateIdOf, templateKey } from '../../../../src/domain/messaging/templates/message-template.rules.js';

it.each([
  [templateKey(7), 7],
  [`${templateKey(7)}:2026-03-03T10:00:00.000Z`, 7],
  ['template:2147483647', 2147483647],
  ['template:', null],
  ['template:7x', null],
  ['reminder:2026-03-03T10:00:00.000Z', null],
  ['request:7:confirmation:email', null],
  [null, null],
])('the template of a message with the key %s is %s', (key, id) => {
  expect(templateIdOf(key)).toBe(id);
});
