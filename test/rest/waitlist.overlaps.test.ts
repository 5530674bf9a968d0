import { bookService, createBookableService, openDaily } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { WaitlistEntries } from '../support/waitlist-entries.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const jobs = new WaitlistJobs(server, account);
let chair: Awaited<ReturnType<typeof createBookableService>>;
let sofa: typeof chair;
let entries: WaitlistEntries;
let taken: number;
beforeEach(async () => {
  chair = await createBookableService(account, { service: { interval: 15 }, resource: openDaily('09:00', '12:00') });
  sofa = await createBookableService(account);
  entries = new WaitlistEntries(account, chair.serviceId, { from: '2026-03-04', to: '2026-03-04' });
  taken = (await bookService(account, chair, at('09:00', '12:00'))).id;
  await jobs.run();
});

const at = (from: string, to: string) => ({ booked_from: `2026-03-04 ${from}`, booked_to: `2026-03-04 ${to}` });
const setting = (person_overlaps: string) => account.put('/client', { json: { client: { person_overlaps } } });
const bookElsewhere = (from: string, to: string) =>
  bookService(account, sofa, { ...at(from, to), person_attributes: { name: 'Anna', email: 'anna@example.org' } });
const free = async () => {
  await account.put(`/bookings/${taken}/cancel`);
  await jobs.run();
};
const offerOf = async (entry: { id: number }) => {
  const { state, booking_id } = await entries.read(entry);
  return state === 'offered' ? (await account.get(`/bookings/${booking_id}`)).body.booking.booked_from : state;
};

describe('an offer to a person who has another booking then', () => {
  it('is of a time before or after it, if the account refuses it, however long it is', async () => {
    await setting('refuse');
    await bookElsewhere('09:00', '11:00');
    const entry = await entries.add('Anna');
    await free();
    expect(await offerOf(entry)).toBe('2026-03-04T11:00:00+01:00');
  });

  it('goes to the next in the line if there is no other time', async () => {
    await setting('refuse');
    await bookElsewhere('09:00', '12:00');
    const [anna, kari] = [await entries.add('Anna'), await entries.add('Kari')];
    await free();
    expect([await offerOf(anna), await offerOf(kari)]).toEqual(['waiting', '2026-03-04T09:00:00+01:00']);
  });

  it('by staff is refused with the reason', async () => {
    await setting('refuse');
    await bookElsewhere('10:00', '11:00');
    const { id } = await entries.add('Anna');
    await account.put(`/bookings/${taken}/cancel`);
    const offer = (hour: number) =>
      account.put(`/waitlist/${id}/offer`, { json: { booked_from: `2026-03-04T${hour}:00:00+01:00` } });
    expect(await offer(10)).toMatchObject({
      status: 400,
      body: { booked_from: ['is when the person has another booking'] },
    });
    expect((await offer(11)).status).toBe(200);
  });

  it.each(['off', 'warn'])('is made with %s', async (choice) => {
    await setting(choice);
    await bookElsewhere('09:00', '12:00');
    const entry = await entries.add('Anna');
    await free();
    expect(await offerOf(entry)).toBe('2026-03-04T09:00:00+01:00');
  });

  it('is made once the account refuses it no longer', async () => {
    await setting('refuse');
    await bookElsewhere('09:00', '12:00');
    const entry = await entries.add('Anna');
    await free();
    expect(await offerOf(entry)).toBe('waiting');
    await setting('warn');
    await jobs.run();
    expect(await offerOf(entry)).toBe('2026-03-04T09:00:00+01:00');
  });

  /** The writes that take the other booking of the person out of the way. */
  const ends: [string, (id: number) => Promise<unknown>][] = [
    ['is cancelled', (id) => account.put(`/bookings/${id}/cancel`)],
    ['is deleted', (id) => account.del(`/bookings/${id}`)],
    ['moves', (id) => account.put(`/bookings/${id}`, { json: { booking: at('14:00', '17:00') } })],
    ['is of somebody else', (id) => account.put(`/bookings/${id}`, { json: { booking: { person_id: null } } })],
  ];

  it.each(ends)('is made once that one %s', async (_kind, end) => {
    await setting('refuse');
    const { id } = await bookElsewhere('09:00', '12:00');
    const entry = await entries.add('Anna');
    await free();
    expect(await offerOf(entry)).toBe('waiting');
    await end(id);
    await jobs.run();
    expect(await offerOf(entry)).toBe('2026-03-04T09:00:00+01:00');
  });

  it('is not made of a time that another booking was not in the way of', async () => {
    await setting('refuse');
    const { id } = await bookElsewhere('14:00', '15:00');
    const entry = await entries.add('Anna');
    await jobs.run();
    await server.sql('delete from booking where id = ?', taken);
    await account.put(`/bookings/${id}/cancel`);
    await jobs.run();
    expect(await offerOf(entry)).toBe('waiting');
  });
});

describe('an offer to a person who has too many bookings', () => {
  it.each(['max_active_per_person', 'max_daily_per_person', 'max_weekly_per_person'])(
    'is made once one of them is cancelled: %s',
    async (limit) => {
      await account.put('/client', { json: { client: { [limit]: 1 } } });
      const { id } = await bookElsewhere('14:00', '15:00');
      const entry = await entries.add('Anna');
      await free();
      expect(await offerOf(entry)).toBe('waiting');
      await account.put(`/bookings/${id}/cancel`);
      await jobs.run();
      expect(await offerOf(entry)).toBe('2026-03-04T09:00:00+01:00');
    },
  );
});

it('an offer to a person who was blocked is made once that has ended', async () => {
  const { person_id: id } = await bookElsewhere('14:00', '15:00');
  const block = (blocked: boolean) => account.put(`/people/${id}`, { json: { person: { blocked } } });
  const entry = await entries.add('Anna');
  await block(true);
  await free();
  expect(await offerOf(entry)).toBe('waiting');
  await block(false);
  await jobs.run();
  expect(await offerOf(entry)).toBe('2026-03-04T09:00:00+01:00');
});
