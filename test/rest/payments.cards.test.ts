import { createBookableService } from '../support/catalog.js';
import { type ProviderDriver, startProviderDrivers } from '../support/provider-drivers.js';
import { sendRequest } from '../support/send-request.js';
import { messagesOf } from '../support/shop.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const now = '2026-03-02T07:00:00Z';
const drivers = await startProviderDrivers(now);
const paymentProviderUrls = Object.fromEntries(drivers.map(({ name, url }) => [name, url]));
const server = await useOwnTestServer({ now, config: { paymentProviderUrls } });
const settings = 'mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { asksForCards } }';

describe.each(drivers)('a card that is stored by $name without a payment', (driver) => {
  let account: TestAccount;

  async function newAccount(keys: object, asksForCards = true): Promise<TestAccount> {
    const created = await server.account({ publicAccess: true });
    await server.configure(created, { currency: 'EUR', allow_cancellation: true });
    const input = { provider: driver.name, asksForCards, ...keys };
    expect((await created.graphql(settings, { input })).data).toEqual({ setPaymentProvider: { asksForCards } });
    return created;
  }
  beforeEach(async () => {
    server.clock.set(now);
    driver.takesTime(false);
    driver.declines(false);
    account = await newAccount(driver.keys[0]);
  });

  interface Held {
    id: number;
    path: string;
  }
  async function book(service: object = {}, of = account): Promise<Held> {
    const fees = { price: 300, cancellation_fees: '8760: 50 %, no-show: 40', ...service };
    const { serviceId, resourceId } = await createBookableService(of, { service: fees });
    const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const wanted = { ...time, service_id: serviceId, resource_id: resourceId, person_attributes };
    const { id } = await of.create('/bookings', 'booking', wanted, { confirm: false });
    const { link } = (await of.get(`/bookings/${id}/link`)).body.booking;
    return { id, path: `/bookings/${link.split('/').at(-1)}` };
  }
  const visitor = (of = account) => new Visitor(of);
  const openPage = ({ path }: Held, of = account) =>
    visitor(of).post(`${path}/checkout`, { json: { return_url: 'https://example.org' } });
  const removeCard = ({ path }: Held) => visitor().send('DELETE', `${path}/card`);
  const tell = async (
    notification: ReturnType<ProviderDriver['unknown']>,
    to = account,
  ): Promise<[number, unknown]> => {
    const path = `${server.origin}/payments/${driver.name}/${to.credentials.subdomain}`;
    const { status, text } = await sendRequest(path, { method: 'POST', ...notification });
    return [status, JSON.parse(text).outcome];
  };
  async function shown({ path }: Held, of = account): Promise<string> {
    const { state, payable_online, cancellation_fee } = (await visitor(of).get(path)).body.booking;
    return `${state}, ${payable_online} payable, card ${cancellation_fee?.card}`;
  }
  const charge = (id: number) =>
    account.graphql(
      'mutation ($id: Int!) { chargeCancellationFee(bookingId: $id) { cancellationFee { owed card } } }',
      {
        id,
      },
    );
  const feeAfter = async (id: number) => (await charge(id)).data.chargeCancellationFee.cancellationFee;
  const paymentsOf = async (id: number) => {
    const [row] = await server.sql<{ order_id: number }>(
      'select order_id from booking where account_id = ? and id = ?',
      account.credentials.id,
      id,
    );
    const { data } = await account.graphql('query ($id: Int!) { order(id: $id) { payments { amount } } }', {
      id: row?.order_id,
    });
    return data.order.payments.map(({ amount }: { amount: string }) => amount);
  };

  const held = 'awaiting_payment, null payable, card awaited';
  const confirmed = 'confirmed, null payable, card stored';

  it.each([
    ['a price', {}],
    ['the price 0', { price: 0 }],
    ['no price', { price: null }],
  ])('confirms the booking of a service with %s, which is held until then', async (_, service) => {
    const booking = await book(service);
    expect(await shown(booking)).toBe(held);
    expect((await openPage(booking)).status).toBe(200);
    expect(await shown(booking)).toBe(held);
    const notification = driver.pay();
    const answers = await Promise.all([1, 2, 3].map(() => tell(notification)));
    expect(answers.map(([, outcome]) => outcome).toSorted()).toEqual(['recorded', 'repeated', 'repeated']);
    expect(await shown(booking)).toBe(confirmed);
    expect((await server.changes(account)).filter((name) => name === 'booking.confirmed')).toHaveLength(1);
    expect(await paymentsOf(booking.id)).toEqual([]);
  });

  it('is charged a fee once, which is pressed twice, by five at once, and notified three times', async () => {
    const booking = await book();
    await openPage(booking);
    await tell(driver.pay());
    expect((await visitor().post(`${booking.path}/cancel`)).status).toBe(200);
    driver.takesTime(true);
    const before = driver.charges();
    expect(await feeAfter(booking.id)).toEqual({ owed: '150.0', card: 'STORED' });
    const notification = driver.charged();
    await Promise.all([1, 2, 3, 4, 5].map(() => charge(booking.id)));
    const answers = await Promise.all([1, 2, 3].map(() => tell(notification)));
    expect(answers.map(([status]) => status)).toEqual([200, 200, 200]);
    expect((await tell(notification))[1]).toBe('repeated');
    expect(await feeAfter(booking.id)).toEqual({ owed: '0.0', card: 'REMOVABLE' });
    expect(driver.charges() - before).toBe(1);
    expect(await paymentsOf(booking.id)).toEqual(['150.0']);
  });

  it('that the bank refuses leaves the fee of a person who did not come owed, with a link to pay it', async () => {
    const booking = await book({ price: null, cancellation_fees: 'no-show: 40' });
    await openPage(booking);
    await tell(driver.pay());
    await account.put(`/bookings/${booking.id}`, { json: { booking: { status: 'no_show' } } });
    driver.declines(true);
    expect(await feeAfter(booking.id)).toEqual({ owed: '40.0', card: 'STORED' });
    const asked = await messagesOf(server, account);
    expect(asked.map(({ kind, recipient }) => [kind, recipient])).toEqual([['order', 'kari@example.org']]);
    expect(asked[0]?.body).toContain(booking.path);
    expect(await shown(booking)).toBe('confirmed, 40.0 payable, card stored');
    expect((await openPage(booking)).status).toBe(200);
    expect(await tell(driver.pay())).toEqual([200, 'recorded']);
    expect(await feeAfter(booking.id)).toEqual({ owed: '0.0', card: 'REMOVABLE' });
    expect(await paymentsOf(booking.id)).toEqual(['40.0']);
  });

  it('that the bank refuses only after a while leaves the fee owed, and the person is asked once', async () => {
    const booking = await book();
    await openPage(booking);
    await tell(driver.pay());
    await visitor().post(`${booking.path}/cancel`);
    driver.takesTime(true);
    await charge(booking.id);
    expect(await messagesOf(server, account)).toEqual([]);
    const notification = driver.charged(false);
    expect(await tell(notification)).toEqual([200, 'recorded']);
    expect(await tell(notification)).toEqual([200, 'repeated']);
    expect((await messagesOf(server, account)).map(({ kind }) => kind)).toEqual(['order']);
    driver.takesTime(false);
    expect(await feeAfter(booking.id)).toEqual({ owed: '0.0', card: 'REMOVABLE' });
    expect(await paymentsOf(booking.id)).toEqual(['150.0']);
  });

  it('is charged once by five at once while answers are lost', async () => {
    const booking = await book();
    await openPage(booking);
    await tell(driver.pay());
    await visitor().post(`${booking.path}/cancel`);
    const before = driver.charges();
    driver.losesAnswers(true);
    await Promise.all([1, 2, 3, 4, 5].map(() => charge(booking.id)));
    driver.losesAnswers(false);
    await Promise.all([1, 2].map(() => charge(booking.id)));
    expect(await feeAfter(booking.id)).toEqual({ owed: '0.0', card: 'REMOVABLE' });
    expect(driver.charges() - before).toBe(1);
    expect(await paymentsOf(booking.id)).toEqual(['150.0']);
  });

  it('cannot be removed while the booking relies on it, and can after', async () => {
    const booking = await book();
    expect((await removeCard(booking)).body).toEqual({ card: ['is not stored'] });
    await openPage(booking);
    await tell(driver.pay());
    const needed = { card: ['is needed until no fee of a booking can be charged any more'] };
    expect(await removeCard(booking)).toMatchObject({ status: 400, body: needed });
    const { errors } = await account.graphql(`mutation { removeCard(bookingId: ${booking.id}) { id } }`);
    expect(errors?.[0].extensions.fields).toEqual(needed);
    expect((await visitor().post(`${booking.path}/cancel`)).status).toBe(200);
    expect((await removeCard(booking)).body).toEqual(needed);
    await account.graphql(`mutation { waiveCancellationFee(bookingId: ${booking.id}, reason: "Ill") { id } }`);
    expect(await shown(booking)).toBe('cancelled, null payable, card removable');
    const before = driver.removedCards.size;
    const { status, body } = await removeCard(booking);
    expect([status, body.booking.cancellation_fee.card]).toEqual([200, undefined]);
    expect(driver.removedCards.size).toBe(before + 1);
    expect(await removeCard(booking)).toMatchObject({ status: 400, body: { card: ['is not stored'] } });
  });

  it('that the customer has removed at the provider is forgotten by the charge of a fee, which stays owed', async () => {
    const booking = await book();
    await openPage(booking);
    await tell(driver.pay());
    expect((await visitor().post(`${booking.path}/cancel`)).status).toBe(200);
    driver.removeCard();
    expect(await feeAfter(booking.id)).toEqual({ owed: '150.0', card: null });
    expect((await messagesOf(server, account)).map(({ kind }) => kind)).toEqual(['order']);
    expect(await shown(booking)).toBe('cancelled, 150.0 payable, card undefined');
    expect((await removeCard(booking)).body).toEqual({ card: ['is not stored'] });
    const before = driver.charges();
    expect((await openPage(booking)).status).toBe(200);
    expect(await tell(driver.pay())).toEqual([200, 'recorded']);
    expect([await feeAfter(booking.id), driver.charges()]).toEqual([{ owed: '0.0', card: null }, before]);
  });

  it('that is refused, or that keys of another account do not show, stays stored', async () => {
    const booking = await book();
    await openPage(booking);
    await tell(driver.pay());
    await visitor().post(`${booking.path}/cancel`);
    driver.declines(true);
    expect(await feeAfter(booking.id)).toEqual({ owed: '150.0', card: 'STORED' });
    driver.declines(false);
    const input = { provider: driver.name, asksForCards: true, secretKey: 'sk_of_another_account' };
    await account.graphql(settings, { input: { ...driver.keys[0], ...input } });
    expect(await feeAfter(booking.id)).toEqual({ owed: '150.0', card: 'STORED' });
  });

  it('that is stored after the hold has ended confirms nothing, and can be removed', async () => {
    const booking = await book();
    await openPage(booking);
    server.clock.set('2026-03-02T07:04:00Z');
    await account.put(`/bookings/${booking.id}/cancel`);
    expect(await tell(driver.pay())).toEqual([200, 'recorded']);
    expect(await shown(booking)).toBe('cancelled, null payable, card removable');
    expect((await removeCard(booking)).status).toBe(200);
  });

  it('confirms also by a page that had expired, or that another replaced', async () => {
    const booking = await book();
    await openPage(booking);
    await tell(driver.expire());
    expect(await shown(booking)).toBe(held);
    await openPage(booking);
    expect(await tell(driver.pay({}, 1))).toEqual([200, 'recorded']);
    expect(await shown(booking)).toBe(confirmed);
    expect(await tell(driver.pay())).toEqual([200, 'recorded']);
    expect(await shown(booking)).toBe(confirmed);
  });

  it('is still awaited if the provider says that the page was paid, which can be refunded', async () => {
    const booking = await book();
    await openPage(booking);
    const paid = driver.pay({ amount: '5', currency: 'EUR' });
    await tell(paid);
    expect(await shown(booking)).toBe(held);
    await openPage(booking);
    expect(await tell(driver.pay())).toEqual([200, 'recorded']);
    expect(await shown(booking)).toBe(confirmed);
  });

  it('of another account changes nothing', async () => {
    const booking = await book();
    await openPage(booking);
    const other = await newAccount(driver.keys[1]);
    expect(await tell(driver.pay(), other)).not.toContain('recorded');
    expect(await shown(booking)).toBe(held);
  });

  it('is asked for only with fees, by accounts that want it, and where nothing is paid first', async () => {
    expect(await shown(await book({ cancellation_fees: null }))).toBe('confirmed, null payable, card undefined');
    expect(await shown(await book({ price: null, cancellation_fees: '24: 50 %' }))).toBe(
      'confirmed, null payable, card undefined',
    );
    const deposit = { deposit_type: 'percentage', deposit_value: 30 };
    expect(await shown(await book(deposit))).toBe('awaiting_payment, 90.0 payable, card undefined');
    expect(await shown(await book({ payment_required: true }))).toBe('awaiting_payment, 300.0 payable, card undefined');
    const other = await newAccount(driver.keys[0], false);
    expect(await shown(await book({}, other), other)).toBe('confirmed, null payable, card undefined');
  });

  it('is announced with the fees of the service, unless it is not asked for', async () => {
    const termsOf = async (service: object = {}, of = account) => {
      const { serviceId } = await createBookableService(of, {
        service: { price: 300, cancellation_fees: 'no-show: 40', ...service },
      });
      return (await visitor(of).get(`/services/${serviceId}`)).body.service.cancellation_terms;
    };
    const terms = { fees: 'no-show: 40', text: null };
    expect(await termsOf()).toEqual({ ...terms, stores_card: true });
    expect(await termsOf({ price: null })).toEqual({ ...terms, stores_card: true });
    expect(await termsOf({ payment_required: true })).toEqual(terms);
    const deposit = { deposit_type: 'percentage', deposit_value: 30 };
    expect(await termsOf(deposit)).toEqual(terms);
    expect(await termsOf({ ...deposit, deposit_from: 301 })).toEqual({ ...terms, stores_card: true });
    expect(await termsOf({ ...deposit, deposit_for: 'new_people' })).toEqual({ ...terms, stores_card: true });
    expect(await termsOf({}, await newAccount(driver.keys[0], false))).toEqual(terms);
  });
});
