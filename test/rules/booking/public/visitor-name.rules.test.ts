import { removeUrls } from '../../../../src/domain/booking/public/public-booking.rules.js';
import { validateName } from '../../../../src/domain/text/contact-details.js';
import { cpuLimit, cpuTimeOf } from '../../../support/cpu-time.js';

describe('the name of a visitor', () => {
  it.each([
    ['Kari Nordmann', 'Kari Nordmann'],
    ['Anne-Marie O’Neil jr.', 'Anne-Marie O’Neil jr.'],
    ['S:t Eriksson / Li', 'S:t Eriksson / Li'],
    ['J.R.R.Tolkien', 'J. R. R. Tolkien'],
    ['Dr.Smith', 'Dr. Smith'],
    ['김민준', '김민준'],
    ['http://evil.example', ''],
    ['You won https://evil.example/x?y=1 today', 'You won today'],
    ['Kari HTTPS://EVIL.EXAMPLE', 'Kari'],
    ['Kari (ftp://1.2.3.4)', 'Kari'],
    ['Kari www.evil.example', 'Kari'],
    ['evil.example/x Kari', 'Kari'],
    ['me@evil.example', ''],
    ['Kari 10.0.0.1', 'Kari'],
    ['Kari EVIL.EXAMPLE/X', 'Kari EVIL. EXAMPLE/X'],
    ['Kari evil。example', 'Kari'],
    ['Kari 例子.中国', 'Kari'],
  ])('%j without URLs is %j', (name, expected) => {
    expect(removeUrls(name)).toBe(expected);
  });

  it('is read in linear time', () => {
    const time = cpuTimeOf(() => {
      for (const part of ['a.', '.A', '://', ' ', '.']) removeUrls(part.repeat(30_000));
    });
    expect(time).toBeLessThan(cpuLimit(1_000));
  });

  it.each(['Kari \u202egro.live', '\u2066Kari\u2069', 'Kari\nLi', 'Kari\u0085'])('%j is rejected', (name) => {
    expect(validateName(name)).toEqual({ name: ['is invalid'] });
  });

  it.each(['Kari', 'דנה', null, undefined, ''])('%j is accepted', (name) => {
    expect(validateName(name)).toEqual({});
  });
});
