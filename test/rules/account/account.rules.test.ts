import { isCountryCode } from '../../../src/domain/account/account.rules.js';

describe('isCountryCode', () => {
  it.each(['NO', 'no', 'Gb', 'AQ', 'SS', 'BQ'])('accepts %j, which is assigned', (code) => {
    expect(isCountryCode(code)).toBe(true);
  });

  it.each([
    ['UK', 'reserved'],
    ['XK', 'for private use'],
    ['ZZ', 'for private use'],
    ['EU', 'reserved'],
    ['SU', 'no longer in use'],
    ['AN', 'no longer in use'],
    ['NOR', 'alpha-3'],
    ['578', 'numeric'],
    ['N', 'too short'],
    ['', 'empty'],
    [' NO', 'not trimmed'],
    // Its upper case has two letters.
    ['\u00df', 'not ASCII'],
    ['\ufb01', 'not ASCII'],
  ])('rejects %j, which is %s', (code) => {
    expect(isCountryCode(code)).toBe(false);
  });
});
