import {
  attributeOf,
  changesOf,
  differences,
  type FieldDefinition,
  type FieldKind,
  fieldsOf,
  shownWeek,
  textsOf,
  withCurrent,
} from '../../../src/pages/dashboard/records/record.rules.js';

describe('attributeOf', () => {
  it.each<[FieldKind, string, unknown]>([
    ['text', '  Kari ', 'Kari'],
    ['text', '   ', null],
    ['long-text', ' two\nlines ', ' two\nlines '],
    ['integer', '60', 60],
    ['integer', 'sixty', 'sixty'],
    ['integer', '', null],
    ['money', '115,50', '115.50'],
    ['flag', 'on', true],
    ['flag', '', false],
    ['records', '3,1', [3, 1]],
    ['records', '', []],
    ['list', 'https://a.example, https://b.example', ['https://a.example', 'https://b.example']],
    ['hours', '09:00–12:00, 13:00-17:00', ['09:00', '12:00', '13:00', '17:00']],
    ['hours', 'Closed', []],
    ['hours', '', null],
    ['hours', 'nine to five', ['nine', 'to', 'five']],
    ['date', '2026-03-01', '2026-03-01'],
    ['date-time', '2026-03-01T10:00', '2026-03-01T10:00'],
    ['date-time', '', null],
    ['person', '12', 12],
    ['record', '12', 12],
    ['record', '', null],
    ['choice', '12', '12'],
    ['person', '', null],
  ])('of %s %j is %j', (kind, text, expected) => expect(attributeOf(text, kind)).toEqual(expected));
});

const fields: FieldDefinition[] = [
  { name: 'title', label: 'Title', kind: 'text' },
  { name: 'opening_hours_mon', label: 'Monday', kind: 'hours' },
  { name: 'active', label: 'Active', kind: 'flag' },
  { name: 'notes', label: 'Notes', kind: 'long-text' },
];
const stored = { title: '<b>Hall</b>', opening_hours_mon: ['09:00', '17:00'], active: true, notes: null, other: 1 };
const shown = textsOf(stored, fields);

it('textsOf returns the attributes of a record as texts', () => {
  expect(shown).toEqual({ title: '<b>Hall</b>', opening_hours_mon: '09:00–17:00', active: 'on', notes: '' });
  expect(textsOf({ opening_hours_mon: [] }, fields)['opening_hours_mon']).toBe('closed');
  const night = ['12:00', '14:00', '18:00', '26:00', '26:30', '28:00'];
  expect(textsOf({ opening_hours_mon: night }, fields)['opening_hours_mon']).toBe(
    '12:00–14:00, 18:00–02:00, 26:30–28:00',
  );
  expect(textsOf({ opening_hours_mon: ['08:00', '32:00'] }, fields)['opening_hours_mon']).toBe('08:00–32:00');
});

it.each([
  ['890.0', '890'],
  ['890.5', '890.5'],
  ['1000.0', '1000'],
  ['0.001', '0.001'],
  [null, ''],
])('an amount of %j is shown as %j', (price, text) =>
  expect(textsOf({ price }, [{ name: 'price', label: 'Price', kind: 'money' }])).toEqual({ price: text }),
);

describe('changesOf', () => {
  it.each([
    [{}, {}],
    [{ title: 'Hall' }, { title: 'Hall' }],
    [{ active: '' }, { active: false }],
    [{ opening_hours_mon: '' }, { opening_hours_mon: null }],
    [{ notes: 'a\r\nb' }, { notes: 'a\r\nb' }],
  ])('of %j is %j', (entered, expected) =>
    expect(changesOf({ ...shown, ...entered }, shown, fields)).toEqual(expected),
  );

  it('ignores line breaks that the browser has converted', () => {
    expect(changesOf({ ...shown, notes: 'a\r\nb' }, { ...shown, notes: 'a\nb' }, fields)).toEqual({});
  });
});

it('differences describes the changes of another user', () => {
  expect(differences(shown, { ...shown, title: 'Big hall', notes: 'x'.repeat(100) }, fields)).toEqual([
    'Title: “<b>Hall</b>” is now “Big hall”.',
    `Notes: nothing is now “${'x'.repeat(60)}…”.`,
  ]);
});

describe('attributes inside an object', () => {
  const inside: FieldDefinition[] = [
    { name: 'title', label: 'Title', kind: 'text' },
    { name: 'applies_to.services', label: 'Services', kind: 'records' },
    { name: 'applies_to.resources', label: 'Resources', kind: 'records' },
  ];

  it.each([
    [{ applies_to: { services: [1, 2], resources: null } }, '1,2', ''],
    [{ applies_to: null }, '', ''],
    [{}, '', ''],
  ])('of %j are shown', (attributes, services, resources) => {
    const texts = { title: '', 'applies_to.services': services, 'applies_to.resources': resources };
    expect(textsOf(attributes, inside)).toEqual(texts);
  });

  it('are sent together if one of them was changed', () => {
    const before = { title: 'Spring', 'applies_to.services': '1', 'applies_to.resources': '7' };
    const after = { ...before, 'applies_to.services': '1,2' };
    expect(changesOf(after, before, inside)).toEqual({ applies_to: { services: [1, 2], resources: [7] } });
    expect(changesOf({ ...before, title: 'May' }, before, inside)).toEqual({ title: 'May' });
  });
});

it('shows a date-time to the minute on the wall clock of the account', () => {
  const field: FieldDefinition = { name: 'at', label: 'At', kind: 'date-time' };
  expect(textsOf({ at: '2026-03-03T10:00:00+01:00' }, [field])).toEqual({ at: '2026-03-03T10:00' });
  expect(textsOf({ at: null }, [field])).toEqual({ at: '' });
});

const day = ['09:00', '17:00'];
const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

it.each<[(string[] | null)[], string]>([
  [Array(7).fill(day), 'Mon–Sun 09:00–17:00'],
  [Array(7).fill(null), 'Mon–Sun closed'],
  [[...Array(5).fill(day), null, []], 'Mon–Fri 09:00–17:00; Sat, Sun closed'],
  [[day, null, day, null, day, day, day], 'Mon, Wed, Fri–Sun 09:00–17:00; Tue, Thu closed'],
  [
    [day, day, ['10:00', '12:00', '13:00', '18:00'], day, null, null, null],
    'Mon, Tue, Thu 09:00–17:00; Wed 10:00–12:00, 13:00–18:00; Fri–Sun closed',
  ],
])('shows the hours of a week: %j', (days, expected) => expect(shownWeek(days, names)).toBe(expected));

it('keeps values that are not offered any more', () => {
  const offered = [{ value: '1', text: 'Cut' }];
  expect(withCurrent(offered, ['1'])).toEqual(offered);
  expect(withCurrent(offered, ['2'])).toEqual([{ value: '2', text: '2 (not offered any more)' }, ...offered]);
  expect(withCurrent(offered, [''])).toEqual([{ value: '', text: '–' }, ...offered]);
});

describe('fieldsOf', () => {
  const all: FieldDefinition[] = [
    { name: 'title', label: 'Title', kind: 'text' },
    { name: 'repeat', label: 'Repeat', kind: 'text', isFixed: true },
    { name: 'scope', label: 'Change', kind: 'text', onlyWith: 'collection_id' },
  ];

  it.each([
    ['a new record', {}, true, ['title', 'repeat']],
    ['a record', { collection_id: null }, false, ['title']],
    ['a record with the attribute', { collection_id: 'x' }, false, ['title', 'scope']],
  ])('of %s', (_name, attributes, isNew, expected) =>
    expect(fieldsOf(attributes, all, isNew).map(({ name }) => name)).toEqual(expected),
  );
});
