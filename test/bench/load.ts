import autocannon from 'autocannon';
import type { Job } from './jobs.js';
import { type Target, type Usage, untilIdle, usageOf, usagePer } from './target.js';

/** In seconds. The utilisation of a year of 1,000,000 bookings takes longer than the default of 10. */
const longestAnswer = 60;

/** In milliseconds: the delay after the last response within which autocannon ends. */
const endsWithin = 10;

export interface Load {
  connections: number;
  seconds: number;
}

/** The work of one request. */
export interface Measurement extends Usage {
  requestsPerSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  requests: number;
  /** The bytes of the answer, with its headers. */
  wire: number;
}

/**
 * Measures a number of requests that takes about the given seconds, after a warm-up. A fixed time was rejected: it would
 * not count the requests in flight at its end, whose CPU time then falls into the next measurement.
 *
 * @throws Error if a response is not 2xx, or the responses are on average much smaller than the one that was checked
 */
export async function measure(target: Target, job: Job, { connections, seconds }: Load): Promise<Measurement> {
  const bytes = await checkAnswer(target, job);
  let amount = connections;
  let warmUp = await send(target, job, connections, amount);
  const amountIn = (time: number): number => Math.max(connections, Math.round((amount / warmUp.duration) * time));
  if (amountIn(seconds / 5) > amount) {
    amount = amountIn(seconds / 5);
    warmUp = await send(target, job, connections, amount);
  }
  await untilIdle(target);
  const before = await usageOf(target);
  const result = await send(target, job, connections, amountIn(seconds));
  await untilIdle(target);
  const after = await usageOf(target);
  const requests = result.requests.total;
  if (result.throughput.total < requests * bytes * 0.9) {
    throw new Error(`${job.name}: ${result.throughput.total} bytes in ${requests} answers, not ${bytes} in each`);
  }
  return {
    requestsPerSecond: requests / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    requests,
    wire: result.throughput.total / requests,
    ...usagePer(requests, before, after),
  };
}

async function send(
  target: Target,
  { name, method, next }: Job,
  connections: number,
  amount: number,
): Promise<autocannon.Result> {
  const result = await autocannon({
    timeout: longestAnswer,
    url: target.process.origin,
    connections,
    amount,
    sampleInt: endsWithin,
    requests: [
      {
        method,
        headers: headersFor(target),
        setupRequest: (request) => {
          const { path, body } = next();
          return { ...request, path, ...(body && { body: JSON.stringify(body) }) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name}: ${result.non2xx} answers were not 2xx, ${result.errors} connections failed`);
  }
  return result;
}

/**
 * Sends one request of a job and checks the response.
 *
 * @returns the size of the response body in bytes
 * @throws Error if the status is not 200 or the body does not have the expected number of entries
 */
export async function checkAnswer(target: Target, job: Job): Promise<number> {
  const { status, text } = await answerOf(target, job);
  const entries = status === 200 ? job.count(JSON.parse(text)) : 0;
  if (entries !== job.entries) {
    throw new Error(`${job.name}: ${status}, ${entries} entries, not ${job.entries}: ${text.slice(0, 2_000)}`);
  }
  return Buffer.byteLength(text);
}

export async function answerOf(
  target: Target,
  { method, next }: Pick<Job, 'method' | 'next'>,
): Promise<{ status: number; text: string }> {
  const { path, body } = next();
  const response = await fetch(target.process.origin + path, {
    method,
    headers: headersFor(target),
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

function headersFor({ apiKey }: Target): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'user-agent': 'bench' };
}
