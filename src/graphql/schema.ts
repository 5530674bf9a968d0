import 'reflect-metadata';
import { join } from 'node:path';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync, type PubSub } from 'type-graphql';
import { resolvers } from '../domain/resolvers.js';
import { projectRoot } from '../platform/project-root.js';
import { authoriseFields } from './authorisation.js';
import { localizeFields } from './localize.js';
import { makeRootsNullable } from './nullable-roots.js';
import { resolveReferences } from './references.js';

/** Required by the library, used by none: subscriptions follow the change log, which reaches every process. */
const noTopics: PubSub = {
  publish: () => {
    throw new Error('there are no topics');
  },
  subscribe: () => {
    throw new Error('there are no topics');
  },
};

/** Checked by whoever executes it first: the library would ask the whole of it for its description. */
const options = { resolvers, validate: false, skipCheck: true, pubSub: noTopics } as const;

let schema: GraphQLSchema | undefined;

/** The schema of the domain. Built once a process: its types are shared by all servers in it. */
export function bookingSchema(): GraphQLSchema {
  schema ??= authoriseFields(localizeFields(resolveReferences(makeRootsNullable(buildSchemaSync(options)))));
  return schema;
}

/** Where the schema is kept for those who read it: committed, and compared by a test. */
export const schemaFile = join(projectRoot, 'schema', 'schema.graphql');

/** The schema in its own language, in an order that does not depend on that of the code. */
export function schemaText(): string {
  return `${printSchema(lexicographicSortSchema(bookingSchema()))}\n`;
}
