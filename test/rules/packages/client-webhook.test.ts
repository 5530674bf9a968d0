import { signedHeaders } from '../../../src/domain/web-hook/web-hook-delivery.rules.js';
import { verifyServiceSignature, verifyWebhook, WebhookError } from '../../../src/packages/client/index.js';

const own = `whsec_${Buffer.alloc(24, 'own').toString('base64')}`;
const former = `whsec_${Buffer.alloc(24, 'former').toString('base64')}`;
const other = `whsec_${Buffer.alloc(24, 'other').toString('base64')}`;
const ofAccount = 'a'.repeat(64);
const at = new Date('2026-03-02T09:00:00Z');
const now = () => at.getTime();
const body = '{"event":"booking.created","data":{"title":"Hår"}}';
const sent = JSON.parse(body);
const headers = signedHeaders({ own: [own, former], ofAccount: [ofAccount] }, 'msg_1', at, body);

describe('verifyWebhook', () => {
  it.each<[string, string | string[]]>([
    ['of the webhook', own],
    ['that is being replaced', former],
    ['of the account', ofAccount],
    ['among others', [other, own]],
  ])('accepts what the server signs, by the secret %s', async (_name, secret) => {
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(sent);
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), secret, { now })).toEqual(sent);
  });

  it.each<[string, string, Record<string, string>, RegExp]>([
    ['another body', `${body} `, headers, /not of this secret/],
    ['another id', body, { ...headers, 'webhook-id': 'msg_2' }, /not of this secret/],
    ['another time', body, { ...headers, 'webhook-timestamp': String(now() / 1_000 + 1) }, /not of this secret/],
    ['no signature', body, { ...headers, 'webhook-signature': '' }, /not of this secret/],
    ['a signature of another kind', body, { ...headers, 'webhook-signature': 'v2,AAAA v1,%%%' }, /not of this secret/],
    ['no time', body, { ...headers, 'webhook-timestamp': '' }, /not within 300 seconds/],
    ['a time that is no number', body, { ...headers, 'webhook-timestamp': '1e9' }, /not within 300 seconds/],
  ])('refuses %s', async (_name, text, changed, message) => {
    const verified = verifyWebhook(text, changed, own, { now });
    await expect(verified).rejects.toThrow(WebhookError);
    await expect(verified).rejects.toThrow(message);
  });

  it('refuses the secret of another webhook', async () => {
    await expect(verifyWebhook(body, headers, other, { now })).rejects.toThrow(WebhookError);
  });

  it.each([
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ])('%d seconds after the server has signed: %s', async (seconds, isAccepted) => {
    const verified = verifyWebhook(body, headers, own, { now: () => now() + seconds * 1_000 });
    expect(
      await verified.then(
        () => true,
        () => false,
      ),
    ).toBe(isAccepted);
  });

  it('compares a few signatures only', async () => {
    const many = { ...headers, 'webhook-signature': `${'v1,AAAA '.repeat(16)}${headers['webhook-signature']}` };
    await expect(verifyWebhook(body, many, own, { now })).rejects.toThrow(WebhookError);
  });

  it('refuses an empty secret, which would sign anything', async () => {
    await expect(verifyWebhook(body, headers, '', { now })).rejects.toThrow(TypeError);
    await expect(verifyWebhook(body, headers, 'whsec_', { now })).rejects.toThrow(TypeError);
  });
});

describe('verifyServiceSignature', () => {
  it('accepts what the server signs, by the secret of the account', async () => {
    expect(await verifyServiceSignature(body, headers, ofAccount)).toEqual(sent);
    expect(await verifyServiceSignature(body, headers, ['b'.repeat(64), ofAccount])).toEqual(sent);
  });

  it.each([
    ['another body', `${body} `, headers['x-service-signature'] ?? ''],
    ['a short signature', body, 'sha256=00'],
    ['no signature', body, ''],
  ])('refuses %s', async (_name, text, signature) => {
    await expect(verifyServiceSignature(text, { 'X-Service-Signature': signature }, ofAccount)).rejects.toThrow(
      WebhookError,
    );
  });
});
