import { type DocumentNode, Kind, type SelectionNode, visit } from 'graphql';

/** Returns the variables that `@include` and `@skip` of a document use. */
export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** Applies `@include` and `@skip` for given values of the variables, and removes the directives. */
export function resolveConditions(document: DocumentNode, values: ReadonlyMap<string, boolean>): DocumentNode {
  const resolve = (node: SelectionNode): SelectionNode | null => {
    if (!node.directives?.length) return node;
    return node.directives.every((directive) => isIncluded(directive, values)) ? { ...node, directives: [] } : null;
  };
  return visit(document, { Field: resolve, FragmentSpread: resolve, InlineFragment: resolve });
}

function isIncluded(
  { name, arguments: given = [] }: NonNullable<SelectionNode['directives']>[number],
  values: ReadonlyMap<string, boolean>,
): boolean {
  const [condition] = given;
  if (!condition) throw new Error(`@${name.value} has no condition`);
  const { value } = condition;
  const isTrue =
    value.kind === Kind.VARIABLE ? values.get(value.name.value) === true : value.kind === Kind.BOOLEAN && value.value;
  return name.value === 'include' ? isTrue : !isTrue;
}
