import { type FragmentDefinitionNode, Kind, parse } from 'graphql';
import { fieldsOfSelections, responseKey } from '../../../src/platform/selections.js';

/** Returns the keys that a document selects, if only these variables are true; all selections without them. */
function keysOf(source: string, trueVariables?: readonly string[]): string[] {
  const { definitions } = parse(source);
  const [operation] = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fragments: FragmentDefinitionNode[] = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const fields = fieldsOfSelections(operation?.selectionSet.selections ?? [], {
    fragment: (name) => fragments.find((node) => node.name.value === name),
    ...(trueVariables && { isTrue: (variable: string) => trueVariables.includes(variable) }),
  });
  return fields.map(responseKey);
}

describe('the fields of selections', () => {
  it.each<[name: string, source: string, trueVariables: string[] | undefined, keys: string[]]>([
    ['fields by alias or name', '{ a b: c }', [], ['a', 'b']],
    ['a field that is selected twice', '{ a { b } a { c } }', [], ['a', 'a']],
    ['fragments in place', '{ a ...F d } fragment F on T { b ...G } fragment G on T { c }', [], ['a', 'b', 'c', 'd']],
    ['inline fragments', '{ a ... on T { b } ... { c } }', [], ['a', 'b', 'c']],
    ['a fragment that does not exist', '{ a ...F }', [], ['a']],
    ['@include with a variable that is true', '{ a @include(if: $x) }', ['x'], ['a']],
    ['@include with a variable that is false', '{ a @include(if: $x) b }', [], ['b']],
    ['@skip with a variable that is true', '{ a @skip(if: $x) b }', ['x'], ['b']],
    ['@skip with a variable that is false', '{ a @skip(if: $x) }', [], ['a']],
    [
      'literal conditions',
      '{ a @include(if: false) b @skip(if: true) c @include(if: true) d @skip(if: false) }',
      [],
      ['c', 'd'],
    ],
    [
      '@include and @skip, both of which must agree',
      '{ a @include(if: $x) @skip(if: $y) b @skip(if: $y) }',
      ['x', 'y'],
      [],
    ],
    [
      'a condition of a fragment',
      '{ ...F @include(if: $x) ... @skip(if: $x) { b } } fragment F on T { a }',
      ['x'],
      ['a'],
    ],
    ['every selection, if no variables are given', '{ a @include(if: $x) b @skip(if: true) }', undefined, ['a', 'b']],
    ['a field with another directive', '{ a @other(if: $x) }', [], ['a']],
  ])('include %s', (_name, source, trueVariables, keys) => {
    expect(keysOf(source, trueVariables)).toEqual(keys);
  });
});
