import { shrinkPoint } from '../../support/pairwise.js';

const axes = { one: ['plain', 'a', 'b'], two: ['plain', 'c'], three: [1, 2, 3] } as const;

describe('a point that fails', () => {
  it('is shrunk to the axes that make it fail', async () => {
    const tried: string[] = [];
    const shrunk = await shrinkPoint(axes, { one: 'b', two: 'c', three: 3 }, async ({ one, two, three }) => {
      tried.push(`${one} ${two} ${three}`);
      return one === 'b' && three > 1;
    });
    expect(shrunk).toEqual({ one: 'b', two: 'plain', three: 3 });
    expect(tried).toEqual(['plain c 3', 'b plain 3', 'b plain 1', 'plain plain 3', 'b plain 1']);
  });

  it('is shrunk again while an axis becomes plain, because one may hide another', async () => {
    const failing = ['b c 3', 'b c 1', 'plain c 1'];
    const fails = async (point: object) => failing.includes(Object.values(point).join(' '));
    expect(await shrinkPoint(axes, { one: 'b', two: 'c', three: 3 }, fails)).toEqual({
      ...{ one: 'plain', two: 'c', three: 1 },
    });
  });

  it('stays as it is if each axis matters', async () => {
    const point = { one: 'a', two: 'c', three: 2 } as const;
    expect(await shrinkPoint(axes, point, async () => false)).toEqual(point);
  });
});
