import { isPermission, toEnumName } from '../../../src/domain/account/permissions.rules.js';
import { bookingOperations } from '../../../src/graphql/operations.js';
import { readGuides } from '../../../src/http/documentation/guides.js';
import { accountTools } from '../../../src/http/mcp/account-tools.js';
import { type PreparedTool, prepareTools } from '../../../src/http/mcp/prepared-tool.js';
import { linesOf } from '../../../src/http/mcp/tool-answer.js';
import { visitorTools } from '../../../src/http/mcp/visitor-tools.js';

const prepared = prepareTools(accountTools, bookingOperations());
const ofVisitors = prepareTools(visitorTools, bookingOperations());
const schemaOf = (name: string) => prepared.get(name)?.outputSchema;

it('every tool fits its operation, has a name of two words or more, and declares what it reads and writes', () => {
  const all: PreparedTool[] = [...prepared.values(), ...ofVisitors.values()];
  expect(all).toHaveLength(accountTools.length + visitorTools.length);
  for (const { name, isRead, route, inputSchema, listed } of all) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect([name, isRead]).toEqual([name, route.operation.definition.operation === 'query']);
    expect(Object.hasOwn(inputSchema.properties, 'idempotency_key')).toBe(!isRead);
    expect(JSON.stringify(listed)).not.toContain('$ref');
    for (const property of Object.values(inputSchema.properties)) {
      expect([name, property]).toEqual([name, expect.objectContaining({ description: expect.any(String) })]);
    }
  }
});

it('the list of tools is short enough for a model to read at each start', () => {
  const size = (tools: ReadonlyMap<string, PreparedTool>) =>
    JSON.stringify([...tools.values()].map(({ listed }) => listed)).length;
  expect(size(prepared)).toBeLessThan(84_000);
  expect(size(ofVisitors)).toBeLessThan(40_000);
});

describe('the guide "Agents"', () => {
  const markdown = readGuides().find(({ name }) => name === 'agents')?.markdown ?? '';
  /** Returns the rows of the table below a heading: the names in the first column, and the second. */
  const rowsBelow = (heading: string): [string, string][] => {
    const [, table = ''] = new RegExp(`## ${heading}\\n[\\s\\S]*?\\n\\n((?:\\|.*\\n)+)`).exec(markdown) ?? [];
    return table.split('\n').flatMap((row) => {
      const [, names = '', value = ''] = /^\| (`.*?) \| (.*) \|$/.exec(row) ?? [];
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']): [string, string] => [name, value]);
    });
  };

  it('has every tool with its permission', () => {
    const permissions = [...prepared.values()].map(({ name, route: { operation } }): [string, string] => {
      const [field] = operation.definition.selectionSet.selections;
      const root = field?.kind === 'Field' ? operation.root.getFields()[field.name.value] : undefined;
      const permission = root?.extensions['permission'];
      return [name, isPermission(permission) ? toEnumName(permission) : ''];
    });
    expect(new Map(rowsBelow('Tools with a key'))).toEqual(new Map(permissions));
    expect(rowsBelow('Tools of visitors').map(([name]) => name)).toEqual(visitorTools.map(({ name }) => name));
  });
});

describe('the text of an answer', () => {
  it.each([
    ['Anna', 'title: "Anna"'],
    ['"\n- id: 2', 'title: "\\"\\n- id: 2"'],
    ['a\u202eb\u200bc\u{e0041}', 'title: "a\\u{202e}b\\u{200b}c\\u{e0041}"'],
    ['æøå 🎉', 'title: "æøå 🎉"'],
  ])('quotes %j, which a person wrote', (title, line) => {
    expect(linesOf({ resources: [{ id: 1, title }] }, schemaOf('list_resources'))).toEqual([
      'resources:',
      '- id: 1',
      `  ${line}`,
    ]);
  });

  it('does not quote what the server writes, and leaves out what is null', () => {
    const time = { booked_from: '2026-03-03T10:00:00+01:00', free: 2, resource_ids: [1, 2], event_id: null };
    expect(linesOf({ free_times: [time], left_out: 0 }, schemaOf('find_free_times'))).toEqual([
      'free_times:',
      '- booked_from: 2026-03-03T10:00:00+01:00',
      '  free: 2',
      '  resource_ids: 1, 2',
      'left_out: 0',
    ]);
  });
});
