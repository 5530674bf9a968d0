import { mapYielding, stringifyYielding, yieldIfLong } from '../../src/platform/yielding.js';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Returns the items that were done at the next turn of the event loop. */
async function doneAtNextTurn(
  count: number,
  workOn: (items: number[], work: (item: number) => object) => Promise<unknown> = mapYielding,
): Promise<number> {
  let done = 0;
  let doneThen: number | undefined;
  setImmediate(() => {
    doneThen = done;
  });
  await workOn(numbers(count), () => {
    done += 1;
    return {};
  });
  return doneThen ?? done;
}

describe('work on many items', () => {
  it('returns the result of each item in order', async () => {
    expect(await mapYielding(numbers(250), (number) => number * 2)).toEqual(numbers(250).map((number) => number * 2));
  });

  it.each([
    [0, 0],
    [99, 99],
    [101, 100],
    [1_000, 100],
  ])('with %d items yields to the event loop after %d items', async (count, expected) => {
    expect(await doneAtNextTurn(count)).toBe(expected);
  });

  it('can be their JSON', async () => {
    const toValue = (number: number): object => ({ number, nothing: undefined });
    expect(await stringifyYielding(numbers(250), toValue)).toBe(JSON.stringify(numbers(250).map(toValue)));
    expect(await stringifyYielding([], toValue)).toBe('[]');
    expect(await doneAtNextTurn(250, stringifyYielding)).toBe(100);
  });

  it('rejects with the error of an item', async () => {
    const fail = (number: number): void => {
      if (number === 150) throw new Error('broken');
    };
    await expect(mapYielding(numbers(200), fail)).rejects.toThrow('broken');
  });
});

it.each([
  [{ items: numbers(100), text: 'x'.repeat(1_000) }, false],
  [{ items: numbers(101) }, true],
  [{ mode: 'ALL', items: numbers(500) }, true],
])('a step waits for the next turn if a list is long, case %#', async (values, expected) => {
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  await yieldIfLong(values);
  expect(hasTurned).toBe(expected);
});
