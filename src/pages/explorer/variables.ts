import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  parse,
} from 'graphql';
import { collectVariables } from 'graphql-language-service';

type Types = Readonly<Record<string, GraphQLInputType>>;

/** Completes the names and values of the variables of a query in the JSON of its variables. */
export function completeVariables(schema: GraphQLSchema, query: () => string) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/"?[\w]*"?/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const path = pathAt(context, word.from);
    const options = optionsAt(variablesOf(schema, query()), path);
    return options.length === 0 ? null : { from: word.from, to: word.to, options };
  };
}

function variablesOf(schema: GraphQLSchema, query: string): Types {
  try {
    return collectVariables(schema, parse(query));
  } catch {
    // The query is being written.
    return {};
  }
}

interface Place {
  /** The names of the properties around the cursor, from the outside. */
  names: string[];
  isValue: boolean;
}

function pathAt({ state }: CompletionContext, position: number): Place {
  const names: string[] = [];
  const innermost = syntaxTree(state).resolveInner(position, -1);
  const before = state.sliceDoc(0, position).trimEnd();
  const isValue = before.endsWith(':') || (before.endsWith('[') && innermost.name === 'Array');
  for (let node: typeof innermost | null = innermost; node; node = node.parent) {
    if (node.name !== 'Property' || (node.to <= position && !isValue)) continue;
    const name = node.getChild('PropertyName');
    if (name) names.unshift(state.sliceDoc(name.from + 1, name.to - 1));
  }
  return { names, isValue };
}

function optionsAt(variables: Types, { names, isValue }: Place): Completion[] {
  let fields = variables;
  let type: GraphQLInputType | undefined;
  for (const name of names) {
    type = fields[name];
    const named = getNamedType(type);
    fields = isInputObjectType(named) ? typesOf(named) : {};
  }
  if (!isValue) {
    return Object.entries(fields).map(([name, of]) => ({ label: `"${name}"`, detail: String(of), type: 'property' }));
  }
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues().map(({ name }) => ({ label: `"${name}"`, type: 'enum' }));
  return named?.name === 'Boolean' ? [{ label: 'true' }, { label: 'false' }] : [];
}

const typesOf = (input: GraphQLInputObjectType): Types =>
  Object.fromEntries(Object.values(input.getFields()).map(({ name, type }) => [name, type]));
