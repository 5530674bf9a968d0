import { cleanAttribute, codeKey, textKey, withCode } from '../../src/platform/text.js';

const nfd = (text: string) => text.normalize('NFD');

describe('textKey', () => {
  it.each([
    ['José', nfd('JOSÉ')],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['straße', 'STRASSE'],
    ['straße', 'STRAẞE'],
    ['ﬁne', 'FINE'],
    ['ŉ', 'ʼN'],
    ['ᾳ', 'ΑΙ'],
    ['µ', 'Μ'],
    ['K', '\u212a'],
    ['İ', 'i\u0307'],
    ['Kari\u200b', 'kari'],
    ['\ufeffk\u00ada\u202er\u2066i\u2069', 'Kari'],
    ['علی\u200cرضا', 'علیرضا'],
  ])('%j equals %j', (one, other) => {
    expect(textKey(one)).toBe(textKey(other));
  });

  it.each([
    ['José', 'Jose'],
    ['ı', 'i'],
    ['Åse', 'Ase'],
    ['a b', 'ab'],
    ['Kari\n', 'Kari'],
  ])('%j differs from %j', (one, other) => {
    expect(textKey(one)).not.toBe(textKey(other));
  });

  /** With both flags, the engine compares characters by simple case folding. */
  it('equals the case folding of the engine for every character', () => {
    const wrong: string[] = [];
    for (let code = 0; code < 0x1_10000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const composed = String.fromCodePoint(code).normalize('NFC');
      const key = textKey(composed);
      if (textKey(key) !== key) wrong.push(`${code.toString(16)} is not stable`);
      if ([...key].length !== 1 || [...composed].length !== 1 || key === composed) continue;
      if (!new RegExp(`^\\u{${composed.codePointAt(0)?.toString(16)}}$`, 'iu').test(key)) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

describe('cleanAttribute', () => {
  it.each([
    ['email', 'kari\u200b@ex\u00adample.org\ufeff', 'kari@example.org'],
    ['phoneNumber', '\u202a+47 406 22 222\u202c', '+47 406 22 222'],
    ['phone_number', '+47\u2060406', '+47406'],
    ['mailNotificationRecipient', nfd('josé@example.org'), 'josé@example.org'],
    ['name', nfd('José\u200b Öst\u200f'), 'José Öst'],
    ['name', 'Ka\u200dri', 'Kari'],
    // Joiners that change how the letters beside them are displayed.
    ['name', 'علی\u200cرضا', 'علی\u200cرضا'],
    ['name', 'Kari 💇🏽‍♀️', 'Kari 💇🏽‍♀️'],
    ['name', '\u202ekari', 'kari'],
    ['search', '\u2068Kari\u2069', 'Kari'],
    ['title', 'Cut\u200b', 'Cut\u200b'],
  ])('%s %j becomes %j', (attribute, given, stored) => {
    expect(cleanAttribute(attribute, given)).toBe(stored);
  });
});

describe('codes', () => {
  it.each([
    'abcd-1234-efgh',
    ' ABCD 1234 EFGH ',
    'ABCD1234EFGH',
    'ABCD–1234—EFGH',
    'ＡＢＣＤ１２３４ＥＦＧＨ',
    'abcd\u00a01234\u200befgh',
  ])('%j is ABCD-1234-EFGH', (given) => {
    expect(codeKey(given)).toBe(codeKey('ABCD-1234-EFGH'));
  });

  it('are found exactly, or else if only one has the key', () => {
    const [dashed, plain] = [{ code: 'A-B' }, { code: 'AB' }];
    expect(withCode([dashed, plain], 'a-b')).toBe(dashed);
    expect(withCode([dashed, plain], ' ab ')).toBe(plain);
    expect(withCode([dashed, plain], 'a b')).toBeUndefined();
    expect(withCode([dashed], 'a b')).toBe(dashed);
  });
});
