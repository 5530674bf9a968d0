import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSpecifiedScalarType } from 'graphql';
import { partsOf } from '../../src/graphql/descriptions.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { isHeadless } from '../support/headless.js';

const types = Object.values(bookingSchema().getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);

/** Every type, field, argument, enumeration value and input field, by its place. */
const places = types.flatMap((type) =>
  [...partsOf(type)].map(([key, { description }]) => ({ place: `${type.name} ${key}`.trim(), description })),
);

it('every type, field, argument and value of the schema has a description', () => {
  expect(places.length).toBeGreaterThan(1_500);
  expect(places.filter(({ description }) => !description).map(({ place }) => place)).toEqual([]);
});

it('each description begins with a noun or a verb, not with a clause about something that it does not name', () => {
  expect(places.filter(({ description }) => isHeadless(description ?? ''))).toEqual([]);
});

/** Returns all descriptions in a JSON document. */
function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'description' && typeof item === 'string' ? [item] : descriptionsIn(item),
  );
}

it.each(['openapi', 'asyncapi'])('so do those of schema/%s.json', (name) => {
  const descriptions = descriptionsIn(JSON.parse(readFileSync(join(projectRoot, `schema/${name}.json`), 'utf8')));
  expect(descriptions.length).toBeGreaterThan(100);
  expect(descriptions.filter(isHeadless)).toEqual([]);
});
