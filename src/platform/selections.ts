import { type DirectiveNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionNode } from 'graphql';

/** A document whose selections are read. */
export interface SelectingDocument {
  /** Returns the fragment of a name. */
  fragment(name: string): FragmentDefinitionNode | undefined;
  /** Returns whether a variable of `@include` or `@skip` is true. Without this, every selection is included. */
  isTrue?(variable: string): boolean;
}

/** Lists the fields of selections in their order, with those of fragments in place of these. */
export function fieldsOfSelections(selections: readonly SelectionNode[], document: SelectingDocument): FieldNode[] {
  return selections.flatMap((selection) => {
    if (!isIncluded(selection, document)) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    return fieldsOfSelections(selectionsWithin(selection, document), document);
  });
}

/** Returns the selections of an inline fragment or of the fragment that is spread. */
export function selectionsWithin(
  selection: Exclude<SelectionNode, FieldNode>,
  { fragment }: SelectingDocument,
): readonly SelectionNode[] {
  const within = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragment(selection.name.value);
  return within?.selectionSet.selections ?? [];
}

/** Evaluates `@include` and `@skip` of a selection. */
export function isIncluded({ directives }: SelectionNode, { isTrue }: Pick<SelectingDocument, 'isTrue'>): boolean {
  if (!directives || !isTrue) return true;
  return directives.every((directive) => {
    const value = conditionValue(directive);
    const isMet =
      value?.kind === Kind.VARIABLE ? isTrue(value.name.value) : value?.kind === Kind.BOOLEAN && value.value;
    if (directive.name.value === 'include') return isMet;
    return directive.name.value !== 'skip' || !isMet;
  });
}

/** Returns the variable of `@include(if: $variable)` or `@skip(if: $variable)`. */
export function conditionVariable(directive: DirectiveNode): string | undefined {
  const value = conditionValue(directive);
  return value?.kind === Kind.VARIABLE ? value.name.value : undefined;
}

function conditionValue(directive: DirectiveNode) {
  return directive.arguments?.find(({ name }) => name.value === 'if')?.value;
}

/** The key of a field in the response: its alias or its name. */
export const responseKey = ({ alias, name }: FieldNode): string => alias?.value ?? name.value;
