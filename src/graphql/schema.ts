import 'reflect-metadata';
import { join } from 'node:path';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync, type PubSub } from 'type-graphql';
import { resolveComputedFields } from '../domain/records/computed-field.js';
import { resolveReferences } from '../domain/records/reference.js';
import { resolvers } from '../domain/resolvers.js';
import { projectRoot } from '../platform/project-root.js';
import { authoriseFields } from './authorisation.js';
import { resolveChangedFields } from './changed-fields.js';
import { describeSchema } from './descriptions.js';
import { inheritEndsOfValidity } from './ends-of-validity.js';
import { localizeFields, makeRootsNullable, noteRefusals, passArgumentsUncopied } from './wrapped-fields.js';

/** type-graphql requires a PubSub. It is unused: subscriptions read the change log, which reaches every process. */
const noTopics: PubSub = {
  publish: () => {
    throw new Error('not used');
  },
  subscribe: () => {
    throw new Error('not used');
  },
};

/** The first execution validates the schema. The check of type-graphql would also run an introspection query. */
const options = { resolvers, validate: false, skipCheck: true, pubSub: noTopics } as const;

/** The changes to the schema of type-graphql, in this order: each step wraps the resolvers of those before it. */
const steps: readonly ((schema: GraphQLSchema) => GraphQLSchema)[] = [
  describeSchema,
  inheritEndsOfValidity,
  makeRootsNullable,
  resolveReferences,
  resolveComputedFields,
  resolveChangedFields,
  authoriseFields,
  noteRefusals,
  localizeFields,
];

let schema: GraphQLSchema | undefined;

/** Returns the schema, which is built once per process. */
export function bookingSchema(): GraphQLSchema {
  if (schema) return schema;
  const built = buildSchemaSync(options);
  passArgumentsUncopied();
  schema = steps.reduce((changed, step) => step(changed), built);
  return schema;
}

/** The committed schema. A test compares it with the code. */
export const schemaFile = join(projectRoot, 'schema', 'schema.graphql');

/** Prints the schema in SDL, sorted by name. */
export function schemaText(): string {
  return `${printSchema(lexicographicSortSchema(bookingSchema()))}\n`;
}
