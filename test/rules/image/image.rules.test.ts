import { imageType, maxImageBytes, validateImage } from '../../../src/domain/image/image.rules.js';

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
  ])('%s is recognised by %s', (type, hex) => expect(imageType(Buffer.from(hex, 'hex'))).toBe(type));

  const cutOff = { logo: ['is invalid', 'has no size: the file may be cut off'] };
  const large = { logo: ['is too large (maximum is 25 megapixels)'] };
  it.each([
    ['PNG of 5000 x 5000', '89504e470d0a1a0a0000000d494844520000138800001388', {}],
    ['PNG of 5000 x 5001', '89504e470d0a1a0a0000000d494844520000138800001389', large],
    ['PNG of 2^32 - 1 squared', '89504e470d0a1a0a0000000d49484452ffffffffffffffff', large],
    ['GIF of 65535 squared', '474946383961ffffffff', large],
    ['JPEG of 8000 x 4000, after another segment', 'ffd8ffe000040000ffc00011080fa01f40', large],
    ['JPEG of 16 x 16', 'ffd8ffc0001108001000100000', {}],
    ['extended WebP of 8000 x 4000', '52494646ffffffff574542505650385800000000000000003f1f009f0f00', large],
    ['lossless WebP of 16384 squared', '52494646ffffffff574542505650384c000000002fffffff0f', large],
    ['lossy WebP of 16383 squared', '52494646ffffffff57454250565038200000000000000000009d012aff3fff3f', large],
    ['PNG of its signature', '89504e470d0a1a0a', cutOff],
    ['PNG that is cut off', '89504e470d0a1a0a0000000d49484452', cutOff],
    ['PNG without a width', '89504e470d0a1a0a0000000d494844520000000000000001', cutOff],
    ['JPEG of 3 bytes', 'ffd8ff', cutOff],
    ['JPEG without a frame', 'ffd8ffe000104a464946', cutOff],
    ['GIF of its signature', '474946383961', cutOff],
    ['WebP of its signature', '52494646ffffffff57454250', cutOff],
    ['WebP that is cut off', '52494646ffffffff5745425056503820200000', cutOff],
  ])('%s', (_name, hex, errors) => expect(validateImage('logo', Buffer.from(hex, 'hex'))).toEqual(errors));

  it('has at most 1 MB', () => {
    const bytes = Buffer.alloc(maxImageBytes + 1);
    bytes.write('GIF89a\x01\x00\x01\x00', 'latin1');
    expect(validateImage('logo', bytes.subarray(0, maxImageBytes))).toEqual({});
    expect(validateImage('logo', bytes)).toEqual({ logo: ['is too large (maximum is 1 MB)'] });
  });
});
