import { actorText, fieldsText, heldUntil, recorderText } from '../../../src/pages/dashboard/history/history.rules.js';
import {
  attributeTitle,
  everything,
  refusalFilterOf,
  ruleText,
} from '../../../src/pages/dashboard/views/setup/refusals.rules.js';

describe('who made a change', () => {
  const nobody = { id: null, apiKeyName: null };
  it.each([
    [{ kind: 'user', name: 'Kari', id: 3, apiKeyName: null }, 'Kari'],
    [{ kind: 'api_key', name: 'api', id: 5, apiKeyName: 'Website' }, 'Website (key 5)'],
    [{ kind: 'api_key', name: 'api', id: 5, apiKeyName: null }, 'Key 5'],
    [{ kind: 'background', name: 'background', ...nobody }, 'The server'],
    [{ kind: 'public', name: 'public', ...nobody }, 'A visitor of the booking page'],
    [{ kind: 'booking_link', name: 'link', ...nobody }, 'The person, by the link to the booking'],
    [{ kind: 'later_kind', name: 'x', ...nobody }, 'x (Later kind)'],
  ])('%j is "%s"', (actor, text) => {
    expect(actorText(actor)).toBe(text);
  });
});

it.each([
  ['background', 'The server'],
  ['api', 'An API key'],
  ['link', 'The person, by the link to the booking'],
  ['Kari Berg', 'Kari Berg'],
  [null, undefined],
])('what %s has recorded is of "%s"', (name, text) => {
  expect(recorderText(name)).toBe(text);
});

describe('what a change says', () => {
  it('names each field once, without the id beside its object, and without what every change changes', () => {
    expect(fieldsText(['updatedAt', 'bookedFrom', 'resourceId', 'resource', 'personId'])).toBe(
      'Booked from, resource, person',
    );
  });

  it('has until when a booking was held, only of holds', () => {
    const change = { cursor: '1-1', name: 'booking.created', changedAt: '', changedFields: [], requestId: null };
    const by = { performedBy: { kind: 'user', name: 'Kari', id: 1, apiKeyName: null } };
    const expiresAt = '2026-03-03T10:00:00+01:00';
    expect(heldUntil({ ...change, ...by, booking: { state: 'AWAITING_PAYMENT', expiresAt } })).toBe(expiresAt);
    expect(heldUntil({ ...change, ...by, booking: { state: 'CONFIRMED', expiresAt } })).toBeNull();
    expect(heldUntil({ ...change, ...by, booking: null })).toBeNull();
  });
});

describe('refusals', () => {
  it.each([
    ['resourceId: is not available', 'Resource is not available'],
    ['personAttributes.email: is invalid', 'Person: email is invalid'],
    ['Not found', 'Not found'],
  ])('"%s" is shown as "%s"', (rule, text) => {
    expect(ruleText(rule)).toBe(text);
  });

  it('have attributes as titles', () => {
    expect(attributeTitle('bookedFrom')).toBe('Booked from');
  });

  it('are filtered by what is chosen and is a value', () => {
    expect(refusalFilterOf(everything)).toEqual({});
    const choice = { who: 'key 5', from: '2026-03-01', to: '2026-03-02', rule: 'is invalid', serviceId: '7' };
    expect(refusalFilterOf({ ...everything, ...choice, bookingId: '12', requestId: ' r ' })).toEqual({
      apiKeyId: 5,
      createdAt: { from: '2026-03-01T00:00:00', to: '2026-03-03T00:00:00' },
      ...{ rule: 'is invalid', serviceId: 7, bookingId: 12, requestId: 'r' },
    });
    for (const bookingId of ['x', '0', '-1', '1.5', '9999999999']) {
      expect(refusalFilterOf({ ...everything, bookingId })).toEqual({});
    }
  });
});
