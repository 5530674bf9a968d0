import { mock } from 'node:test';
import { FairQueue, QueueRefusal, type Release } from '../../../src/platform/fairness.js';

/** Starts tasks of accounts, and notes the order in which they begin. */
class Tasks {
  readonly begun: string[] = [];
  readonly #releases = new Map<string, Release>();

  constructor(private readonly queue: FairQueue) {}

  add(...names: string[]): Promise<void>[] {
    return names.map(async (name) => {
      const release = await this.queue.enter(name.charCodeAt(0));
      this.begun.push(name);
      this.#releases.set(name, release);
    });
  }

  async end(name: string): Promise<void> {
    await new Promise(setImmediate);
    this.#releases.get(name)?.();
    await new Promise(setImmediate);
  }
}

describe('tasks of several accounts', () => {
  it('start at once while there are permits, and one account gets all of them', async () => {
    const tasks = new Tasks(new FairQueue({ permits: 3 }));
    await Promise.all(tasks.add('a1', 'a2', 'a3'));
    expect(tasks.begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('take turns: an account with many waiting tasks delays another by one', async () => {
    const tasks = new Tasks(new FairQueue({ permits: 1 }));
    void tasks.add('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2');
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await tasks.end(name);
    expect(tasks.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('start for the account that has the fewest running', async () => {
    const tasks = new Tasks(new FairQueue({ permits: 3 }));
    void tasks.add('a1', 'a2', 'b1', 'a3', 'a4', 'b2', 'c1');
    await tasks.end('a1');
    await tasks.end('a2');
    expect(tasks.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('leave permits that one account may not take', async () => {
    const tasks = new Tasks(new FairQueue({ permits: 3, perAccount: () => 2 }));
    void tasks.add('a1', 'a2', 'a3', 'b1');
    await new Promise(setImmediate);
    expect(tasks.begun).toEqual(['a1', 'a2', 'b1']);
    await tasks.end('b1');
    expect(tasks.begun).toEqual(['a1', 'a2', 'b1']);
    await tasks.end('a2');
    expect(tasks.begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('are counted by account', async () => {
    const queue = new FairQueue({ perAccount: () => 1 });
    const release = await queue.enter(7);
    void queue.enter(7);
    expect(queue.counts()).toEqual({ running: new Map([[7, 1]]), waiting: new Map([[7, 1]]) });
    release();
    release();
    expect(queue.counts()).toEqual({ running: new Map([[7, 1]]), waiting: new Map() });
  });
});

describe('a task that waits', () => {
  it('is refused if too many of its account wait', async () => {
    const queue = new FairQueue({ perAccount: () => 1, maxWaiting: 1 });
    await queue.enter(1);
    void queue.enter(1);
    expect(() => queue.enter(1)).toThrow(QueueRefusal);
    expect(typeof (await queue.enter(2))).toBe('function');
  });

  it('is refused after its patience, and leaves its place', async () => {
    const queue = new FairQueue({ perAccount: () => 1, patience: 1 });
    const release = await queue.enter(1);
    await expect(queue.enter(1)).rejects.toThrow(QueueRefusal);
    expect(queue.counts().waiting).toEqual(new Map());
    release();
    expect(queue.counts().running).toEqual(new Map());
  });
});

describe('a task that takes longer than the longest time', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('no longer counts, and its end does not end the turn of another', async () => {
    const tasks = new Tasks(new FairQueue({ permits: 1, longest: 100 }));
    void tasks.add('a', 'b', 'c');
    await new Promise(setImmediate);
    mock.timers.tick(99);
    await new Promise(setImmediate);
    expect(tasks.begun).toEqual(['a']);
    mock.timers.tick(1);
    await tasks.end('a');
    expect(tasks.begun).toEqual(['a', 'b']);
    await tasks.end('b');
    expect(tasks.begun).toEqual(['a', 'b', 'c']);
  });
});
