import { createBookableService } from '../support/catalog.js';
import { choose, inviteUser, signIn, withKey } from '../support/sign-in.js';
import { slotTimes } from '../support/slots.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const password = 'correct horse';
const now = '2026-03-02T08:00:00+01:00';

/** Creates a user who is a resource, signed in. */
async function userWith(name: string, role: string, resource_id: number | null = null): Promise<TestAccount> {
  const email = `${name.toLowerCase()}@example.org`;
  await choose(await inviteUser(server, account, { name, email, role }), password);
  const link = (await account.get('/client/users')).body.at(-1).client_user_link;
  await account.put(`/client/users/${link.id}`, { json: { user: { resource_id } } });
  return withKey(account, (await signIn(account, email, password)).body.api_key);
}

const createChair = async (title = 'Chair'): Promise<number> =>
  (await account.create('/resources', 'resource', { title })).id;
const post = async (time_off: object, as = account) => {
  const { status, body } = await as.post('/time_off', { json: { time_off } });
  return [status, body];
};
const step = async (id: number, name: string, as = account, json = {}) => {
  const { status, body } = await as.put(`/time_off/${id}/${name}`, { json });
  return [status, body];
};
const shown = (values: object) => ({
  time_off: {
    id: expect.any(Number),
    created_at: now,
    updated_at: now,
    from_time: null,
    to_time: null,
    reason: null,
    state: 'asked',
    user_id: null,
    asked_by: null,
    decided_by: null,
    decided_at: null,
    note: null,
    ...values,
  },
});
const changesOf = async () => (await server.changes(account)).filter((name) => name.startsWith('time_off.'));
const mails = () =>
  server.sql<{ recipient: string; subject: string; body: string; state: string }>(
    "select recipient, subject, body, state from message where account_id = ? and kind = 'time_off' order by id",
    account.credentials.id,
  );
const forbidden = [
  403,
  { error: expect.objectContaining({ description: expect.stringMatching(/time off of its own resource only/) }) },
];

describe('time off', () => {
  it('is asked for by the user who is the resource, approved by a manager, and withdrawn', async () => {
    const resource_id = await createChair('Kari');
    const kari = await userWith('Kari', 'staff', resource_id);
    const manager = await userWith('Ola', 'manager');
    const links = (await account.get('/client/users')).body;
    const userId = links[0].client_user_link.user_id;
    const [status, asked] = await post({ starts_on: '2026-03-09', ends_on: '2026-03-13', reason: 'Holiday' }, kari);
    const dates = { resource_id, starts_on: '2026-03-09', ends_on: '2026-03-13', reason: 'Holiday' };
    const ofKari = { ...dates, user_id: userId, asked_by: 'Kari' };
    expect([status, asked]).toEqual([200, shown(ofKari)]);
    const { id } = asked.time_off;
    server.clock.advance(1);
    const approved = shown({
      ...ofKari,
      updated_at: '2026-03-02T08:01:00+01:00',
      state: 'approved',
      decided_by: 'Ola',
      decided_at: '2026-03-02T08:01:00+01:00',
      note: 'Enjoy it',
    });
    expect(await step(id, 'approve', manager, { note: 'Enjoy it' })).toEqual([200, approved]);
    expect((await kari.get(`/time_off/${id}`)).body).toEqual(approved);
    server.clock.advance(1);
    const withdrawn = { ...approved.time_off, state: 'withdrawn', updated_at: '2026-03-02T08:02:00+01:00' };
    expect(await step(id, 'withdraw', kari)).toEqual([200, { time_off: withdrawn }]);
    expect(await changesOf()).toEqual(['time_off.created', 'time_off.approved', 'time_off.withdrawn']);
  });

  it('is entered as approved by those who may edit resources, or asked for if they say so', async () => {
    const resource_id = await createChair();
    const [, entered] = await post({ resource_id, starts_on: '2026-03-09', from_time: '12:00', to_time: '14:30' });
    const date = { starts_on: '2026-03-09', ends_on: '2026-03-09' };
    expect(entered).toEqual(
      shown({
        ...date,
        ...{ resource_id, from_time: '12:00', to_time: '14:30', state: 'approved', decided_at: now },
      }),
    );
    expect(await post({ resource_id, starts_on: '2026-03-09', state: 'asked' })).toEqual([
      200,
      shown({ ...date, resource_id }),
    ]);
    const other = await createChair();
    const [, later] = await post({ resource_id: other, starts_on: '2026-04-01' });
    expect(later.time_off).toMatchObject({ resource_id: other, state: 'approved' });
    const idsOf = async (path: string) =>
      (await account.get(path)).body.map(({ time_off }: { time_off: { id: number } }) => time_off.id);
    const [, asked] = [entered, (await account.get('/time_off?state=asked')).body[0]];
    expect(await idsOf(`/time_off?resource_id=${resource_id}`)).toEqual([entered.time_off.id, asked.time_off.id]);
    expect(await idsOf(`/time_off?resource_id=${other}`)).toEqual([later.time_off.id]);
    expect(await idsOf('/time_off?from=2026-03-10')).toEqual([later.time_off.id]);
    expect(await idsOf('/time_off?to=2026-03-31&state=approved')).toEqual([entered.time_off.id]);
  });

  it('of another resource, and every decision, is refused to a user who may not edit resources', async () => {
    const [own, other] = [await createChair('Kari'), await createChair()];
    const kari = await userWith('Kari', 'staff', own);
    const nobody = await userWith('Eva', 'staff');
    const starts_on = '2026-03-09';
    const [, { time_off: ofOther }] = await post({ resource_id: other, starts_on });
    const [, { time_off: ofOwn }] = await post({ starts_on }, kari);
    expect(await post({ resource_id: other, starts_on }, kari)).toEqual(forbidden);
    expect(await post({ resource_id: own, starts_on }, nobody)).toEqual(forbidden);
    expect(await post({ starts_on }, nobody)).toEqual(forbidden);
    expect(await step(ofOther.id, 'withdraw', kari)).toEqual(forbidden);
    const missing = [403, { error: expect.objectContaining({ description: expect.stringMatching(/CATALOG/) }) }];
    expect(await post({ starts_on, state: 'approved' }, kari)).toEqual(missing);
    expect(await step(ofOwn.id, 'approve', kari)).toEqual(missing);
    expect(await step(ofOwn.id, 'decline', kari)).toEqual(missing);
    expect((await kari.get(`/time_off?resource_id=${other}`)).body).toHaveLength(1);
  });

  it.each([
    {
      name: 'no first date',
      change: { starts_on: null },
      errors: { starts_on: ["can't be blank"], ends_on: ["can't be blank"] },
    },
    { name: 'no resource', change: { resource_id: null }, errors: { resource_id: ["can't be blank"] } },
    { name: 'an unknown resource', change: { resource_id: 1 }, errors: { resource_id: ['does not exist'] } },
    {
      name: 'an end before its start',
      change: { ends_on: '2026-03-08' },
      errors: { ends_on: ['must not be before starts_on'] },
    },
    {
      name: 'more than 366 dates',
      change: { ends_on: '2027-03-10' },
      errors: { ends_on: ['must be within 365 days of starts_on'] },
    },
    {
      name: 'hours on several dates',
      change: { ends_on: '2026-03-10', from_time: '10:00', to_time: '11:00' },
      errors: { from_time: ['must be blank'] },
    },
    { name: 'one end of hours', change: { from_time: '10:00' }, errors: { to_time: ["can't be blank"] } },
    { name: 'the other end of hours', change: { to_time: '10:00' }, errors: { from_time: ["can't be blank"] } },
    {
      name: 'hours that end before they begin',
      change: { from_time: '10:00', to_time: '09:00' },
      errors: { to_time: ['must be after from_time'] },
    },
    { name: 'a date far away', change: { starts_on: '2300-01-01' }, errors: { starts_on: ['is invalid'] } },
    { name: 'a state of later', change: { state: 'declined' }, errors: { state: ['must be asked or approved'] } },
  ])('cannot have $name', async ({ change, errors }) => {
    const given = { resource_id: await createChair(), starts_on: '2026-03-09', ...change };
    expect(await post(given)).toEqual([400, errors]);
    expect(await changesOf()).toEqual([]);
  });

  it('is decided once, and cannot be approved or declined after it was withdrawn', async () => {
    const resource_id = await createChair();
    const ask = async () => (await post({ resource_id, starts_on: '2026-03-09', state: 'asked' }))[1].time_off.id;
    const [approved, declined, withdrawn] = [await ask(), await ask(), await ask()];
    for (const [id, first] of [
      [approved, 'approve'],
      [declined, 'decline'],
      [withdrawn, 'withdraw'],
    ] as const) {
      expect((await step(id, first))[0]).toBe(200);
    }
    const refusals = await Promise.all(
      [
        [approved, 'approve'],
        [approved, 'decline'],
        [declined, 'approve'],
        [declined, 'withdraw'],
        [withdrawn, 'approve'],
        [withdrawn, 'withdraw'],
      ].map(([id, name]) => step(Number(id), String(name))),
    );
    expect(refusals).toEqual([
      [400, { state: ["can't be approved when approved"] }],
      [400, { state: ["can't be declined when approved"] }],
      [400, { state: ["can't be approved when declined"] }],
      [400, { state: ["can't be withdrawn when declined"] }],
      [400, { state: ["can't be approved when withdrawn"] }],
      [400, { state: ["can't be withdrawn when withdrawn"] }],
    ]);
    expect((await step(999_999_999, 'approve'))[0]).toBe(404);
  });
});

describe('approved time off', () => {
  it('closes the resource over exception dates, until it is withdrawn, and leaves them as they are', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const exceptions = `/resources/${resourceId}/exception_dates`;
    const ofService = { opening_hours: ['10:00', '13:00'], service_id: serviceId };
    await account.put(`${exceptions}/2026-03-04`, { json: ofService });
    const kept = (await account.get(exceptions)).body;
    const times = (date: string) => slotTimes(account, serviceId, `from=${date}`);
    const book = (day: string) =>
      account.post('/bookings', {
        json: {
          booking: {
            ...{ service_id: serviceId, resource_id: resourceId, public_booking: true },
            ...{ booked_from: `${day} 11:00`, booked_to: `${day} 12:00` },
          },
        },
      });
    const before = [await times('2026-03-03'), await times('2026-03-04'), await times('2026-03-05')];
    expect(before[1]).toBe('10:00 11:00 12:00');
    const [, { time_off }] = await post({
      ...{ resource_id: resourceId, starts_on: '2026-03-03', ends_on: '2026-03-04', state: 'asked' },
    });
    expect(await times('2026-03-04')).toEqual(before[1]);
    await step(time_off.id, 'approve');
    expect([await times('2026-03-03'), await times('2026-03-04')]).toEqual(['', '']);
    expect(await times('2026-03-05')).toEqual(before[2]);
    expect((await book('2026-03-04')).status).toBe(400);
    const hours = await account.get(`/resources/${resourceId}/opening_hours?from=2026-03-04&to=2026-03-04`);
    expect(hours.body[0].resource_opening_hours.opening_hours).toEqual([]);
    expect((await account.get(exceptions)).body).toEqual(kept);
    await step(time_off.id, 'withdraw');
    expect([await times('2026-03-03'), await times('2026-03-04'), await times('2026-03-05')]).toEqual(before);
    expect((await book('2026-03-04')).status).toBe(200);
  });

  it('of some hours of a date closes only them', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const path = `/resources/${resourceId}/exception_dates/2026-03-04`;
    await account.put(path, { json: { opening_hours: ['09:00', '13:00'] } });
    await post({ resource_id: resourceId, starts_on: '2026-03-04', from_time: '10:00', to_time: '11:00' });
    expect(await slotTimes(account, serviceId, 'from=2026-03-04')).toBe('09:00 11:00 12:00');
  });

  it('lists the bookings and events in its way before and after it was approved, and they stay', async () => {
    const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 3 } });
    await account.put(`/resources/${resourceId}/exception_dates/2026-03-03`, {
      json: { opening_hours: ['18:00', '26:00'] },
    });
    await account.put(`/resources/${resourceId}/exception_dates/2026-03-04`, {
      json: { opening_hours: ['18:00', '26:00'] },
    });
    const book = async (from: string, to: string) => {
      const time = { booked_from: from, booked_to: to };
      return (await account.create('/bookings', 'booking', { service_id: serviceId, resource_id: resourceId, ...time }))
        .id;
    };
    const nightBefore = await book('2026-03-04 00:30', '2026-03-04 01:30');
    const evening = await book('2026-03-04 19:00', '2026-03-04 20:00');
    const night = await book('2026-03-05 01:00', '2026-03-05 02:00');
    await book('2026-03-05 02:00', '2026-03-05 03:00');
    const [, { time_off }] = await post({ resource_id: resourceId, starts_on: '2026-03-04', state: 'asked' });
    const conflicts = async (id: number) => (await account.get(`/time_off/${id}/conflicts`)).body;
    const conflict = (id: number, from: string, to: string) => ({
      conflict: { kind: 'booking', id, resource_id: resourceId, from: `${from}:00+01:00`, to: `${to}:00+01:00` },
    });
    const expected = [
      conflict(evening, '2026-03-04T19:00', '2026-03-04T20:00'),
      conflict(night, '2026-03-05T01:00', '2026-03-05T02:00'),
    ];
    expect(await conflicts(time_off.id)).toEqual(expected);
    await step(time_off.id, 'approve');
    expect(await conflicts(time_off.id)).toEqual(expected);
    expect((await account.get(`/bookings/${evening}`)).body.booking.state).toBe('confirmed');
    await account.put(`/bookings/${evening}/cancel`);
    expect(await conflicts(time_off.id)).toEqual(expected.slice(1));
    const [, hours] = await post({
      resource_id: resourceId,
      starts_on: '2026-03-03',
      from_time: '24:00',
      to_time: '25:00',
    });
    expect(await conflicts(hours.time_off.id)).toEqual([conflict(nightBefore, '2026-03-04T00:30', '2026-03-04T01:30')]);
  });

  it('lists them behind any number of entries of calendars', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const source = { resource_id: resourceId, url: 'https://calendar.example.org/secret.ics' };
    const { id: sourceId } = await account.create('/calendar_sources', 'calendar_source', source);
    await server.sql(
      `insert into external_busy (account_id, source_id, resource_id, starts_at, ends_at)
       select ?, ?, ?, start, start + interval '1 minute'
       from generate_series('2026-03-04T08:00:00Z'::timestamptz, '2026-03-04T11:20:00Z', '1 minute') as start`,
      ...[account.credentials.id, sourceId, resourceId],
    );
    server.forgetAccounts();
    const time = { booked_from: '2026-03-04 14:00', booked_to: '2026-03-04 15:00' };
    const { id } = await account.create('/bookings', 'booking', {
      ...{ service_id: serviceId, resource_id: resourceId },
      ...time,
    });
    const [, { time_off }] = await post({ resource_id: resourceId, starts_on: '2026-03-04', state: 'asked' });
    expect((await account.get(`/time_off/${time_off.id}/conflicts`)).body).toMatchObject([{ conflict: { id } }]);
  });
});

describe('an email about time off', () => {
  it('goes once to those who may decide when it is asked for, and to who asked when it is decided', async () => {
    const resource_id = await createChair('Kari & co');
    const kari = await userWith('Kari', 'staff', resource_id);
    const manager = await userWith('Ola', 'manager');
    await userWith('Eva', 'admin');
    await userWith('Per', 'staff');
    const dates = { starts_on: '2026-03-09', ends_on: '2026-03-13' };
    const [, { time_off }] = await post({ ...dates, reason: 'Holiday' }, kari);
    const asked = {
      subject: 'Time off asked for: Kari & co',
      state: 'queued',
      body: expect.stringMatching(
        /Kari & co at .*: Monday,? 9 March 2026 – Friday,? 13 March 2026\.[\s\S]*Reason: Holiday\n\n\S+\/dashboard\/setup\/resources\/\d+\n$/,
      ),
    };
    expect(await mails()).toEqual([
      { recipient: 'ola@example.org', ...asked },
      { recipient: 'eva@example.org', ...asked },
    ]);
    await Promise.all([step(time_off.id, 'approve', manager, { note: 'Enjoy it' }), step(time_off.id, 'approve')]);
    expect((await mails()).slice(2)).toEqual([
      {
        recipient: 'kari@example.org',
        subject: 'Time off approved: Kari & co',
        state: 'queued',
        body: expect.stringMatching(
          /^Hello Kari,\n\nThe time off of Kari & co at [\s\S]* is approved: [\s\S]*\/dashboard\/own\n$/,
        ),
      },
    ]);
    await step(time_off.id, 'withdraw', kari);
    const withdrawn = {
      subject: 'Time off withdrawn: Kari & co',
      state: 'queued',
      body: expect.stringMatching(/Kari & co at .* was withdrawn: .*[\s\S]*\/dashboard\/setup\/resources\/\d+\n$/),
    };
    expect((await mails()).slice(3)).toEqual([
      { recipient: 'ola@example.org', ...withdrawn },
      { recipient: 'eva@example.org', ...withdrawn },
    ]);
  });

  it('goes to who asked when somebody else withdraws it, and to nobody for what nobody asked', async () => {
    const resource_id = await createChair('Kari');
    const kari = await userWith('Kari', 'staff', resource_id);
    const ola = await userWith('Ola', 'manager');
    const [, { time_off }] = await post({ starts_on: '2026-03-09' }, kari);
    await step(time_off.id, 'approve', ola);
    await step(time_off.id, 'withdraw', ola);
    expect((await mails()).slice(2)).toMatchObject([
      { recipient: 'kari@example.org', subject: 'Time off withdrawn: Kari', body: expect.stringMatching(/\/own\n$/) },
    ]);
    const [, entered] = await post({ resource_id, starts_on: '2026-03-20' });
    await step(entered.time_off.id, 'withdraw', ola);
    expect(await mails()).toHaveLength(3);
  });

  it('goes in the language of each user, and to nobody who decides about their own', async () => {
    const resource_id = await createChair('Kari');
    const kari = await userWith('Kari', 'staff', resource_id);
    const ola = await userWith('Ola', 'manager');
    await server.sql(
      "update account_user set language = 'nb' where account_id = ? and name = 'Ola'",
      account.credentials.id,
    );
    const [, { time_off }] = await post({ starts_on: '2026-03-09', from_time: '10:00', to_time: '12:00' }, kari);
    expect(await mails()).toMatchObject([
      {
        recipient: 'ola@example.org',
        subject: 'Søknad om fravær: Kari',
        body: expect.stringContaining('mandag 9. mars 2026'),
      },
    ]);
    await step(time_off.id, 'decline', ola);
    expect((await mails())[1]).toMatchObject({ recipient: 'kari@example.org', subject: 'Time off declined: Kari' });
    const [, own] = await post({ resource_id, starts_on: '2026-03-20', state: 'asked' }, ola);
    await step(own.time_off.id, 'approve', ola);
    expect(await mails()).toHaveLength(2);
  });
});
