import { validateWebHook } from '../../../src/domain/web-hook/web-hook.rules.js';

const targetUrl = 'https://example.org/hook';

describe('the events of a webhook', () => {
  it.each([
    '*',
    'booking.*',
    'booking.created',
    'booking.modified',
    'booking.verified',
    'booking.confirmed',
    'booking.declined',
    'booking.cancelled',
    'booking.deleted',
    'event.*',
    'event.created',
    'event.modified',
    'event.deleted',
    'person.*',
    'person.created',
    'person.modified',
    'person.deleted',
    'message.*',
    'message.processed',
  ])('%s', (event) => {
    expect(validateWebHook({ targetUrl, event })).toEqual({});
  });

  it.each(['', 'booking', 'booking.', '.*', '*.*', '**', 'event.verified', 'message.created', 'constructor', ' *'])(
    'do not include %j',
    (event) => {
      expect(validateWebHook({ targetUrl, event })).toEqual({
        event: ['is not included in the list', expect.stringMatching(/^must be one of /)],
      });
    },
  );
});
