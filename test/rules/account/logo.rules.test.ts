import { imageType, largestLogo, logoProblems } from '../../../src/domain/account/logo.rules.js';

describe('an image', () => {
  it.each([
    ['image/png', '89504e470d0a1a0a00'],
    ['image/jpeg', 'ffd8ffe1'],
    ['image/gif', '474946383761'],
    ['image/gif', '474946383961'],
    ['image/webp', '52494646ffffffff57454250'],
    [undefined, ''],
    [undefined, '89504e47'],
    [undefined, '474946383861'],
    [undefined, '5249464600000000574156'],
    [undefined, '0089504e470d0a1a0a'],
    [undefined, Buffer.from('<svg xmlns="').toString('hex')],
    [undefined, Buffer.from('<!doctype ht').toString('hex')],
  ])('%s is told by %s', (type, hex) => expect(imageType(Buffer.from(hex, 'hex'))).toBe(type));

  it('has at most 1 MB', () => {
    const bytes = Buffer.alloc(largestLogo + 1);
    bytes.write('GIF89a', 'latin1');
    expect(logoProblems(bytes.subarray(0, largestLogo))).toEqual({});
    expect(logoProblems(bytes)).toEqual({ logo: ['is too large (maximum is 1 MB)'] });
  });
});
