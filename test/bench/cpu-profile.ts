import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The properties of a `.cpuprofile` file that are used here. Times are in microseconds of the monotonic clock. */
interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

/** The start of a function. Lines and columns count from 0. */
interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

export interface FunctionTime {
  name: string;
  /** File and line of the source, if it has one. */
  place: string;
  /** In milliseconds: `self` in the function alone, `total` including its callees. */
  self: number;
  total: number;
}

/** @returns the functions by self time between two times of the monotonic clock, longest first */
export async function readCpuProfile(file: string, from: number, to: number): Promise<FunctionTime[]> {
  const profile: CpuProfile = JSON.parse(await readFile(file, 'utf8'));
  const selfTimes = sampledTimes(profile, from, to);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const times = new Map<string, FunctionTime & { frame: CallFrame }>();

  /** @returns the time of this node and its descendants; recursive calls of a function count once */
  const visit = (id: number, callers: ReadonlySet<string>): number => {
    const node = nodes.get(id);
    if (!node) return 0;
    const { functionName, url, lineNumber, columnNumber } = node.callFrame;
    const key = `${functionName} ${url}:${lineNumber}:${columnNumber}`;
    const self = selfTimes.get(id) ?? 0;
    const within = new Set(callers).add(key);
    const total = (node.children ?? []).reduce((sum, child) => sum + visit(child, within), self);
    const time = times.get(key) ?? {
      name: functionName || '(anonymous)',
      place: '',
      self: 0,
      total: 0,
      frame: node.callFrame,
    };
    time.self += self;
    if (!callers.has(key)) time.total += total;
    times.set(key, time);
    return total;
  };
  visit(profile.nodes[0]?.id ?? 0, new Set());

  const sorted = [...times.values()].filter(({ total }) => total > 0).sort((a, b) => b.self - a.self);
  return Promise.all(sorted.map(async ({ frame, ...time }) => ({ ...time, place: await placeOf(frame) })));
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

const sourceMaps = new Map<string, Promise<SourceMap | undefined>>();

async function placeOf({ url, lineNumber, columnNumber }: CallFrame): Promise<string> {
  if (!url.startsWith('file:')) return url;
  const file = fileURLToPath(url);
  const [, packagePath] = file.split('/node_modules/');
  if (packagePath) return `${packagePath}:${lineNumber + 1}`;
  let sourceMap = sourceMaps.get(file);
  if (!sourceMap) {
    sourceMap = readFile(`${file}.map`, 'utf8').then(
      (json) => new SourceMap(JSON.parse(json)),
      () => undefined,
    );
    sourceMaps.set(file, sourceMap);
  }
  const entry = (await sourceMap)?.findEntry(lineNumber, columnNumber);
  const [, path = file] = file.split('/dist/');
  return entry && 'originalLine' in entry ? `${path.replace(/\.js$/, '.ts')}:${entry.originalLine + 1}` : path;
}
