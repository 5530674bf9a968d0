import { ExclusiveMatching } from '../../../src/domain/availability/exclusive-matching.rules.js';
import { Matching, type PoolNeed } from '../../../src/domain/availability/need-matching.rules.js';
import { StepBudget } from '../../../src/platform/step-budget.js';
import { between, pick, seeded } from '../../support/random.js';
import { sampledSeeds } from '../../support/sample.js';

/** Worlds in which each resource serves one need at most. */
it.each(sampledSeeds(400, 40, 'exclusive-matching'))('random world %i has the results of any matching', (seed) => {
  const random = seeded(seed);
  const ids = [1, 2, 3, 4, 5, 6];
  const needs = Array.from({ length: between(random, 1, 5) }, (): PoolNeed => {
    const pool = ids.filter(() => random(10) < 6).sort(() => random(3) - 1);
    return { pool, count: pick(random, [1, 1, 1, 2]) };
  });
  const busy = new Set(ids.flatMap((id) => needs.map((_, need) => `${id} ${need}`)).filter(() => random(8) === 0));
  const canServe = (id: number, need: number): boolean => !busy.has(`${id} ${need}`);
  const hasRoom = (id: number, set: number): boolean =>
    needs.some((_, need) => set === 1 << need && canServe(id, need));
  const any = () => new Matching(needs, hasRoom, new StepBudget());
  const exclusive = () => new ExclusiveMatching(needs, canServe, new StepBudget());
  expect(exclusive().isPossible()).toBe(any().isPossible());
  expect(exclusive().choose()).toEqual(any().choose());
  for (const need of needs.keys()) expect(exclusive().choicesFor(need)).toEqual(any().choicesFor(need));
});
