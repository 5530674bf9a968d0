import { accountTools } from '../../src/http/mcp/account-tools.js';
import { visitorTools } from '../../src/http/mcp/visitor-tools.js';
import { Agent, exercised, revisions } from '../support/agent.js';
import { useTestServer } from '../support/test-server.js';
import { kari, openSalon, tuesday as time } from './salon.js';

const server = await useTestServer();

const afternoon = ({ booked_from: from }: { booked_from: string }): boolean => from >= '2026-03-03T12:00';

describe('"Book me a haircut tomorrow afternoon"', () => {
  it.each(revisions)('by a key, in the revision %s', async (revision) => {
    const { account, key } = await openSalon(server);
    await using agent = await Agent.ofKey(server.origin, key, revision);
    const { services, currency } = await agent.call('list_services');
    const haircut = services.find(({ title }: { title: string }) => /haircut/i.test(title));
    expect([haircut.price, currency]).toEqual(['450.0', 'NOK']);
    const day = { from: '2026-03-03', to: '2026-03-03' };
    const { free_times: times, time_zone: zone } = await agent.call('find_free_times', {
      service_id: haircut.id,
      ...day,
    });
    const chosen = times.find(afternoon);
    expect([chosen.booked_from, zone]).toEqual(['2026-03-03T12:00:00+01:00', 'Europe/Oslo']);
    const { people } = await agent.call('search_people', { query: 'Kari' });
    expect(people).toEqual([]);
    const wanted = { service_id: haircut.id, booked_from: chosen.booked_from, booked_to: chosen.booked_to };
    const { booking, next_step: next } = await agent.call('create_booking', { ...wanted, ...kari });
    expect(booking).toMatchObject({ state: 'confirmed', person: kari, service: { title: 'Haircut', price: '450.0' } });
    expect(next).toMatch(/booked/);
    expect((await account.get(`/bookings/${booking.id}`)).body.booking.booked_from).toBe(chosen.booked_from);
  });

  it.each(revisions)('by a visitor, in the revision %s', async (revision) => {
    const { account } = await openSalon(server);
    await using agent = await Agent.ofVisitor(account, revision);
    const { account: business } = await agent.call('get_business');
    expect(business).toMatchObject({ name: 'Acme', cancellation_period: '2 hours' });
    const [haircut] = (await agent.call('list_services')).services;
    const day = { from: '2026-03-03', to: '2026-03-03' };
    const { free_times: times, next_step: next } = await agent.call('find_free_times', {
      service_id: haircut.id,
      ...day,
    });
    expect(next).toMatch(/hold_time/);
    const { booked_from, booked_to } = times.find(afternoon);
    const hold = await agent.call('hold_time', { service_id: haircut.id, booked_from, booked_to, ...kari });
    expect(hold.booking).toMatchObject({ state: 'awaiting_verification', service: { price: '450.0' } });
    expect(hold.next_step).toMatch(/verify_code/);
    const { id } = hold.booking;
    const code = (await account.get(`/bookings/${id}`)).body.booking.verification_code;
    const verified = await agent.call('verify_code', { booking_id: id, verification_code: code });
    expect(verified.booking).toMatchObject({ state: 'confirmed', can_cancel: true });
    expect(verified.booking.changeable_until).toBe('2026-03-03T10:00:00+01:00');
    const { link_token } = verified.booking;
    expect((await agent.call('get_booking', { link_token })).booking.id).toBe(id);
    const others = await agent.call('find_times_to_move', { link_token, from: '2026-03-04', to: '2026-03-04' });
    const moved = await agent.call('move_booking', { link_token, booked_from: others.free_times[0].booked_from });
    expect(moved.booking.booked_from).toBe('2026-03-04T09:00:00+01:00');
    expect((await agent.call('cancel_booking', { link_token })).booking.state).toBe('cancelled');
  });
});

describe('the other tools', () => {
  it('of an account', async () => {
    const { account, key, serviceId, resourceId } = await openSalon(server, { confirm_manually: true });
    await using agent = await Agent.ofKey(server.origin, key);
    expect((await agent.call('get_account')).account.name).toBe('Acme');
    expect((await agent.call('list_resources')).resources).toEqual([
      { id: resourceId, title: 'Chair', description: null },
    ]);
    expect((await agent.call('find_next_free_day', { service_id: serviceId })).free_days).toEqual(['2026-03-02']);
    const { person } = await agent.call('create_person', kari);
    expect((await agent.call('search_people', { query: 'kari@' })).people).toEqual([person]);
    const renamed = await agent.call('update_person', { person_id: person.id, name: 'Kari Nordmann' });
    expect(renamed.person).toEqual({ ...person, name: 'Kari Nordmann' });
    const held = await agent.call('hold_time', { service_id: serviceId, ...time, person_id: person.id });
    expect([held.booking.state, held.next_step]).toEqual([
      'awaiting_verification',
      'Ask the person for the code that was sent, and call verify_booking before expires_at.',
    ]);
    const booking_id = held.booking.id;
    const code = (await account.get(`/bookings/${booking_id}`)).body.booking.verification_code;
    const verified = await agent.call('verify_booking', { booking_id, verification_code: code });
    expect(verified.booking.state).toBe('awaiting_confirmation');
    expect((await agent.call('confirm_booking', { booking_id })).booking.state).toBe('confirmed');
    const to = { booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' };
    expect((await agent.call('move_booking', { booking_id, ...to })).booking.booked_from).toBe(
      '2026-03-04T10:00:00+01:00',
    );
    const { bookings, left_out: left } = await agent.call('list_bookings_of_person', { person_id: person.id });
    expect([bookings.length, bookings[0].id, left]).toEqual([1, booking_id, 0]);
    const found = await agent.call('search_bookings', {
      from: '2026-03-04',
      service_ids: [serviceId],
      state: ['confirmed'],
    });
    expect(found.bookings).toEqual(bookings);
    expect((await agent.call('get_booking', { booking_id })).booking).toEqual(bookings[0]);
    const period = { from: '2026-03-01', to: '2026-03-08' };
    const figures = await agent.call('get_booking_figures', { ...period, group_by: ['service'] });
    expect(figures.figures.total).toMatchObject({ bookings: 1, value: '450.0' });
    expect((await agent.call('get_revenue_figures', period)).figures.total.ordered).toBe('450.0');
    expect((await agent.call('get_utilisation_figures', period)).figures.total.booked_minutes).toBe(60);
    expect((await agent.call('cancel_booking', { booking_id })).booking.state).toBe('cancelled');
  });

  it('of a visitor', async () => {
    const { account, serviceId, resourceId } = await openSalon(server);
    await using agent = await Agent.ofVisitor(account);
    expect((await agent.call('list_resources')).resources.map(({ id }: { id: number }) => id)).toEqual([resourceId]);
    expect((await agent.call('find_next_free_day', { service_id: serviceId })).free_days).toEqual(['2026-03-02']);
    const { booking } = await agent.call('hold_time', { service_id: serviceId, ...time, ...kari });
    const token = { booking_id: booking.id, resend_token: booking.resend_token };
    server.clock.advance(2);
    expect((await agent.call('resend_code', token)).booking.state).toBe('awaiting_verification');
  });

  it('leave out none: each tool was called with success', () => {
    const declared = [
      ...accountTools.map(({ name }) => `account ${name}`),
      ...visitorTools.map(({ name }) => `site ${name}`),
    ];
    expect([...exercised].toSorted()).toEqual(declared.toSorted());
  });
});
