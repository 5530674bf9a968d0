import { createBookableService } from '../support/catalog.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { type Subscriber, transports } from './subscriber.js';

const server = await useTestServer();
/** The origins of two processes: a change that one writes is read at the other. */
const origins = [server.origin, (await server.another()).origin];

const fields = 'cursor name objectType objectId';
const log = async ({ credentials }: TestAccount) =>
  server.sql<{ cursor: string; name: string }>(
    `select transaction_id || '-' || id as cursor, name from change where account_id = ? order by transaction_id, id`,
    credentials.id,
  );

describe.each(transports)('a subscription over %s that resumes at a cursor', (_name, connect) => {
  const at = (account: TestAccount, index: number): Subscriber =>
    connect(origins[index % 2] ?? '', { parameter: account.credentials.api_key });

  it('sends the missed changes and then the new ones, each once, in the order of the log', async () => {
    const account = await server.account();
    let isOver = false;
    let written = 0;
    const write = async (index: number): Promise<void> => {
      const writer = account.at(origins[index % 2] ?? '');
      while (!isOver) {
        const { id } = await writer.create('/people', 'person', { name: 'Ola' });
        await writer.put(`/people/${id}`, { json: { person: { notes: 'changed' } } });
        await writer.del(`/people/${id}`);
        written += 3;
      }
    };
    const writers = [0, 1, 2].map(write);
    await until(() => written > 0);

    const received: { cursor: string; name: string }[] = [];
    for (let visit = 0; visit < 12; visit++) {
      const subscriber = at(account, visit);
      const after = received.at(-1)?.cursor ?? '0-0';
      const changes = subscriber.follow('changes', `after: "${after}"`, fields);
      await changes.take(5);
      await subscriber.end();
      received.push(...changes.messages);
    }
    isOver = true;
    await Promise.all(writers);
    const recorded = await log(account);
    const last = at(account, 0);
    const rest = last.follow('changes', `after: "${received.at(-1)?.cursor}"`, fields);
    await until(() => received.length + rest.messages.length >= recorded.length);
    await last.end();
    received.push(...rest.messages);
    expect(received.map(({ cursor, name }) => ({ cursor, name }))).toEqual(recorded);
  });

  it('sends the changes of some types of objects', async () => {
    const account = await server.account();
    const { resourceId } = await createBookableService(account);
    const subscriber = at(account, 1);
    const changes = subscriber.follow('changes', 'after: "0-0", objectTypes: ["time_off", "person"]', 'name');
    await account.create('/people', 'person', { name: 'Ola' });
    await account.create('/time_off', 'time_off', { resource_id: resourceId, starts_on: '2026-03-04' });
    expect(await changes.take(2)).toEqual([{ name: 'person.created' }, { name: 'time_off.created' }]);
    await subscriber.end();
  });

  it('waits for an earlier change that is not yet committed', async () => {
    const account = await server.account();
    await account.create('/people', 'person', { name: 'First' });
    const [first] = await log(account);
    const subscriber = at(account, 1);
    await server.database.account(account.credentials.id).transaction(async (tx) => {
      await tx.query(
        `insert into change (account_id, era, object_id, created_at, name, object_type, snapshot, actor)
         values ($1, 1, 7, now(), 'person.created', 'person', '{}', '{"kind":"background"}') returning id`,
      );
      await account.create('/people', 'person', { name: 'Second' });
      const changes = subscriber.follow('changes', `after: "${first?.cursor}"`, fields);
      await account.graphql('{ account { id } }');
      expect(changes.messages).toEqual([]);
    });
    const changes = subscriber.follow('changes', `after: "${first?.cursor}"`, fields);
    const [late, second] = await changes.take(2);
    expect([late.objectId, second.name]).toEqual([7, 'person.created']);
    await subscriber.end();
  });

  it('applies its filters', async () => {
    const account = await server.account();
    const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
    const bookings = [];
    for (const resource_id of resourceIds) {
      const times = { booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' };
      bookings.push(await account.create('/bookings', 'booking', { service_id: serviceId, resource_id, ...times }));
    }
    const subscriber = at(account, 1);
    const changes = subscriber.follow(
      'bookingChanged',
      `after: "0-0", resourceId: ${resourceIds[1]}`,
      'name attributes changedFields performedBy { kind name } booking { id }',
    );
    await account.put(`/bookings/${bookings[0].id}`, { json: { booking: { notes: 'x' } } });
    await account.put(`/bookings/${bookings[1].id}`, { json: { booking: { notes: 'x' } } });
    const performedBy = { kind: 'api_key', name: 'api' };
    expect(await changes.take(2)).toEqual([
      { name: 'booking.created', attributes: [], changedFields: [], performedBy, booking: { id: bookings[1].id } },
      {
        name: 'booking.modified',
        attributes: expect.arrayContaining(['notes', 'revisionCount']),
        changedFields: ['notes', 'revisionCount'],
        performedBy,
        booking: { id: bookings[1].id },
      },
    ]);
    await subscriber.end();
  });

  it.each([
    ['personChanged', '/people', 'person', 'personId'],
    ['eventChanged', '/events', 'event', 'eventId'],
  ])('%s sends each change, including the deletion', async (field, path, wrapper, idArgument) => {
    const account = await server.account();
    const { serviceId, resourceId } = await createBookableService(account, { service: { booking_type: 'attendance' } });
    const attributes = {
      person: { name: 'Ola' },
      event: {
        service_id: serviceId,
        resource_id: resourceId,
        capacity: 2,
        starts_at: '2026-03-03 09:00',
        ends_at: '2026-03-03 10:00',
      },
    }[wrapper];
    const { id } = await account.create(path, wrapper, attributes ?? {});
    const other = await account.create(path, wrapper, { ...attributes, starts_at: '2026-03-03 08:00' });
    const subscriber = at(account, 1);
    const changes = subscriber.follow(field, `after: "0-0", ${idArgument}: ${id}`, `name ${wrapper} { id active }`);
    await account.del(`${path}/${other.id}`);
    await account.del(`${path}/${id}`);
    expect(await changes.take(2)).toEqual([
      { name: `${wrapper}.created`, [wrapper]: { id, active: true } },
      { name: `${wrapper}.deleted`, [wrapper]: { id, active: false } },
    ]);
    await subscriber.end();
  });

  it('waitlistEntryChanged sends each change of the entries that meet its conditions', async () => {
    const account = await server.account();
    const { serviceId } = await createBookableService(account);
    const { serviceId: otherService } = await createBookableService(account);
    const join = (service_id: number, from: string) =>
      account.create('/waitlist', 'waitlist_entry', {
        ...{ service_id, from, to: from, name: 'Ola', email: `${service_id}-${from}@example.org` },
      });
    const entry = await join(serviceId, '2026-03-04');
    const late = await join(serviceId, '2026-03-09');
    const other = await join(otherService, '2026-03-04');
    const subscriber = at(account, 1);
    const during = 'during: { from: "2026-03-04", to: "2026-03-05" }';
    const changes = subscriber.follow(
      'waitlistEntryChanged',
      `after: "0-0", serviceIds: [${serviceId}], ${during}`,
      'name changedFields waitlistEntry { id state service { id } }',
    );
    for (const { id } of [other, late, entry]) await account.del(`/waitlist/${id}`);
    const shown = { id: entry.id, service: { id: serviceId } };
    expect(await changes.take(2)).toEqual([
      { name: 'waitlist_entry.created', changedFields: [], waitlistEntry: { ...shown, state: 'WAITING' } },
      { name: 'waitlist_entry.left', changedFields: ['state'], waitlistEntry: { ...shown, state: 'LEFT' } },
    ]);
    await subscriber.end();
  });

  it('orderChanged sends the changes of the orders of a person', async () => {
    const account = await server.account();
    const { id: serviceId } = await account.create('/services', 'service', {
      ...{ title: 'Soap', booking_type: 'product', price: 40 },
    });
    const buy = async (name: string) => {
      const order_line_items = [{ service_id: serviceId }];
      return account.create('/orders', 'order', { person_attributes: { name }, order_line_items });
    };
    const [order, other] = [await buy('Ola'), await buy('Kari')];
    const subscriber = at(account, 1);
    const changes = subscriber.follow(
      'orderChanged',
      `after: "0-0", personId: ${order.person_id}`,
      'name changedFields order { id state balance lineItems { serviceId } }',
    );
    for (const { id } of [other, order]) await account.put(`/orders/${id}/cancel`);
    const shown = { id: order.id, lineItems: [{ serviceId }] };
    expect(await changes.take(2)).toEqual([
      { name: 'order.created', changedFields: [], order: { ...shown, state: 'PENDING', balance: '40.0' } },
      { name: 'order.cancelled', changedFields: ['state'], order: { ...shown, state: 'CANCELLED', balance: '40.0' } },
    ]);
    await subscriber.end();
  });

  it('rejects an invalid cursor and one that is too old', async () => {
    const account = await server.account();
    await account.create('/people', 'person', { name: 'Ola' });
    const subscriber = at(account, 0);
    const ask = (after: string) =>
      subscriber.ask('subscription ($after: String) { changes(after: $after) { name } }', { after });
    const refusal = (message: string) => ({
      data: null,
      errors: [expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', fields: { after: [message] } } })],
    });
    expect(await ask('nonsense')).toMatchObject({ errors: refusal('is invalid').errors });
    expect(await ask('999999999999-1')).toMatchObject({ errors: refusal('is invalid').errors });
    await server.sql(
      `insert into change_log_start (account_id, era, transaction_id, change_id)
       select account_id, era, transaction_id, id from change where account_id = ?`,
      account.credentials.id,
    );
    expect(await ask('0-0')).toMatchObject({ errors: refusal('is older than the changes that are kept').errors });
    await subscriber.end();
  });
});
