import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../src/platform/project-root.js';

/** The properties of a `.cpuprofile` file that are used here. Times are in microseconds of the monotonic clock. */
interface CpuProfile {
  nodes: ProfileNode[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

interface ProfileNode {
  id: number;
  callFrame: CallFrame;
  children?: number[];
}

/** The start of a function. Lines and columns count from 0. */
interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

/** Time in milliseconds: `self` in the part alone, `total` including its callees. */
export interface PartTime {
  name: string;
  self: number;
  total: number;
}

/** The time of parts of the program, each list by self time, longest first. */
export interface CpuTimes {
  /** Folders such as `src/platform/database`, and packages. Functions of Node count for the file that calls them. */
  layers: PartTime[];
  /** Source files, likewise. */
  modules: PartTime[];
  /** Functions, each with the file and line where it begins. Those of Node count for themselves. */
  functions: PartTime[];
}

/** The name of the time that no file has caused, such as that of the event loop. */
const outsideOfFiles = 'node';
const notWork = ['(idle)', '(root)'];

const mainThread = '.0.';

/**
 * Returns the name of the last profile of a process. `startAnew` replaces the process by one with the same id, and Node
 * writes a profile of the time before, too, if it began in an earlier second. The names begin with the time of the start.
 */
export function lastProfile(names: readonly string[], pid: number): string | undefined {
  return names
    .filter((name) => name.includes(`.${pid}${mainThread}`))
    .sort()
    .at(-1);
}

/** Returns the times between two times of the monotonic clock, without those in which the process was idle. */
export async function readCpuProfile(file: string, from: number, to: number): Promise<CpuTimes> {
  const profile: CpuProfile = JSON.parse(await readFile(file, 'utf8'));
  const selfTimes = sampledTimes(profile, from, to);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const places = new Map(
    await Promise.all(profile.nodes.map(async ({ id, callFrame }) => [id, await placeOf(callFrame)] as const)),
  );
  const lists = [new TimeList(), new TimeList(), new TimeList()] as const;

  /** @returns the time of this node and its descendants */
  const visit = (id: number, callers: readonly Set<string>[], caller: string): number => {
    const node = nodes.get(id);
    if (!node) return 0;
    const { functionName, url } = node.callFrame;
    const place = places.get(id);
    const ofV8 = functionName.startsWith('(') ? functionName : undefined;
    const module = place?.module ?? ofV8 ?? caller;
    const at = place ? `${place.module}:${place.line}` : url;
    const names = [layerOf(module), module, `${functionName || '(anonymous)'}  ${at}`];
    const self = ofV8 && notWork.includes(ofV8) ? 0 : (selfTimes.get(id) ?? 0);
    const within = names.map((name, list) => new Set(callers[list]).add(name));
    const nearest = place?.module ?? (ofV8 ? outsideOfFiles : caller);
    const total = (node.children ?? []).reduce((sum, child) => sum + visit(child, within, nearest), self);
    for (const [list, name] of names.entries()) {
      // Recursive calls count once.
      lists[list]?.add(name, self, callers[list]?.has(name) ? 0 : total);
    }
    return total;
  };
  visit(profile.nodes[0]?.id ?? 0, [], outsideOfFiles);

  const [layers, modules, functions] = lists;
  return { layers: layers.longestFirst, modules: modules.longestFirst, functions: functions.longestFirst };
}

class TimeList {
  readonly #times = new Map<string, PartTime>();

  add(name: string, self: number, total: number): void {
    const time = this.#times.get(name) ?? { name, self: 0, total: 0 };
    time.self += self;
    time.total += total;
    this.#times.set(name, time);
  }

  get longestFirst(): PartTime[] {
    return [...this.#times.values()].filter(({ self }) => self > 0).sort((a, b) => b.self - a.self);
  }
}

/** Returns the sampled milliseconds of each node. */
function sampledTimes({ startTime, samples, timeDeltas }: CpuProfile, from: number, to: number): Map<number, number> {
  const times = new Map<number, number>();
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index] ?? 0;
    // A sample lasts until the next one.
    const milliseconds = (timeDeltas[index + 1] ?? 0) / 1_000;
    if (at >= from && at < to) times.set(id, (times.get(id) ?? 0) + milliseconds);
  }
  return times;
}

/** Returns the first two folders of an own file, `src/platform/database`, or the name of a package. */
function layerOf(module: string): string {
  if (module.startsWith('src/')) return dirname(module).split('/').slice(0, 3).join('/');
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}

interface Place {
  /** The path of the source from the root of the project, or of the package's file from `node_modules`. */
  module: string;
  line: number;
}

const sourceMaps = new Map<string, Promise<SourceMap | undefined>>();

/** Returns where a function begins in the sources. Undefined for a function of Node. */
async function placeOf({ url, lineNumber, columnNumber }: CallFrame): Promise<Place | undefined> {
  if (!url.startsWith('file:')) return undefined;
  const file = fileURLToPath(url);
  const sourceMap = sourceMaps.get(file) ?? readSourceMap(file);
  sourceMaps.set(file, sourceMap);
  const entry = (await sourceMap)?.findEntry(lineNumber, columnNumber);
  const isMapped = entry && 'originalSource' in entry && entry.originalSource;
  if (!isMapped) return { module: moduleOf(file), line: lineNumber + 1 };
  return { module: moduleOf(join(dirname(file), entry.originalSource)), line: entry.originalLine + 1 };
}

async function readSourceMap(file: string): Promise<SourceMap | undefined> {
  const json = await readFile(`${file}.map`, 'utf8').catch(() => undefined);
  return json === undefined ? undefined : new SourceMap(JSON.parse(json));
}

function moduleOf(path: string): string {
  return path.split('/node_modules/').at(-1)?.replace(`${projectRoot}/`, '') ?? path;
}
