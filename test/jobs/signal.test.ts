import { setImmediate as nextTurn } from 'node:timers/promises';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { cutConnections, numbers, silent } from './change-writer.js';

const test = await disposeAfterAll(createTestDatabase());

async function startSignal(pauseBetween?: number) {
  const signal = new ChangeSignal(test.url, silent, undefined, pauseBetween);
  const heard: (number | 'all')[] = [];
  signal.on('change', (account) => heard.push(account));
  await signal.start();
  return { signal, heard, [Symbol.asyncDispose]: () => signal.stop() };
}

describe('change signal', () => {
  it('reaches every process, once for all commits of a tick', async () => {
    await using here = await startSignal();
    await using there = await startSignal();
    for (const account of [...numbers(1, 50), ...numbers(1, 50)]) here.signal.notify(account);
    for (const { heard } of [here, there]) {
      await until(() => heard.length >= 51);
      expect(heard).toEqual(['all', ...numbers(1, 50)]);
    }
  });

  it('sends a first notice at once, and those of the pause after it together', async () => {
    await using here = await startSignal(500);
    here.signal.notify(1);
    await until(() => here.heard.includes(1));
    for (const account of numbers(2, 6)) {
      here.signal.notify(account);
      await nextTurn();
      await nextTurn();
    }
    expect(here.heard).toEqual(['all', 1]);
    await until(() => here.heard.length >= 7);
    expect(here.heard).toEqual(['all', ...numbers(1, 6)]);
  });

  it('sends what is pending before it stops', async () => {
    await using there = await startSignal();
    const here = await startSignal();
    here.signal.notify(1);
    await until(() => there.heard.includes(1));
    here.signal.notify(2);
    await here.signal.stop();
    await until(() => there.heard.includes(2));
  });

  it('reconnects when its connection is lost, and reports that notices may have been lost', async () => {
    await using here = await startSignal();
    await using there = await startSignal();
    await cutConnections(test.url);
    // A notice that is sent while the connection is lost is lost with it: `all` makes up for it.
    await until(() => {
      here.signal.notify(7);
      return there.heard.at(-1) === 7 && there.heard.includes('all', 1);
    });
    expect(there.heard.filter((account) => account === 'all')).toHaveLength(2);
  });

  it('starts, accepts notices and stops without a database', async () => {
    const signal = new ChangeSignal('postgresql://127.0.0.1:1/none', silent);
    await signal.start();
    expect(() => signal.notify(1)).not.toThrow();
    await signal.stop();
  });

  it('no longer calls a removed listener', async () => {
    await using here = await startSignal();
    const heard: unknown[] = [];
    const leave = here.signal.on('change', (account) => heard.push(account));
    leave();
    here.signal.notify(3);
    await until(() => here.heard.includes(3));
    expect(heard).toEqual([]);
  });
});
