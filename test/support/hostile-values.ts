import {
  GraphQLBoolean,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLString,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import {
  CalendarDate,
  CustomDataObject,
  Decimal,
  FileUpload,
  Instant,
  JsonObject,
} from '../../src/platform/scalars.js';

/** A value to send. If `isRefused`, every attribute of its type must reject it. */
export interface Hostile {
  value: unknown;
  isRefused: boolean;
}

const refused = (...values: unknown[]): Hostile[] => values.map((value) => ({ value, isRefused: true }));
/** Values that an attribute may store unchanged or reject. */
const possible = (...values: unknown[]): Hostile[] => values.map((value) => ({ value, isRefused: false }));

const nested = (depth: number): unknown => (depth === 0 ? 'x' : { a: [nested(depth - 1)] });

const nothing = possible(null, '', '  ');
const notText = [...refused(true, ['x'], { a: 1 }, nested(20)), ...refused('a\0b', '\ud800', 'a\udfff')];
const notTime = refused(
  7,
  true,
  ['x'],
  { a: 1 },
  'x',
  '\0',
  '2026-02-30 10:00',
  '2026-13-01',
  '0000-00-00',
  '10000-01-01',
);

/** Whether no object can be without an attribute. True for other types, which accept no object. */
function hasRequired(type: GraphQLInputType): boolean {
  const item = getNullableType(type);
  return !isInputObjectType(item) || Object.values(item.getFields()).some(isRequiredInputField);
}

/** Returns values that all or some attributes of the type must reject. */
export function hostileValues(type: GraphQLInputType): Hostile[] {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const items = hostileValues(nullable.ofType).filter(({ value }) => !isNothing(value) && typeof value !== 'object');
    const tooMany = refused(Array.from({ length: 1001 }, () => 1));
    const wrong = refused(true, {}, { a: 1 }, [null], [[['x']]]);
    // Unknown attributes are ignored.
    const unknown = (hasRequired(nullable.ofType) ? refused : possible)([{ a: 1 }], [nested(20)]);
    return [
      ...possible(null, []),
      ...tooMany,
      ...wrong,
      ...unknown,
      ...items.map((item) => ({ ...item, value: [item.value] })),
    ];
  }
  if (isInputObjectType(nullable)) return [...possible(null, {}), ...refused(7, true, 'x', ['x'], '\0')];
  if (isEnumType(nullable)) {
    return [...nothing, ...refused(7, true, ['x'], { a: 1 }, 'x', '\0', '__proto__', 'constructor')];
  }
  switch (nullable) {
    case GraphQLString:
      return [
        ...nothing,
        ...notText,
        ...refused(1e99, 'x'.repeat(65_537)),
        ...possible(7, -1.5, 'x', 'x'.repeat(256), '__proto__', "'; --", '<b>&\n\t\u202e😀'),
      ];
    case GraphQLInt:
      return [
        ...nothing,
        ...refused(true, [1], { a: 1 }, 'x', '1e3', '0x10', '\0', 1.5, '1.5', 2 ** 31, -(2 ** 31), 1e99, 2 ** 53),
        ...possible(0, -1, '7', 2 ** 31 - 1, -(2 ** 31) + 1, 1_000_000),
      ];
    case Decimal:
      return [
        ...nothing,
        ...refused(true, [1], { a: 1 }, 'x', '1,5', '1e3', '\0', 1e99, '1.23456789012345', 0.001, 99_999_999_999),
        ...possible(0, -1, '-0.01', 0.1, '7.50', 9_999_999_999.99, 9_999_999_999),
      ];
    case GraphQLBoolean:
      return [...nothing, ...refused('yes', 2, -1, ['true'], { a: 1 }, '\0'), ...possible(true, false, 'true', '0', 1)];
    case Instant:
      return [
        ...nothing,
        ...notTime,
        ...refused('2026-03-03 25:00', '2026-03-03T10:00+99:00', '2026-03-03 10:00 Mars/Base'),
        ...possible(
          '0000-01-01 00:00',
          '0001-01-01 00:00',
          '9999-12-31 23:59',
          '2026-03-03 10:00',
          '2026-03-03T10:00Z',
        ),
      ];
    case CalendarDate:
      return [...nothing, ...notTime, ...possible('0000-01-01', '0001-01-01', '9999-12-31', '2026-03-03')];
    case CustomDataObject:
      return [
        ...possible(null, {}, [], { a: 1, b: null, constructor: 'x' }),
        ...refused(
          7,
          true,
          'x',
          ['x'],
          { a: {} },
          { a: ['x'] },
          { a: '\0' },
          { '\ud800': 'x' },
          { a: 'x'.repeat(65_537) },
        ),
      ];
    case JsonObject:
      return [
        ...possible(null, {}, { a: { b: ['x', 1, null] } }),
        ...refused(7, true, 'x', ['x'], { a: '\0' }, { '\0': 'x' }, { a: 'x'.repeat(65_537) }, nested(20)),
      ];
    case FileUpload:
      return refused(7, true, ['x'], { a: 1 }, 'x', '\0', 'data:text/html;base64,PGI+', 'data:image/png;base64,AAAA');
    default:
      return [...nothing, ...refused(7, true, ['x'], { a: 1 }, 'x', '\0', '37:00', '__proto__', 'x'.repeat(65_537))];
  }
}

const isNothing = (value: unknown): boolean => value === null || (typeof value === 'string' && value.trim() === '');

/** Returns whether a response shows the sent value, in the response's format. */
export function equalsAsFormatted(type: GraphQLInputType, sent: unknown, shown: unknown): boolean {
  if (isNothing(sent)) return shown === null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const items: unknown[] = Object.values(Object(sent));
    return (
      Array.isArray(shown) &&
      items.length === shown.length &&
      items.every((item, index) => equalsAsFormatted(nullable.ofType, item, shown[index]))
    );
  }
  switch (nullable) {
    case GraphQLString:
      return shown === String(sent);
    case GraphQLInt:
    case Decimal:
      return shown !== null && Number(sent) === Number(shown);
    case GraphQLBoolean:
      return shown === [true, 'true', '1', 1].includes(sent as string);
    case Instant:
      return sameInstant(String(sent), String(shown));
    case CustomDataObject:
      return sameText(
        Object.entries(Object(sent)).filter(([, item]) => item !== null),
        Object.entries(Object(shown)),
      );
    case JsonObject:
      return JSON.stringify(sent) === JSON.stringify(shown);
    default:
      return shown === sent;
  }
}

const sameText = (sent: [string, unknown][], shown: [string, unknown][]): boolean => String(sent) === String(shown);

/** A sent time without an offset is local time, like the shown one. */
const sameInstant = (sent: string, shown: string): boolean =>
  /Z$/.test(sent) ? Date.parse(sent) === Date.parse(shown) : shown.startsWith(sent.replace(' ', 'T'));
