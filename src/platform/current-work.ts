import { AsyncLocalStorage } from 'node:async_hooks';

/** What this process works on: a request or a job. The scope of a request is one. */
export interface CurrentWork {
  /** The id of the request. */
  readonly id?: string;
  /** The name of the job. */
  readonly job?: string;
  /** The id of the account, once it is known. */
  readonly account?: number | undefined;
  /** Whether it failed because its account is paused. */
  isRefusedByPause?: boolean;
}

const current = new AsyncLocalStorage<CurrentWork>();

/** Runs a request or a job. What it calls, however late, finds it by `currentWork`. */
export function runWork<Result>(work: CurrentWork, run: () => Result): Result {
  return current.run(work, run);
}

/** Returns undefined outside of requests and jobs, such as for the relay. */
export function currentWork(): CurrentWork | undefined {
  return current.getStore();
}
