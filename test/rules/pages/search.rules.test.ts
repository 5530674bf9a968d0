import { idOf, isSearchable, toFound } from '../../../src/pages/dashboard/search/search.rules.js';

it.each([
  ['12', 12],
  [' #12 ', 12],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['99999999999', undefined],
  ['0', undefined],
  ['012', undefined],
  ['12a', undefined],
  ['#', undefined],
  ['', undefined],
])('the id in %j is %s', (text, id) => expect(idOf(text)).toBe(id));

it.each([
  ['', false],
  [' ', false],
  ['a', false],
  [' a ', false],
  ['ab', true],
  ['1', true],
  ['#7', true],
])('%j can be searched for: %s', (text, expected) => expect(isSearchable(text)).toBe(expected));

describe('what was found', () => {
  const people = { nodes: [{ id: 3, name: 'Nora Lie', email: null, phoneNumberFormatted: '+4740612345' }] };
  const titles = (...names: string[]) => ({ nodes: names.map((title, index) => ({ id: index + 1, title })) });
  const wording = { booking: (id: number) => `Booking ${id}`, at: (time: string) => time.slice(0, 16) };

  it('are people, then services and resources whose titles have the text', () => {
    const catalog = { services: titles('Massage', 'Hair'), resources: titles('Nora') };
    expect(toFound(' NoR', { people }, catalog, wording)).toEqual([
      { kind: 'person', id: 3, title: 'Nora Lie', detail: '+4740612345', path: 'people/3' },
      { kind: 'resource', id: 1, title: 'Nora', detail: '', path: 'setup/resources/1' },
    ]);
  });

  it('begins with the booking of that id', () => {
    const booking = { id: 12, bookedFrom: '2026-03-02T10:00:00+01:00', title: null, service: { title: 'Hair' } };
    const bookings = { nodes: [{ ...booking, person: { name: null } }] };
    expect(toFound('12', { people: { nodes: [] }, bookings }, {}, wording)).toEqual([
      {
        ...{ kind: 'booking', id: 12, title: 'Booking 12', detail: '2026-03-02T10:00 · Hair', path: 'calendar' },
        search: { date: '2026-03-02', booking: '12' },
      },
    ]);
  });

  it('are at most five of a kind of the catalog', () => {
    const services = titles(...Array.from({ length: 9 }, (_, index) => `Yoga ${index}`));
    expect(toFound('yoga', { people: { nodes: [] } }, { services }, wording)).toHaveLength(5);
  });
});
