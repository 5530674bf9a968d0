import { book, openStudio } from '../socket/studio.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const changes = {
  updateBooking: 'updateBooking(id: $id, ifRevision: $revision, input: {notes: "Quiet"})',
  confirmBooking: 'confirmBooking(id: $id, ifRevision: $revision)',
  declineBooking: 'declineBooking(id: $id, ifRevision: $revision)',
  cancelBooking: 'cancelBooking(id: $id, ifRevision: $revision)',
  setBookingStatus: 'setBookingStatus(id: $id, ifRevision: $revision, status: CHECKED_IN)',
};
const awaitsConfirmation = ['confirmBooking', 'declineBooking'];

const change = (field: string, id: number, revision: number | null) =>
  account.graphql(`mutation ($id: Int!, $revision: Int) { booking: ${field} { revisionCount } }`, { id, revision });

describe.each(Object.entries(changes))('%s with ifRevision', (name, field) => {
  it('is rejected after another change, and changes the revision that was read', async () => {
    const confirmManually = awaitsConfirmation.includes(name);
    await server.configure(account, { confirm_manually: confirmManually });
    const { id } = await book(account, await openStudio(account), {}, { confirm: !confirmManually });
    await account.put(`/bookings/${id}`, { json: { booking: { title: 'Elsewhere' } } });
    const before = (await account.get(`/bookings/${id}`)).body;
    expect((await change(field, id, 0)).errors).toEqual([
      {
        message: 'The booking has changed',
        locations: [{ line: 1, column: 40 }],
        path: ['booking'],
        extensions: { code: 'PRECONDITION_FAILED' },
      },
    ]);
    expect((await account.get(`/bookings/${id}`)).body).toEqual(before);
    expect(await change(field, id, 1)).toEqual({ data: { booking: { revisionCount: 2 } } });
  });
});

it('lets only one of two simultaneous changes of the same revision through', async () => {
  await server.configure(account, { confirm_manually: false });
  const { id } = await book(account, await openStudio(account));
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((notes) =>
      change(`updateBooking(id: $id, ifRevision: $revision, input: {notes: "${notes}"})`, id, 0),
    ),
  );
  expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
  expect((await account.get(`/bookings/${id}`)).body.booking.revision_count).toBe(1);
});

it('changes any revision without it', async () => {
  const { id } = await book(account, await openStudio(account));
  expect(await change(changes.cancelBooking, id, null)).toEqual({ data: { booking: { revisionCount: 1 } } });
});
