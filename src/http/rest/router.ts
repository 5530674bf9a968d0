import type { Route } from './route.js';

interface Node<Entry> {
  literals: Map<string, Node<Entry>>;
  parameter?: Node<Entry>;
  entries: Map<string, { entry: Entry; names: string[] }>;
}

export interface Match<Entry> {
  entry: Entry;
  parameters: Record<string, string>;
}

/** Finds the route of a method and path; a literal segment goes before a parameter. */
export class Router<Entry> {
  readonly #root: Node<Entry> = { literals: new Map(), entries: new Map() };
  readonly #methods = new Set<string>();

  /** @throws Error when the method and path have a route already */
  add(method: Route['method'], path: string, entry: Entry): void {
    const node = segmentsOf(path).reduce(childOf<Entry>, this.#root);
    if (node.entries.has(method)) throw new Error('there are two routes of that method and path');
    this.#methods.add(method);
    node.entries.set(method, { entry, names: parameterNames(path) });
  }

  find(method: string, path: string): Match<Entry> | undefined {
    const segments = decodedSegments(path);
    return segments && this.#search(this.#root, method, segments, []);
  }

  /** The methods that have a route at that path, in alphabetical order. */
  methodsOf(path: string): string[] {
    return [...this.#methods].sort().filter((method) => this.find(method, path) !== undefined);
  }

  #search(node: Node<Entry>, method: string, segments: string[], values: string[]): Match<Entry> | undefined {
    const [segment, ...rest] = segments;
    if (segment === undefined) {
      const found = node.entries.get(method);
      return found && { entry: found.entry, parameters: zip(found.names, values) };
    }
    const literal = node.literals.get(segment);
    return (
      (literal && this.#search(literal, method, rest, values)) ??
      (node.parameter && this.#search(node.parameter, method, rest, [...values, segment]))
    );
  }
}

function childOf<Entry>(node: Node<Entry>, segment: string): Node<Entry> {
  const fresh = (): Node<Entry> => ({ literals: new Map(), entries: new Map() });
  if (segment.startsWith(':')) {
    node.parameter ??= fresh();
    return node.parameter;
  }
  const child = node.literals.get(segment) ?? fresh();
  node.literals.set(segment, child);
  return child;
}

/** The parameters of a route's path, in their order. */
export function parameterNames(path: string): string[] {
  return segmentsOf(path).flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []));
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** Doubled and trailing slashes and the extension `.json` do not count: existing clients send them. */
function decodedSegments(path: string): string[] | undefined {
  try {
    return segmentsOf(path.replace(/\.json\/*$/, '')).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function zip(names: string[], values: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}
