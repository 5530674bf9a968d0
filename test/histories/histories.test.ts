import { useOwnTestServer } from '../support/test-server.js';
import { checkHistory } from './check.js';
import type { Operation } from './history.js';
import { runRounds } from './rounds.js';

const server = await useOwnTestServer();
const origins = [server.origin, (await server.another()).origin, (await server.another()).origin];

async function run(seed: number, operations: number): Promise<Operation[]> {
  const history: Operation[] = [];
  await runRounds({
    ...{ seed, operations, origins },
    createAccount: async (subdomain) => (await server.account({ subdomain })).credentials,
    onRound: (round) => history.push(...round),
  });
  return history;
}

const otherAnswer = (answer: unknown): unknown =>
  typeof answer === 'number' ? answer + 100 : { ...Object(answer), another: { from: 9, to: 10, count: 1 } };

it('clients at three processes get answers that one order of their requests explains, for each object', async () => {
  const history = await run(7, 900);
  expect(checkHistory(history)).toMatchObject({ objects: 30, problems: [] });

  // The last of each object is a read, of which no request without an answer explains another answer.
  const reads = [...Map.groupBy(history, ({ object }) => object)].map(([, all]) => all.at(-1));
  const changed = history.map((one) => (reads.includes(one) ? { ...one, answer: otherAnswer(one.answer) } : one));
  expect(checkHistory(changed).problems).toHaveLength(30);
});
