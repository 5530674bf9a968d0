import { usePaymentWorld } from '../support/payment-world.js';
import { secretKey, webhookSecret } from '../support/stripe-double.js';

const { world, setProvider } = usePaymentWorld();

describe('the keys of a provider', () => {
  it('are never shown, also not in changes', async () => {
    expect(await setProvider()).toEqual({ data: { setPaymentProvider: { provider: 'stripe', active: true } } });
    const { data } = await world.account.graphql('{ paymentSettings { provider active } }');
    expect(data.paymentSettings).toEqual({ provider: 'stripe', active: true });
    const rows = await world.server.sql<{ snapshot: string }>(
      `select snapshot::text || coalesce(previous::text, '') as snapshot from change
       where account_id = ? and object_type = 'payment_settings'`,
      world.account.credentials.id,
    );
    expect(rows).toHaveLength(1);
    for (const { snapshot } of rows) {
      expect(snapshot).not.toContain(secretKey);
      expect(snapshot).not.toContain(webhookSecret);
    }
  });

  it('are checked and kept when they are absent; only admins set them', async () => {
    const fields = async (input: object) => (await setProvider(input)).errors?.[0].extensions.fields;
    expect(await fields({ secretKey: '', webhookSecret: 'short' })).toEqual({
      secretKey: ["can't be blank"],
      webhookSecret: ['is invalid'],
    });
    expect(await fields({ provider: 'other' })).toEqual({
      provider: ['is not included in the list', 'must be stripe or mollie'],
    });
    await setProvider();
    expect((await setProvider({ secretKey: null, webhookSecret: null })).data.setPaymentProvider.active).toBe(true);
    const manager = await world.server.withRole(world.account, 'manager');
    expect((await setProvider({}, manager)).errors?.[0].extensions.code).toBe('FORBIDDEN');
  });
});
