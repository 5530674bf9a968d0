import type { RestAnswer, TestAccount, TestServer } from './test-server.js';

/** Sends so many requests at once. */
export type AtOnce = (
  count: number,
  send: (through: TestAccount, index: number) => Promise<RestAnswer>,
) => Promise<RestAnswer[]>;

/** A new account, spoken to through each of the web processes in turn. */
export async function accountOfAll(
  server: TestServer,
  origins: readonly string[],
): Promise<{ account: TestAccount; atOnce: AtOnce }> {
  const account = await server.account();
  const processes = origins.map((origin) => account.at(origin));
  const atOnce: AtOnce = (count, send) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => send(processes[index % processes.length] ?? account, index)),
    );
  return { account, atOnce };
}

export function accepted(answers: readonly RestAnswer[]): RestAnswer[] {
  return answers.filter(({ status }) => status === 200);
}

/** What the others were told, each once. */
export function refusals(answers: readonly RestAnswer[]): unknown[] {
  const told = answers
    .filter(({ status }) => status !== 200)
    .map(({ status, body }) => JSON.stringify({ status, ...body }));
  return [...new Set(told)].map((text) => JSON.parse(text));
}
