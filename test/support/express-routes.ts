import { Router } from 'express';

type Handler = (...parameters: unknown[]) => unknown;

/** A call that has added a route, a handler or a router to a router. */
interface Mount {
  router: unknown;
  path: string;
  kind: 'route' | 'handler' | 'router';
  /** The router that was added. */
  child?: unknown;
}

/** The paths of a pattern: a text, a regular expression, or several. */
function pathsOf(pattern: unknown): string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(pathsOf);
  return [pattern instanceof RegExp ? pattern.source : String(pattern)];
}

const isRouter = (handler: unknown): boolean => typeof handler === 'function' && 'stack' in handler;
const isHandler = (value: unknown): boolean => [value].flat().some((one) => typeof one === 'function');

/** The methods of Express's routers by which all others add routes and handlers. */
const methods: { use: Handler; route: Handler } = Object.getPrototypeOf(Object.getPrototypeOf(Router()));

/**
 * Lists the paths of all routes and handlers that `start` adds to routers of Express, with the paths of the routers around
 * them. That of a handler for everything below a path ends with `/**`. Handlers of all paths of the server are left out.
 */
export async function listExpressRoutes(start: () => Promise<void>): Promise<string[]> {
  const mounts: Mount[] = [];
  const { use, route } = methods;
  methods.use = function (this: unknown, ...given) {
    const [first, ...rest] = given;
    const [pattern, handlers] = isHandler(first) ? ['/', given] : [first, rest];
    for (const path of pathsOf(pattern)) {
      for (const handler of handlers.flat(3)) {
        const router = isRouter(handler) ? { kind: 'router' as const, child: handler } : { kind: 'handler' as const };
        mounts.push({ router: this, path, ...router });
      }
    }
    return use.apply(this, given);
  };
  methods.route = function (this: unknown, pattern) {
    for (const path of pathsOf(pattern)) mounts.push({ router: this, path, kind: 'route' });
    return route.call(this, pattern);
  };
  try {
    await start();
  } finally {
    Object.assign(methods, { use, route });
  }
  const children = new Set(mounts.map(({ child }) => child));
  const listOf = (router: unknown, prefix: string): string[] =>
    mounts
      .filter((mount) => mount.router === router)
      .flatMap(({ path, kind, child }) => {
        const full = `${prefix}${path}`.replace(/\/$/, '');
        if (kind === 'router') return listOf(child, full);
        if (kind === 'route') return [full || '/'];
        return full === '' ? [] : [`${full}/**`];
      });
  const roots = new Set(mounts.map(({ router }) => router).filter((router) => !children.has(router)));
  return [...new Set([...roots].flatMap((root) => listOf(root, '')))].toSorted();
}
