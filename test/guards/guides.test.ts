import { isScalarType, isSpecifiedScalarType } from 'graphql';
import { Account } from '../../src/domain/account/account.entity.js';
import { messageValues, type TemplateDetails } from '../../src/domain/messaging/composing/message-values.rules.js';
import { sampleBooking } from '../../src/domain/messaging/composing/preview-template.queries.js';
import { errorCodes } from '../../src/graphql/errors.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { readGuides } from '../../src/http/documentation/guides.js';
import { deprecations } from '../../src/http/rest/deprecations.js';
import { problemOf } from '../../src/http/rest/problem.js';
import { actorKinds } from '../../src/outbox/actor.js';
import { DomainError, type ErrorCode, graphqlCodes } from '../../src/platform/errors.js';
import { zoneOf } from '../../src/platform/time/zone.js';
import { fieldsWithoutRoute } from '../support/graphql-only.js';
import { settingNames } from '../support/settings.js';

const guides = readGuides();
const markdownOf = (name: string): string => guides.find((guide) => guide.name === name)?.markdown ?? '';

/** Returns the words in backticks in the first column of the table that follows a heading or text. */
function firstColumn(markdown: string, before: RegExp): string[] {
  const [, table = ''] = new RegExp(`${before.source}[\\s\\S]*?\\n\\n((?:\\|.*\\n)+)`).exec(markdown) ?? [];
  return table.split('\n').flatMap((row) => {
    const [, cell = ''] = /^\| (.*?) \|/.exec(row) ?? [];
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  });
}

describe('every guide', () => {
  it.each(guides)('$name links to another, by its file, and only to those that exist', ({ file, markdown }) => {
    const links = [...markdown.matchAll(/\]\((\d\d-[^)#]+)\)/g)].map(([, link]) => link);
    expect(links.filter((link) => link !== file)).not.toEqual([]);
    expect(guides.map((guide) => guide.file)).toEqual(expect.arrayContaining(links));
  });
});

it('the settings are all that are read, and no other', () => {
  expect(firstColumn(markdownOf('settings'), /# Settings/).toSorted()).toEqual(settingNames().toSorted());
});

it('the list of what only GraphQL offers has every field that REST does not use, and no other', () => {
  const [, list = ''] = /Only GraphQL offers\n\n((?:- .*\n)+)/.exec(markdownOf('graphql')) ?? [];
  const names = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const subscriptions = Object.keys(bookingSchema().getSubscriptionType()?.getFields() ?? {});
  expect(names.toSorted()).toEqual([...fieldsWithoutRoute(), ...subscriptions].toSorted());
});

it('both ways to generate types have every scalar that is sent as a string', () => {
  const ofObjects = ['CustomData', 'JSONObject'];
  const scalars = Object.values(bookingSchema().getTypeMap()).filter((type) => isScalarType(type));
  const custom = scalars.filter((type) => !isSpecifiedScalarType(type)).map(({ name }) => name);
  const [, program = ''] = /Object\.fromEntries\(\[(.*?)\]/.exec(markdownOf('graphql')) ?? [];
  const [, config = ''] = /scalars: \{ (.*?) \}/.exec(markdownOf('graphql')) ?? [];
  const strings = custom.filter((name) => !ofObjects.includes(name)).toSorted();
  expect(program.match(/\w+/g)?.toSorted()).toEqual(strings);
  expect(config.split(', ').toSorted()).toEqual(strings.map((name) => `${name}: string`));
});

/** Returns the paths of all values that are no objects. */
function pathsOf(values: object, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? pathsOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

it('the variables of messages are all that a text can use, and no other', () => {
  const now = new Date('2026-03-02T07:00:00Z');
  const sample = sampleBooking('en', now);
  const event = { id: 1, title: 'Yoga', description: null, startsAt: now, endsAt: now, customData: null };
  const details: TemplateDetails = { ...sample, event, package: { title: 'Ten cuts', units: 10, used: 1 } };
  const clock = { now: () => now };
  const context = {
    account: { ...new Account(), suspendedAt: null },
    zone: zoneOf('UTC'),
    address: '',
    siteDomain: undefined,
    clock,
  };
  const values = messageValues(context, details, 'en');
  expect(firstColumn(markdownOf('messages'), /## Variables/).toSorted()).toEqual(pathsOf(values).toSorted());
});

it('the deprecated parts of requests are all that are declared, with their dates', () => {
  const [, table = ''] = /## Deprecated[\s\S]*?\|---.*\n((?:\|.*\n)+)/.exec(markdownOf('requests')) ?? [];
  const declared = deprecations.map(
    ({ part, instead, since, until }) => `| ${part} | ${instead} | ${since} | ${until} |\n`,
  );
  expect(table).toBe(declared.join(''));
});

describe('the guide to errors', () => {
  it('has every code that GraphQL answers with, and no other', () => {
    expect(firstColumn(markdownOf('requests'), /## Error codes of GraphQL/).toSorted()).toEqual(errorCodes.toSorted());
  });

  it('has every status of REST, and no other', () => {
    const [, table = ''] = /## Errors of REST[\s\S]*?\n\n(\| status[\s\S]*?)\n\n/.exec(markdownOf('requests')) ?? [];
    const shown = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, status]) => Number(status));
    const codes = Object.keys(graphqlCodes) as ErrorCode[];
    const statuses = codes.map((code) => problemOf(new DomainError(code, '')).status);
    expect(shown.toSorted()).toEqual([...statuses, 500, 503].toSorted());
  });
});

describe('the kinds of `performed_by`', () => {
  it('are all in the guide', () => {
    expect(firstColumn(markdownOf('synchronise'), /## Who and when/)).toEqual(
      expect.arrayContaining(Object.keys(actorKinds)),
    );
  });

  it('are all in the description of the field', () => {
    const type = bookingSchema().getType('PerformedBy');
    const description = String(type && 'getFields' in type && type.getFields()['kind']?.description);
    const kinds = [...description.matchAll(/`(\w+)`/g)].map(([, kind]) => kind);
    expect(kinds.toSorted()).toEqual(Object.keys(actorKinds).toSorted());
  });
});
