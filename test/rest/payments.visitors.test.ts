import { usePaymentWorld } from '../support/payment-world.js';
import { paidEvent } from '../support/stripe-double.js';
import { Visitor } from '../support/visitor.js';

const { world, setProvider, lastSession, tell } = usePaymentWorld();

it('a visitor pays an order by its token and returns to its page', async () => {
  await setProvider();
  const { subdomain } = world.account.credentials;
  const visitor = new Visitor({ origin: world.server.origin, subdomain });
  const placed = await visitor.post('/orders', {
    json: {
      person_attributes: { name: 'Ola', email: 'ola@example.org' },
      order_line_items: [{ service_id: world.giftCard, amount: 100 }],
    },
  });
  const { token } = placed.body.order;
  const { status, body } = await visitor.post(`/orders/${token}/checkout`);
  expect([status, body]).toEqual([200, { checkout: { url: `${world.stripe.url}/pay/${lastSession().id}` } }]);
  const page = `${world.server.origin}/sites/${subdomain}/shop/orders/${token}`;
  expect(world.stripe.requests[0]?.form).toMatchObject({
    success_url: `${page}?returned=paid`,
    cancel_url: `${page}?returned=cancelled`,
    customer_email: 'ola@example.org',
  });
  await tell(paidEvent(lastSession()));
  expect((await visitor.get(`/orders/${token}`)).body.order).toMatchObject({
    state: 'confirmed',
    gift_cards: [{ value: '100.0' }],
  });
  expect((await visitor.post('/orders/1-nothing/checkout')).status).toBe(404);
});
