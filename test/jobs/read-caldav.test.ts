import { calendarOf } from '../support/calendar-server.js';
import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { hasRadicale, radicaleUser, startRadicale } from '../support/radicale.js';
import { useOwnTestServer } from '../support/test-server.js';

if (!hasRadicale) {
  process.stdout.write('radicale is not installed: no calendars were read from it\n');
  it.skip('reads the calendars of a CalDAV server', () => {});
} else {
  const server = await useOwnTestServer({ config: { webhookPrivateTargets: true } });
  const account = server.accountPerTest();
  const radicale = await disposeAfterAll(startRadicale());
  const work = await radicale.addCalendar('Work');
  const family = await radicale.addCalendar('Family');
  await radicale.addCalendar('Shopping', 'VTODO');

  const first = '2026-03-04T08:00:00.000Z';
  const second = '2026-03-05T08:00:00.000Z';
  const put = async (path: string, uid: string, from: string, to: string): Promise<void> => {
    const { status, body } = await radicale.send('PUT', `${path}${uid}.ics`, calendarOf({ [uid]: [from, to] }));
    if (status >= 300) throw new Error(body);
  };
  const remove = (path: string, uid: string) => radicale.send('DELETE', `${path}${uid}.ics`);

  beforeEach(async () => {
    await put(work, 'one', '20260304T080000Z', '20260304T090000Z');
    await put(family, 'two', '20260305T080000Z', '20260305T090000Z');
  });
  afterEach(async () => {
    for (const [path, uid] of [
      [work, 'one'],
      [family, 'two'],
      [work, 'three'],
    ] as const)
      await remove(path, uid);
  });

  const absolute = (path: string) => new URL(path, radicale.url).href;

  async function addSource(attributes: object = {}): Promise<number> {
    const { resourceId } = await createBookableService(account);
    const { id } = await account.create('/calendar_sources', 'calendar_source', {
      ...{ resource_id: resourceId, kind: 'caldav', url: radicale.url, ...radicaleUser },
      ...attributes,
    });
    return id;
  }

  const change = (id: number, attributes: object) =>
    account.put(`/calendar_sources/${id}`, { json: { calendar_source: attributes } });

  async function read(sourceId: number): Promise<void> {
    server.clock.advance(5);
    const context = jobContext(server);
    await findJob(context, 'read-calendar').run({ accountId: account.credentials.id, sourceId }, running);
  }

  const shown = async (id: number) => (await account.get(`/calendar_sources/${id}`)).body.calendar_source;

  async function stored(sourceId: number): Promise<string[]> {
    const rows = await server.sql<{ starts_at: Date }>(
      'select starts_at from external_busy where account_id = ? and source_id = ? order by starts_at',
      ...[account.credentials.id, sourceId],
    );
    return rows.map(({ starts_at }) => starts_at.toISOString());
  }

  describe('the calendars of a CalDAV server', () => {
    it('are read from the root, a user or one calendar, and then only if one has changed', async () => {
      const ids = await Promise.all(
        [radicale.url, absolute('/kari/'), absolute(work)].map((url) => addSource({ url })),
      );
      for (const id of ids) await read(id);
      const [root = 0, , one = 0] = ids;
      expect(await Promise.all(ids.map(shown))).toEqual(ids.map(() => expect.objectContaining({ error: null })));
      expect(await Promise.all(ids.map(stored))).toEqual([[first, second], [first, second], [first]]);
      const rows = () => server.sql('select xmin::text, etag from calendar_source where id = ?', root);
      const before = await rows();
      expect(before).toEqual([{ xmin: expect.any(String), etag: expect.any(String) }]);
      await put(work, 'three', '20260306T080000Z', '20260306T090000Z');
      await remove(work, 'one');
      for (const id of [root, one]) await read(id);
      expect(await Promise.all([root, one].map(stored))).toEqual([
        [second, '2026-03-06T08:00:00.000Z'],
        ['2026-03-06T08:00:00.000Z'],
      ]);
    });

    it('are listed, with those that count', async () => {
      const id = await addSource();
      const list = async () => (await account.get(`/calendar_sources/${id}/calendars`)).body;
      const one = (path: string, name: string, counts: boolean, holds_events = true) => ({
        calendar: { url: absolute(path), name, holds_events, writable: true, counts },
      });
      expect(await list()).toEqual([
        one(family, 'Family', true),
        one('/kari/shopping/', 'Shopping', false, false),
        one(work, 'Work', true),
      ]);
      await change(id, { calendars: [work], target: absolute(work) });
      expect((await list()).map(({ calendar }: { calendar: { counts: boolean } }) => calendar.counts)).toEqual([
        false,
        false,
        true,
      ]);
      await change(id, { password: 'wrong' });
      expect(await list()).toEqual({ base: ['the server refuses the user name or the password (status 401)'] });
      const other = await server.account();
      expect((await other.get(`/calendar_sources/${id}/calendars`)).status).toBe(404);
    });

    it('count if they are chosen, and a changed choice is read at once', async () => {
      const id = await addSource({ calendars: [family] });
      expect(await shown(id)).toMatchObject({ calendars: [absolute(family)], username: 'kari', target: null });
      await read(id);
      expect(await stored(id)).toEqual([second]);
      await change(id, { calendars: [absolute(work)] });
      expect(await stored(id)).toEqual([second]);
      const context = jobContext(server);
      await findJob(context, 'read-calendar').run({ accountId: account.credentials.id, sourceId: id }, running);
      expect(await stored(id)).toEqual([first]);
      await change(id, { calendars: null });
      await read(id);
      expect(await stored(id)).toEqual([first, second]);
    });

    it('keep the last good times if one of them cannot be read, which is named', async () => {
      const id = await addSource({ calendars: [work, family] });
      await read(id);
      await change(id, { calendars: [work, '/kari/holidays/'] });
      await read(id);
      expect(await stored(id)).toEqual([first, second]);
      expect(await shown(id)).toMatchObject({ error: 'holidays: there is no calendar at the address (status 404)' });
    });

    it('are not read with a wrong password, which is never shown', async () => {
      const id = await addSource();
      await read(id);
      await change(id, { password: 'wrong' });
      await read(id);
      expect(await shown(id)).toMatchObject({ error: 'the server refuses the user name or the password (status 401)' });
      expect(await stored(id)).toEqual([first, second]);
      expect(JSON.stringify(await shown(id))).not.toMatch(/password"|wrong|app-password/);
      await change(id, { password: radicaleUser.password });
      server.clock.advance(30);
      await read(id);
      expect(await shown(id)).toMatchObject({ error: null });
    });

    it('do not block by the bookings of the account itself', async () => {
      const id = await addSource();
      const [{ calendar_id } = { calendar_id: '' }] = await server.sql<{ calendar_id: string }>(
        'select calendar_id from account where id = ?',
        account.credentials.id,
      );
      const own = `booking-${account.credentials.id}-1@${calendar_id}`;
      await put(work, own, '20260307T080000Z', '20260307T090000Z');
      await read(id);
      expect(await stored(id)).toEqual([first, second]);
      await remove(work, own);
    });

    it('recur, and those before the period are not fetched', async () => {
      const id = await addSource({ calendars: [work] });
      const weekly = calendarOf({ weekly: ['20200101T100000Z', '20200101T110000Z'] }).replace(
        'SUMMARY:',
        'RRULE:FREQ=WEEKLY;UNTIL=20260312T000000Z\r\nSUMMARY:',
      );
      await radicale.send('PUT', `${work}three.ics`, weekly);
      await read(id);
      expect(await stored(id)).toEqual([first, '2026-03-04T10:00:00.000Z', '2026-03-11T10:00:00.000Z']);
    });
  });
}
