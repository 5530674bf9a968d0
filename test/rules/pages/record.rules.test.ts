import {
  attributeOf,
  changesOf,
  differences,
  type FieldDefinition,
  type FieldKind,
  textsOf,
} from '../../../src/pages/dashboard/browser/records/record.rules.js';

describe('attributeOf', () => {
  it.each<[FieldKind, string, unknown]>([
    ['text', '  Kari ', 'Kari'],
    ['text', '   ', null],
    ['long-text', ' two\nlines ', ' two\nlines '],
    ['integer', '60', 60],
    ['integer', 'sixty', 'sixty'],
    ['integer', '', null],
    ['decimal', '115,50', '115.50'],
    ['flag', 'on', true],
    ['flag', '', false],
    ['choices', '3,1', [3, 1]],
    ['choices', '', []],
    ['list', 'https://a.example, https://b.example', ['https://a.example', 'https://b.example']],
    ['hours', '09:00–12:00, 13:00-17:00', ['09:00', '12:00', '13:00', '17:00']],
    ['hours', 'Closed', []],
    ['hours', '', null],
    ['hours', 'nine to five', ['nine', 'to', 'five']],
    ['date', '2026-03-01', '2026-03-01'],
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
});

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
