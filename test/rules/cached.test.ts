import { cached } from '../../src/observability/monitoring.router.js';

describe('a cached value', () => {
  it('is read once in its lifetime, also by concurrent calls', async () => {
    let now = 5_000;
    let reads = 0;
    const read = cached(
      async () => ++reads,
      1_000,
      () => now,
    );
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    now += 999;
    expect(await read()).toBe(1);
    now += 1;
    expect(await read()).toBe(2);
  });
});
