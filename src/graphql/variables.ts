import {
  coerceInputValue,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { DomainError, type FieldErrors } from '../errors.js';
import { atRoot } from './arguments.js';

/**
 * What is wrong with the variables that an operation was sent with, by the attributes of the inputs that they hold;
 * undefined when they fit. The library's own errors say it in sentences alone, of which the first is the message.
 */
export function variableProblem(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): DomainError | undefined {
  const errors: FieldErrors = {};
  const messages: string[] = [];
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    if (!isInputType(type)) continue;
    if (Object.hasOwn(variables, name)) {
      coerceInputValue(variables[name], type, (path, value, { message }) => {
        messages.push(`Variable "$${name}": ${message}`);
        addError(errors, [name, ...path], value === null || value === undefined ? "can't be blank" : 'is invalid');
      });
    } else if (isNonNullType(type) && defaultValue === undefined) {
      messages.push(`Variable "$${name}" is required`);
      errors[name] = ["can't be blank"];
    }
  }
  const [message] = messages;
  return message === undefined ? undefined : new DomainError('INVALID', message, atRoot(errors));
}

/** An error of an item of a list is one of the list. */
function addError(errors: FieldErrors, path: readonly (string | number)[], message: string): void {
  const [name, ...rest] = path.filter((key) => typeof key === 'string');
  if (name === undefined) return;
  if (rest.length === 0) {
    errors[name] = [message];
    return;
  }
  const inner = errors[name];
  const fields = inner && !Array.isArray(inner) ? inner : {};
  errors[name] = fields;
  addError(fields, rest, message);
}
