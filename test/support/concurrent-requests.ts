import type { RestAnswer, TestAccount, TestServer } from './test-server.js';

/** Sends `count` requests concurrently. */
export type SendConcurrently = <Answer>(
  count: number,
  send: (through: TestAccount, index: number) => Promise<Answer>,
) => Promise<Answer[]>;

/** Creates an account whose concurrent requests go to the web processes in turn. */
export async function accountAcrossProcesses(
  server: TestServer,
  origins: readonly string[],
): Promise<{ account: TestAccount; concurrently: SendConcurrently }> {
  const account = await server.account();
  const processes = origins.map((origin) => account.at(origin));
  const concurrently: SendConcurrently = (count, send) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => send(processes[index % processes.length] ?? account, index)),
    );
  return { account, concurrently };
}

export function accepted<Answer extends Pick<RestAnswer, 'status'>>(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ status }) => status === 200);
}

/** Returns the distinct statuses and bodies of the rejected requests. */
export function refusals(answers: readonly Pick<RestAnswer, 'status' | 'body'>[]): unknown[] {
  const rejected = answers
    .filter(({ status }) => status !== 200)
    .map(({ status, body }) => JSON.stringify({ status, ...body }));
  return [...new Set(rejected)].map((text) => JSON.parse(text));
}
