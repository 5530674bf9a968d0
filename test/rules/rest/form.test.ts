import { parseForm } from '../../../src/http/rest/request.js';
import { cpuLimit, cpuTimeOf } from '../../support/cpu-time.js';

function outcomeOf(text: string): unknown {
  try {
    return parseForm(text);
  } catch (error) {
    return error;
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('parseForm', () => {
  it.each([
    ['a=1&b=x+y', { a: '1', b: 'x y' }],
    ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[0][b]=1&a[1][b]=2', { a: [{ b: '1' }, { b: '2' }] }],
    ['a[][b]=1&a[][b]=2', { a: [{ b: '1' }, { b: '2' }] }],
    [
      'a[][b]=1&a[][c]=2&a[][b]=3&a[][c]=4',
      {
        a: [
          { b: '1', c: '2' },
          { b: '3', c: '4' },
        ],
      },
    ],
    ['a[][b]=1&a[][c]=2&a[][c]=3', { a: [{ b: '1', c: '2' }, { c: '3' }] }],
    ['a%5B%5D%5Bb%5D=1&a%5b%5d%5bb%5d=2', { a: [{ b: '1' }, { b: '2' }] }],
    [
      'a[][d]=1&a[][h][]=8&a[][h][]=9&a[][d]=2&a[][h][]=',
      {
        a: [
          { d: '1', h: ['8', '9'] },
          { d: '2', h: [''] },
        ],
      },
    ],
    ['o[a][][b]=1&o[a][][b]=2&o[c]=3', { o: { a: [{ b: '1' }, { b: '2' }], c: '3' } }],
    ['a[][b][c]=1&a[][b][d]=2&a[][b][c]=3', { a: [{ b: { c: '1', d: '2' } }, { b: { c: '3' } }] }],
    ['a[][b]=1&x[][b]=2&a[][b]=3', { a: [{ b: '1' }, { b: '3' }], x: [{ b: '2' }] }],
    ['a[][b][][c]=1&a[][b][][c]=2', { a: [{ b: [{ c: '1' }, { c: '2' }] }] }],
    ['a[][b]', { a: [{ b: '' }] }],
    ['__proto__[][polluted]=1&a[][__proto__][polluted]=1&a[][b]=1', { a: [{}, { b: '1' }].slice(1) }],
  ])('reads %s', (text, expected) => {
    expect(plain(parseForm(text))).toEqual(expected);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['too many objects', 'a[][b]=1&'.repeat(1_001)],
    ['too many fields', 'a[][b]=1&'.repeat(2_001)],
    ['fields that are nested too deeply', `a${'[][b]'.repeat(7)}=1`],
    ['a long key', `${'a'.repeat(1_001)}=1`],
    ['invalid escapes', 'a[][b]=%E0%A4%A'],
  ])('rejects %s', (_, text) => {
    expect(() => parseForm(text)).toThrow();
  });

  it('reads long bodies in linear time', () => {
    const texts = ['a[][b]=1&'.repeat(110_000), `a${'[][b]'.repeat(200_000)}=1`, `${'[]['.repeat(300_000)}=1`];
    for (const text of texts) expect(cpuTimeOf(() => outcomeOf(text))).toBeLessThan(cpuLimit(250));
  });
});
