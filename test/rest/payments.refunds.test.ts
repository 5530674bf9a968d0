import { usePaymentWorld } from '../support/payment-world.js';
import { payOrder } from '../support/shop.js';
import { paidEvent, type StripeDouble } from '../support/stripe-double.js';
import type { TestAccount } from '../support/test-server.js';

const { world, setProvider, newOrder, checkout, lastSession, tell } = usePaymentWorld();

let id: number;
beforeEach(async () => {
  await setProvider();
  id = await newOrder();
});

/** Pays what is left of the order on a new page of the provider. @returns the identifier of the payment */
async function payOnline(): Promise<string> {
  await checkout(id);
  expect((await tell(paidEvent(lastSession()))).body).toEqual({ outcome: 'recorded' });
  return `pi_${lastSession().id}`;
}

/** Pays twice the price of 100, half of it on a page of the provider, so that 100 can be refunded. */
async function payTwice(): Promise<string> {
  await checkout(id);
  await payOrder(world.account, id, '100');
  await tell(paidEvent(lastSession()));
  return `pi_${lastSession().id}`;
}

const refund = (amount: string, through: TestAccount = world.account) =>
  through.graphql(
    `mutation ($id: Int!, $amount: Decimal!) {
      refundByProvider(orderId: $id, amount: $amount) { refundable paidAmount }
    }`,
    { id, amount },
  );
const refusal = async (amount: string) => (await refund(amount)).errors?.[0].extensions.fields;
const refunded = async (amount: string) => (await refund(amount)).data?.refundByProvider;

/** The refundable amount, the recorded refunds, and the refunds at the provider. */
async function stored() {
  const { data } = await world.account.graphql(
    'query ($id: Int!) { order(id: $id) { refundable payments { amount } providerRefunds { amount state } } }',
    { id },
  );
  const { refundable, payments, providerRefunds } = data.order;
  const amounts: string[] = payments.map(({ amount }: { amount: string }) => amount);
  return {
    refundable,
    recorded: amounts.filter((amount) => amount.startsWith('-')),
    refunds: providerRefunds.map(({ amount, state }: { amount: string; state: string }) => `${state} ${amount}`),
  };
}
const asked = () => world.stripe.requests.filter(({ path }) => path === '/v1/refunds');

describe('a refund at the provider', () => {
  it('of five at the same time in two processes is made and recorded once, if there is enough for one', async () => {
    const payment = await payTwice();
    await world.account.graphql('mutation ($id: Int!) { recordRefund(orderId: $id, amount: "50") { id } }', { id });
    const other = world.account.at(
      (await world.server.another({ paymentProviderUrls: { stripe: world.stripe.url } })).origin,
    );
    const amounts = ['50', '50', '49', '48', '47'];
    const answers = await Promise.all(
      amounts.map((amount, index) => refund(amount, index % 2 === 0 ? world.account : other)),
    );
    const made = answers.flatMap(({ data, errors }, index) => (errors || !data ? [] : [Number(amounts[index])]));
    expect(made).toHaveLength(1);
    expect(asked()).toHaveLength(1);
    expect(world.stripe.refunds).toEqual([{ payment, amount: 100 * (made[0] ?? 0) }]);
    expect((await stored()).recorded).toEqual(['-50.0', `-${made[0]}.0`]);
  });

  it('says why, with its payment and while the provider does not answer', async () => {
    await payTwice();
    const by = (operation: string, amount: string, reason: string) =>
      world.account.graphql(
        `mutation ($id: Int!, $amount: Decimal!, $reason: String) {
          refund: ${operation}(orderId: $id, amount: $amount, reason: $reason) {
            payments { amount method reason } providerRefunds { amount reason }
          }
        }`,
        { id, amount, reason },
      );
    await by('recordRefund', '30', 'Came late');
    const { data } = await by('refundByProvider', '20.5', 'The colour was wrong');
    expect(data.refund).toEqual({
      payments: [
        { amount: '100.0', method: null, reason: null },
        { amount: '100.0', method: 'ONLINE', reason: null },
        { amount: '-30.0', method: null, reason: 'Came late' },
        { amount: '-20.5', method: 'ONLINE', reason: 'The colour was wrong' },
      ],
      providerRefunds: [{ amount: '20.5', reason: 'The colour was wrong' }],
    });
    for (const operation of ['recordRefund', 'refundByProvider']) {
      const { errors } = await by(operation, '10', 'x'.repeat(256));
      expect(errors?.[0].extensions.fields).toEqual({ reason: ['is too long (maximum is 255 characters)'] });
    }
  });

  it('goes to the oldest payment first, and to several if one is not enough', async () => {
    await checkout(id);
    const first = lastSession();
    await payOrder(world.account, id, '40');
    const second = await payOnline();
    await tell(paidEvent(first));
    await world.account.put(`/orders/${id}/cancel`);
    expect((await stored()).refundable).toBe('200.0');
    expect(await refusal('160.01')).toEqual({ amount: ['must be less than or equal to 160.0'] });
    expect(await refunded('60')).toEqual({ refundable: '140.0', paidAmount: '140.0' });
    expect(await refunded('50')).toEqual({ refundable: '90.0', paidAmount: '90.0' });
    expect(await refunded('50')).toEqual({ refundable: '40.0', paidAmount: '40.0' });
    expect(world.stripe.refunds).toEqual([
      { payment: `pi_${first.id}`, amount: 6_000 },
      { payment: `pi_${first.id}`, amount: 4_000 },
      { payment: second, amount: 1_000 },
      { payment: second, amount: 5_000 },
    ]);
    expect(await refusal('1')).toEqual({ orderId: ['has nothing to refund'] });
    expect((await stored()).recorded).toEqual(['-60.0', '-40.0', '-10.0', '-50.0']);
  });

  it('that the provider refuses can be tried again', async () => {
    await payTwice();
    world.stripe.fail = (response) => void response.writeHead(402).end('{}');
    expect(await refusal('100')).toEqual({ provider: ['answered with status 402'] });
    expect(await stored()).toEqual({ refundable: '100.0', recorded: [], refunds: ['REFUSED 100.0'] });
    world.stripe.fail = undefined;
    expect(await refunded('100')).toEqual({ refundable: '0.0', paidAmount: '100.0' });
    expect(new Set(asked().map(({ key }) => key)).size).toBe(2);
  });

  it.each<[string, Partial<Pick<StripeDouble, 'losesAnswers' | 'fail'>>]>([
    ['whose answer was lost', { losesAnswers: true }],
    ['that did not arrive', { fail: (response) => response.destroy() }],
    ['to which the provider answers 500', { fail: (response) => void response.writeHead(500).end() }],
  ])('%s stays claimed; the same amount repeats it, and it is made once', async (_name, fault) => {
    const payment = await payTwice();
    Object.assign(world.stripe, fault);
    expect(Object.keys(await refusal('100'))).toEqual(['provider']);
    expect(await stored()).toEqual({ refundable: '0.0', recorded: [], refunds: ['UNANSWERED 100.0'] });
    world.stripe.fail = undefined;
    world.stripe.losesAnswers = false;
    const hint = 'a refund of 100.0 has no answer yet: that amount repeats it';
    expect(await refusal('40')).toEqual({ orderId: ['has nothing to refund', hint] });
    const { errors } = await world.account.graphql(
      'mutation ($id: Int!) { recordRefund(orderId: $id, amount: "100") { id } }',
      { id },
    );
    expect(errors?.[0].extensions.fields).toEqual({ orderId: ['has nothing to refund'] });
    expect(await refunded('100')).toEqual({ refundable: '0.0', paidAmount: '100.0' });
    expect(world.stripe.refunds).toEqual([{ payment, amount: 10_000 }]);
    expect(new Set(asked().map(({ key }) => key)).size).toBe(1);
    expect(await stored()).toEqual({ refundable: '0.0', recorded: ['-100.0'], refunds: ['DONE 100.0'] });
  });

  it('whose process died is repeated after a minute', async () => {
    const payment = await payTwice();
    world.stripe.losesAnswers = true;
    await refund('100');
    world.stripe.losesAnswers = false;
    await world.server.sql(
      `update payment_refund set state = 'claimed' where account_id = ?`,
      world.account.credentials.id,
    );
    expect(await refusal('100')).toEqual({ orderId: ['has nothing to refund'] });
    world.server.clock.advance(2);
    expect(await refunded('100')).toEqual({ refundable: '0.0', paidAmount: '100.0' });
    expect(world.stripe.refunds).toEqual([{ payment, amount: 10_000 }]);
    expect((await stored()).recorded).toEqual(['-100.0']);
  });

  it('of several payments ends as a whole if the first is not answered', async () => {
    await checkout(id);
    const first = lastSession();
    await payOrder(world.account, id, '40');
    await payOnline();
    await tell(paidEvent(first));
    await world.account.put(`/orders/${id}/cancel`);
    world.stripe.fail = (response) => response.destroy();
    await refund('120');
    world.stripe.fail = undefined;
    expect((await stored()).refunds).toEqual(['UNANSWERED 100.0', 'UNANSWERED 20.0']);
    expect(await refunded('120')).toEqual({ refundable: '80.0', paidAmount: '80.0' });
    expect((await stored()).refunds).toEqual(['DONE 100.0', 'DONE 20.0']);
  });
});
