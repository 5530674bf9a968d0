import { createHmac } from 'node:crypto';
import { verifyStripeSignature } from '../../../src/platform/payments/stripe/stripe-notification.js';

const at = new Date('2026-03-02T07:00:00Z');
const seconds = at.getTime() / 1_000;
const sign = (time: number | string, body: string, secret = 'whsec') =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');

describe('a signature', () => {
  const verify = (header: string | undefined) => () => verifyStripeSignature(header, '{}', 'whsec', at);

  it.each([
    ['is correct', `t=${seconds},v1=${sign(seconds, '{}')}`],
    ['contains spaces', `t=${seconds}, v1=${sign(seconds, '{}')}`],
    ['also has another scheme', `t=${seconds},v0=x,v1=${sign(seconds, '{}')}`],
    [
      'also has a signature by an earlier secret',
      `t=${seconds},v1=${sign(seconds, '{}', 'old')},v1=${sign(seconds, '{}')}`,
    ],
    ['is 300 s old', `t=${seconds - 300},v1=${sign(seconds - 300, '{}')}`],
    ['is 300 s ahead', `t=${seconds + 300},v1=${sign(seconds + 300, '{}')}`],
  ])('is accepted if it %s', (_name, header) => {
    expect(verify(header)).not.toThrow();
  });

  it.each([
    [undefined, 'is not signed'],
    ['', 'is not signed'],
    [`v1=${sign(seconds, '{}')}`, 'is not signed'],
    [`t=x,v1=${sign('x', '{}')}`, 'is not signed'],
    [`t=${seconds}`, 'has a wrong signature'],
    [`t=${seconds},v1=`, 'has a wrong signature'],
    [`t=${seconds},v1=zz`, 'has a wrong signature'],
    [`t=${seconds},v1=${sign(seconds, '{ }')}`, 'has a wrong signature'],
    [`t=${seconds},v1=${sign(seconds, '{}', 'other')}`, 'has a wrong signature'],
    [`t=${seconds + 1},v1=${sign(seconds, '{}')}`, 'has a wrong signature'],
    [`t=${seconds - 301},v1=${sign(seconds - 301, '{}')}`, 'is too old'],
    [`t=${seconds + 301},v1=${sign(seconds + 301, '{}')}`, 'is too old'],
  ])('%j is rejected, because it %s', (header, message) => {
    expect(verify(header)).toThrow(message);
  });
});
