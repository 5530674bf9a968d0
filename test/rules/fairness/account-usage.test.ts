import { AccountUsage, SlidingSum } from '../../../src/platform/fairness.js';

describe('the sum of the last seconds', () => {
  it('forgets amounts slot by slot', () => {
    const sum = new SlidingSum(3, 10);
    sum.add(1, 5);
    sum.add(2, 15);
    sum.add(4, 29);
    expect([29, 30, 39, 40, 50, 1_000].map((now) => sum.sum(now))).toEqual([7, 6, 6, 4, 0, 0]);
  });

  it('says when it is below a bound', () => {
    const sum = new SlidingSum(10, 1);
    sum.add(4, 100.5);
    sum.add(4, 103.5);
    expect(sum.secondsUntilBelow(9, 104)).toBe(0);
    expect(sum.secondsUntilBelow(8, 104)).toBe(6);
    expect(sum.secondsUntilBelow(4, 104)).toBe(9);
    expect(sum.secondsUntilBelow(8, 110)).toBe(0);
  });
});

describe('the use of accounts', () => {
  let now = 0;
  let usage: AccountUsage;
  beforeEach(() => {
    now = 1_000;
    usage = new AccountUsage(() => now);
  });

  it('is below a quota again when its seconds of the database are old', () => {
    usage.add(1, 'databaseSeconds', 50);
    expect([1, 2, 3].map((id) => usage.secondsUntilBelow(id, 30))).toEqual([10, 0, 0]);
    now += 4;
    usage.add(1, 'databaseSeconds', 1);
    expect(usage.secondsUntilBelow(1, 30)).toBe(6);
    now += 6;
    expect(usage.secondsUntilBelow(1, 30)).toBe(0);
  });

  it('is shared while another account uses the database', () => {
    usage.add(1, 'databaseSeconds', 50);
    expect([1, 2].map((id) => usage.isShared(id))).toEqual([false, true]);
    usage.add(2, 'databaseSeconds', 0.01);
    now += 5;
    usage.add(1, 'databaseSeconds', 50);
    expect([1, 2].map((id) => usage.isShared(id))).toEqual([true, true]);
    usage.add(1, 'databaseSeconds', 50);
    now += 5;
    expect([1, 2].map((id) => usage.isShared(id))).toEqual([false, true]);
  });

  it('is known of the last minute, and then forgotten', () => {
    usage.add(1, 'emails');
    usage.add(1, 'emails', 2);
    usage.add(2, 'databaseSeconds', 3);
    expect(usage.lastMinute('emails')).toEqual(new Map([[1, 3]]));
    now += 59;
    usage.add(1, 'emails');
    now += 10;
    expect(usage.lastMinute('emails')).toEqual(new Map([[1, 1]]));
    expect(usage.lastMinute('databaseSeconds')).toEqual(new Map());
  });
});
