import {
  type DocumentNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  Kind,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import type { RequestContext } from '../domain/context.js';
import { preparationOf } from '../domain/prepared-mutation.js';
import { fieldsOfSelections } from '../platform/selections.js';
import { authoriseOperation } from './authorisation.js';
import { domainErrorOf } from './errors.js';
import { boundDocument, checkOperation, limitRules } from './limits.js';

/** A mutation as a client has sent it. */
export interface SentMutation {
  document: DocumentNode;
  operationName: string | null;
  variables: Readonly<Record<string, unknown>>;
}

/**
 * Does what must be done before the transaction in which a mutation is executed, for all of its fields at the same time.
 * Does nothing for a document that will be refused: one with a field that needs preparation is therefore checked twice.
 *
 * @throws any error that is not a domain error
 */
export async function prepareMutation(
  schema: GraphQLSchema,
  { document: sent, operationName, variables }: SentMutation,
  context: RequestContext,
): Promise<void> {
  const root = schema.getMutationType();
  const document = boundDocument(sent);
  if (!root || !needsPreparation(root, document)) return;
  const given = getOperationAST(document, operationName);
  if (!given || validate(schema, document, [...specifiedRules, ...limitRules]).length > 0) return;
  const checked = await checkOperation(schema, document, given, variables);
  if (checked instanceof GraphQLError) return;
  const operation = getOperationAST(checked.document, operationName) ?? given;
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], checked.variables);
  const fragment = (name: string) =>
    checked.document.definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .find((node) => node.name.value === name);
  const selections = fieldsOfSelections(operation.selectionSet.selections, { fragment });
  try {
    const flat = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections } as const };
    authoriseOperation(root, flat, context.actor);
    const preparations = selections.flatMap((node) => {
      const field = root.getFields()[node.name.value];
      const prepare = field && preparationOf(field);
      return prepare ? [prepare(context, getArgumentValues(field, node, coerced))] : [];
    });
    await Promise.all(preparations);
  } catch (error) {
    if (!(error instanceof GraphQLError) && !domainErrorOf(error)) throw error;
  }
}

/** Whether a document has a field of a mutation that needs preparation. Its fragments are not checked for cycles yet. */
function needsPreparation(root: GraphQLObjectType, document: DocumentNode): boolean {
  let isNeeded = false;
  visit(document, {
    Field: ({ name }) => {
      const field = root.getFields()[name.value];
      isNeeded ||= field !== undefined && preparationOf(field) !== undefined;
    },
  });
  return isNeeded;
}
