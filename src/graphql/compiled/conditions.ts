import { type DocumentNode, type SelectionNode, visit } from 'graphql';
import { conditionVariable, isIncluded } from '../../platform/selections.js';

/** Returns the variables that `@include` and `@skip` of a document use. */
export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      const name = conditionVariable(directive);
      if (name !== undefined) names.add(name);
    },
  });
  return [...names];
}

/** Applies `@include` and `@skip` for given values of the variables, and removes the directives. */
export function resolveConditions(document: DocumentNode, values: ReadonlyMap<string, boolean>): DocumentNode {
  const isTrue = (variable: string): boolean => values.get(variable) === true;
  const resolve = (node: SelectionNode): SelectionNode | null => {
    if (!node.directives?.length) return node;
    return isIncluded(node, { isTrue }) ? { ...node, directives: [] } : null;
  };
  return visit(document, { Field: resolve, FragmentSpread: resolve, InlineFragment: resolve });
}
