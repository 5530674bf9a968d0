import { BackgroundTasks } from '../../src/platform/background-tasks.js';

describe('background tasks', () => {
  it('start at once, and settle waits until they have ended', async () => {
    const order: string[] = [];
    const tasks = new BackgroundTasks(() => {});
    const end = Promise.withResolvers<void>();
    tasks.start(async () => {
      order.push('begun');
      await end.promise;
      order.push('ended');
    });
    order.push('started');
    const settled = tasks.settle().then(() => order.push('settled'));
    end.resolve();
    await settled;
    expect(order).toEqual(['begun', 'started', 'ended', 'settled']);
  });

  it('report their errors, and settle ignores them', async () => {
    const errors: unknown[] = [];
    const tasks = new BackgroundTasks((error) => errors.push(error));
    const error = new Error('the database is away');
    tasks.start(() => Promise.reject(error));
    await tasks.settle();
    expect(errors).toEqual([error]);
  });
});
