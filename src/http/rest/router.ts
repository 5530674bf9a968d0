import findMyWay from 'find-my-way';
import { type ExportFormat, type FileFormat, isExportFormat, isFileFormat } from './export/formats.js';
import type { Route } from './route.js';

/** The decoded parameters of a path by name. */
export type PathParameters = Readonly<Record<string, string | undefined>>;

export interface Match<Entry> {
  entry: Entry;
  parameters: PathParameters;
}

/** In characters. Longer segments match no parameter. Ids are far shorter. */
const maxParamLength = 16_384;

const methods: readonly Route['method'][] = ['DELETE', 'GET', 'POST', 'PUT'];

/**
 * Finds the route of a method and path. A literal segment takes precedence over a parameter. Ignores duplicate and
 * trailing slashes and the extension `.json`, because existing clients send them.
 *
 * find-my-way takes 0.35 µs of CPU time for `/bookings/123`. A tree of our own took 1.1 µs.
 */
export class Router<Entry> {
  readonly #router = findMyWay({ ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength });
  /** The entries by their handlers, which are never called: the library's own store is untyped. */
  readonly #entries = new Map<unknown, Entry>();

  /** @throws Error if the method and path have a route already */
  add(method: Route['method'], path: string, entry: Entry): void {
    if (this.#router.hasRoute(method, path)) throw new Error('there are two routes of that method and path');
    const handler = (): void => {};
    this.#router.on(method, path, handler);
    this.#entries.set(handler, entry);
  }

  find(method: string, path: string): Match<Entry> | undefined {
    const known = methods.find((candidate) => candidate === method);
    const found = known && this.#router.find(known, path.replace(/\.json\/*$/, ''));
    const entry = this.#entries.get(found?.handler);
    return found && entry ? { entry, parameters: found.params } : undefined;
  }

  /** The methods that have a route at that path, in alphabetical order. */
  methodsOf(path: string): string[] {
    return methods.filter((method) => this.find(method, path) !== undefined);
  }
}

/** The parameters of a route's path, in their order. */
export function parameterNames(path: string): string[] {
  return path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []));
}

const extension = /\.([a-z]{3,4})\/*$/;

/** Returns the format of a file that the extension of a path names, and the path without it. */
export function splitExtension(path: string): { path: string; format: ExportFormat | FileFormat | undefined } {
  const format = extension.exec(path)?.[1];
  if (format === undefined || !(isExportFormat(format) || isFileFormat(format))) return { path, format: undefined };
  return { path: path.replace(extension, ''), format };
}
