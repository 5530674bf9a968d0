import type { Job } from './jobs.js';
import { answerOf, type Load, type Measurement, measure, type Target } from './load.js';
import { percentile, type Row } from './table.js';

/** This server and the hand-written one. */
export interface Contenders {
  ours: Target;
  byHand: Target;
}

/** @throws Error if the responses of the two servers differ, apart from attributes that each new booking has of its own */
export async function requireSameAnswers({ ours, byHand }: Contenders, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs.filter(({ isByHand }) => isByHand)) {
    // Each creation needs a new booking; reads use the same path for both servers.
    const path = job.next();
    const next = job.method === 'GET' ? () => path : job.next;
    const answers = [ours, byHand].map((target) => answerOf(target, { ...job, next }));
    const [first, second] = (await Promise.all(answers)).map(({ status, text }) => `${status} ${text}`);
    const comparable = (text = ''): string => (job.method === 'GET' ? text : withoutIdentity(text));
    if (comparable(first) !== comparable(second)) {
      throw new Error(`${job.name} has two answers:\n${first?.slice(0, 2_000)}\n${second?.slice(0, 2_000)}`);
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
 * Sends a job to both servers until its CPU time falls no more: twice in a row by less than a twentieth of the lowest. V8
 * optimises the code of a path by the number of its calls: reading one booking took 0.52, 0.36, 0.59 and 0.22 ms of CPU in the
 * third to sixth loads.
 */
export async function warmUp({ ours, byHand }: Contenders, job: Job, load: Load): Promise<void> {
  for (const target of job.isByHand ? [ours, byHand] : [ours]) {
    let lowest = Number.POSITIVE_INFINITY;
    let idle = 0;
    for (let round = 0; round < mostWarmUps && idle < idleWarmUps; round += 1) {
      const { node } = await measure(target, job, load);
      idle = node > lowest * 0.95 ? idle + 1 : 0;
      lowest = Math.min(lowest, node);
    }
  }
}

/**
 * Measures a job on both servers alternately, so that drift of the machine affects both, or only on ours if the other does
 * not have it. The ratio is the median over the rounds.
 */
export async function compare({ ours, byHand }: Contenders, job: Job, load: Load, rounds: number): Promise<Row> {
  const own: Measurement[] = [];
  const theirs: Measurement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    own.push(await measure(ours, job, load));
    if (job.isByHand) theirs.push(await measure(byHand, job, load));
  }
  const ratios = theirs.map(({ requestsPerSecond }, round) => (own[round]?.requestsPerSecond ?? 0) / requestsPerSecond);
  return {
    ...(job.isByHand && { ratio: percentile(ratios) }),
    ...summarize(own),
    ...(job.isByHand && summarize(theirs, 'by hand ')),
  };
}

/** Returns the medians of measurements. */
export function summarize(measurements: readonly Measurement[], prefix = ''): Row {
  const median = (key: keyof Measurement): number => percentile(measurements.map((measurement) => measurement[key]));
  return {
    [`${prefix}req/s`]: median('requestsPerSecond'),
    [`${prefix}p50`]: median('p50'),
    [`${prefix}p99`]: median('p99'),
    [`${prefix}node ms`]: median('node'),
    [`${prefix}pg ms`]: median('postgres'),
  };
}
