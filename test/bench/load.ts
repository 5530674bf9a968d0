import autocannon from 'autocannon';

/** One kind of request, sent over and over. */
export interface Job {
  name: string;
  method: 'GET' | 'POST';
  /** The next path and, for POST, body. */
  next: () => { path: string; body?: object };
}

export interface Measurement {
  requestsPerSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  requests: number;
}

interface Target {
  origin: string;
  apiKey: string;
}

/** @throws Error if an answer is not 2xx */
export async function measure(
  { origin, apiKey }: Target,
  job: Job,
  connections: number,
  seconds: number,
): Promise<Measurement> {
  const { method } = job;
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [
      {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'user-agent': 'bench' },
        setupRequest: (request) => {
          const { path, body } = job.next();
          return { ...request, path: `/api/v1${path}`, ...(body && { body: JSON.stringify(body) }) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${job.name}: ${result.non2xx} answers were not 2xx, ${result.errors} connections failed`);
  }
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    requests: result.requests.total,
  };
}
