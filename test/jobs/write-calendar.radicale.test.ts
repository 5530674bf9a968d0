import { bookableServicePerTest, bookService, createEvent } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { carryOutErasures } from '../support/erasures.js';
import { hasRadicale, type Radicale, radicaleUser, startRadicale } from '../support/radicale.js';
import { useOwnTestServer } from '../support/test-server.js';
import { relayEntries, settledChanges, writeCalendar } from '../support/write-calendars.js';

const describeWithRadicale = hasRadicale ? describe : describe.skip;
if (!hasRadicale) console.warn('Writing into calendars is not tested with Radicale, which is not installed.');

const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
const account = server.accountPerTest();
const service = bookableServicePerTest(account);

const started = hasRadicale ? await disposeAfterAll(startRadicale()) : undefined;

function radicale(): Radicale {
  if (!started) throw new Error('Radicale is not installed');
  return started;
}

describeWithRadicale('a calendar on Radicale', () => {
  let number = 0;

  async function addTarget(resourceId: number) {
    number += 1;
    const path = await radicale().addCalendar(`work-${number}`);
    const { url } = radicale();
    const { id } = await account.create('/calendar_sources', 'calendar_source', {
      ...{ ...radicaleUser, kind: 'caldav', url, resource_id: resourceId, calendars: [path], target: path },
    });
    const run = async () => {
      await relayEntries(server, await settledChanges(server, account));
      await writeCalendar(server, account, id);
      const { body } = await radicale().send('GET', path);
      return body.split('BEGIN:VEVENT').slice(1);
    };
    const entries = async () => (await account.get(`/calendar_sources/${id}/entries`)).body;
    return { id, path, run, entries };
  }

  const moved = { booked_from: '2026-03-05 12:00', booked_to: '2026-03-05 13:00' };

  it('has a booking that appears, moves and goes', async () => {
    const { run, entries } = await addTarget(service.resourceId);
    const { id } = await bookService(account, service);
    expect(await run()).toEqual([expect.stringContaining('DTSTART:20260304T110000Z')]);
    await account.put(`/bookings/${id}`, { json: { booking: moved } });
    const [entry = '', ...others] = await run();
    expect(others).toEqual([]);
    expect(entry).toContain('DTSTART:20260305T110000Z');
    expect(entry).toMatch(new RegExp(`UID:booking-${account.credentials.id}-${id}@`));
    await account.put(`/bookings/${id}/cancel`);
    expect(await run()).toEqual([]);
    expect(await entries()).toMatchObject([{ calendar_source_entry: { state: 'removed', changed_there_at: null } }]);
  });

  it('has the whole days of a stay as dates, and an event with its people', async () => {
    await account.put(`/services/${service.serviceId}`, { json: { service: { has_day_booking: true } } });
    const stays = await addTarget(service.resourceId);
    await bookService(account, service, { booked_from: '2026-03-04 00:00', booked_to: '2026-03-06 00:00' });
    expect(await stays.run()).toEqual([
      expect.stringMatching(/DTSTART;VALUE=DATE:20260304[\s\S]*DTEND;VALUE=DATE:20260306/),
    ]);
    const event = await createEvent(account);
    const events = await addTarget(event.resource_id);
    await account.create('/bookings', 'booking', { event_id: event.id, count: 2 });
    expect(await events.run()).toEqual([expect.stringContaining('SUMMARY:Yoga (2/3)')]);
  });

  it('shows a change made there, and that an entry was deleted there, at the next change of the booking', async () => {
    const { id: sourceId, path, run, entries } = await addTarget(service.resourceId);
    const { id } = await bookService(account, service);
    await run();
    const { send } = radicale();
    const list = await send('PROPFIND', path, undefined, { depth: '1' });
    const [address = ''] = /\/[^<>]*[.]ics/.exec(list.body) ?? [];
    const file = (await send('GET', address)).body;
    await send('PUT', address, file.replace('SUMMARY:Cut', 'SUMMARY:Lunch'), { 'content-type': 'text/calendar' });
    const read = async () => {
      server.clock.advance(1);
      await account.post(`/calendar_sources/${sourceId}/read`);
      const [{ calendar_source_entry }] = await entries();
      return calendar_source_entry.changed_there_at;
    };
    expect(await read()).toBe('2026-03-02T08:01:00+01:00');
    expect(await read()).toBe('2026-03-02T08:01:00+01:00');
    await account.put(`/bookings/${id}`, { json: { booking: moved } });
    expect(await run()).toEqual([expect.stringContaining('SUMMARY:Cut')]);
    const changed = { state: 'written', changed_there_at: '2026-03-02T08:02:00+01:00', error: null };
    expect(await entries()).toMatchObject([{ calendar_source_entry: changed }]);
    expect(await read()).toBe('2026-03-02T08:02:00+01:00');
    await send('DELETE', address);
    expect(await read()).toBe('2026-03-02T08:04:00+01:00');
    await account.put(`/bookings/${id}`, { json: { booking: { ...moved, count: 2 } } });
    expect(await run()).toHaveLength(1);
    expect(await entries()).toMatchObject([
      { calendar_source_entry: { ...changed, changed_there_at: '2026-03-02T08:04:00+01:00' } },
    ]);
  });

  it('is read without the entries that were written into it', async () => {
    const { id, run } = await addTarget(service.resourceId);
    await bookService(account, service);
    expect(await run()).toHaveLength(1);
    const { status, body } = await account.post(`/calendar_sources/${id}/read`);
    expect([status, body.calendar_source.error]).toEqual([200, null]);
    expect(body.calendar_source.synced_at).not.toBeNull();
    const busy = await server.sql('select from external_busy where account_id = ?', account.credentials.id);
    expect(busy).toEqual([]);
  });

  it('that does not exist, or with a wrong password, shows why', async () => {
    const { id, path, run } = await addTarget(service.resourceId);
    await bookService(account, service);
    const change = async (attributes: object) => {
      await account.put(`/calendar_sources/${id}`, { json: { calendar_source: attributes } });
      await run();
      return (await account.get(`/calendar_sources/${id}`)).body.calendar_source.write_error;
    };
    expect(await change({ target: path.replace('work-', 'missing-') })).toBe(
      'there is no calendar at the address (status 409)',
    );
    expect(await change({ target: path, password: 'wrong' })).toBe(
      'the server refuses the user name or the password (status 401)',
    );
    expect(await change({ password: radicaleUser.password })).toBeNull();
    expect(await run()).toHaveLength(1);
  });

  it('loses the name of a person who is erased, also in the past', async () => {
    const { run } = await addTarget(service.resourceId);
    const { id: person_id } = await account.create('/people', 'person', { name: 'Kari Nordmann' });
    const { id } = await bookService(account, service, { person_id });
    await server.sql(`update booking set location_url = 'https://meet.example.org/kari' where id = ?`, id);
    expect(await run()).toEqual([expect.stringMatching(/meet.example.org[\s\S]*Kari Nordmann/)]);
    server.clock.advance(7 * 24 * 60);
    expect((await account.post(`/people/${person_id}/erase`)).status).toBe(200);
    await carryOutErasures(server, account);
    const [entry] = await run();
    expect(entry).toContain('SUMMARY:Cut – erased person');
    expect(entry).not.toMatch(/kari/i);
  });
});
