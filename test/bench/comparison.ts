import type { Job } from './jobs.js';
import { answerOf, type Load, type Measurement, measure } from './load.js';
import { percentile, type Row } from './table.js';
import type { Target } from './target.js';

/** Another server that does the same jobs, or some of them. */
export interface Contender {
  /** Its name in the table. */
  name: string;
  target: Target;
  /** Returns the job in the form that the contender takes, or undefined if it does not have it. */
  jobOf: (job: Job) => Job | undefined;
}

/** @throws Error if the answers of the reference differ from ours, apart from attributes that each new booking has of its own */
export async function requireSameAnswers(ours: Target, reference: Contender, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    if (!reference.jobOf(job)) continue;
    // Each creation needs a new booking; reads use the same path for both servers.
    const path = job.next();
    const next = job.method === 'GET' ? () => path : job.next;
    const comparable = async (target: Target): Promise<string> => {
      const { status, text } = await answerOf(target, { ...job, next });
      return `${status} ${job.method === 'GET' ? text : withoutIdentity(text)}`;
    };
    const first = await comparable(ours);
    const second = await comparable(reference.target);
    if (first !== second) {
      throw new Error(`${job.name} has two answers:\n${first.slice(0, 2_000)}\n${second.slice(0, 2_000)}`);
    }
  }
}

function withoutIdentity(text: string): string {
  return text
    .replaceAll(/"(id|resource_id)":\d+/g, '"$1":0')
    .replaceAll(/"(created_at|updated_at)":"[^"]+"/g, '"$1":""')
    .replaceAll(/"Resource \d+"/g, '""');
}

/** The most warm-ups of a job. Its code is optimised by then. */
const mostWarmUps = 12;
/** Warm-ups in a row without a gain that end them. A single one may be slow because V8 compiles, or because of the machine. */
const idleWarmUps = 2;

/**
 * Sends a job to a server until its CPU time falls no more: twice in a row by less than a twentieth of the lowest. V8
 * optimises the code of a path by the number of its calls: reading one booking took 0.52, 0.36, 0.59 and 0.22 ms of CPU in the
 * third to sixth loads.
 */
export async function warmUp(target: Target, job: Job, load: Load): Promise<void> {
  let lowest = Number.POSITIVE_INFINITY;
  let idle = 0;
  for (let round = 0; round < mostWarmUps && idle < idleWarmUps; round += 1) {
    const { node } = await measure(target, job, load);
    idle = node > lowest * 0.95 ? idle + 1 : 0;
    lowest = Math.min(lowest, node);
  }
}

/**
 * Measures a job on our server and the others that have it, in turns, whose order alternates, so that drift of the machine
 * affects all. A ratio of requests a second is the median over the rounds.
 *
 * @returns `row`: our measurements, and their ratios to those of the others
 */
export async function compare(
  ours: Target,
  others: readonly Contender[],
  job: Job,
  load: Load,
  rounds: number,
): Promise<Record<'row' | 'others', Row>> {
  const own: Measurement[] = [];
  const theirs = others.flatMap(({ name, target, jobOf }) => {
    const theirJob = jobOf(job);
    return theirJob ? [{ name, target, job: theirJob, measured: [] as Measurement[] }] : [];
  });
  const all = [{ target: ours, job, measured: own }, ...theirs];
  for (let round = 0; round < rounds; round += 1) {
    // Each server is first in some rounds and last in others: what it leaves behind affects the next one.
    const turns = round % 2 === 0 ? all : all.toReversed();
    for (const { target, job: wanted, measured } of turns) measured.push(await measure(target, wanted, load));
  }
  const row: Row = {};
  for (const { name, measured } of theirs) row[`of ${name}`] = percentile(ratiosOf(own, measured));
  const rowOfOthers: Row = {};
  for (const { name, measured } of theirs) {
    const { p50: _, p99: __, 'worker ms': ___, ...summary } = summarize(measured);
    for (const [column, value] of Object.entries(summary)) rowOfOthers[`${name} ${column}`] = value;
  }
  return { row: { ...row, ...summarize(own) }, others: rowOfOthers };
}

function ratiosOf(own: readonly Measurement[], theirs: readonly Measurement[]): number[] {
  return theirs.map(
    ({ requestsPerSecond }, round) => (own[round]?.requestsPerSecond ?? Number.NaN) / requestsPerSecond,
  );
}

/** Returns the medians of measurements. */
export function summarize(measurements: readonly Measurement[]): Row {
  const median = (key: keyof Measurement): number => percentile(measurements.map((measurement) => measurement[key]));
  return {
    'req/s': median('requestsPerSecond'),
    p50: median('p50'),
    p99: median('p99'),
    'node ms': median('node'),
    'worker ms': median('worker'),
    'pg ms': median('postgres'),
    statements: median('statements'),
    'WAL B': median('wal'),
    'wire B': median('wire'),
  };
}
