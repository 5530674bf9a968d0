import { analyse } from 'scslre';
import { parseInstant } from '../../src/platform/time/instant-input.js';
import { isPeriod } from '../../src/platform/time/period.js';
import { zoneOf } from '../../src/platform/time/zone.js';
import { cpuLimit, cpuTimeOf } from '../support/cpu-time.js';
import { expressionsOfSource } from '../support/regular-expressions.js';

const { literals, constructedIn } = expressionsOfSource();

/** Kinds of super-linear time: see the documentation of scslre. */
const slowness = (expression: RegExp) => analyse(expression).reports.map(({ type }) => type);

describe('the check', () => {
  it.each<[string, RegExp, string[]]>([
    ['a run that each start scans again', /[ \t]+$/gm, ['Move']],
    ['two runs of the same characters', /^(?:(.*):)?(.*)$/, ['Trade']],
    ['a run of runs', /^(a+)+$/, ['Self']],
  ])('finds %s', (_name, expression, found) => {
    expect(slowness(expression)).toEqual(found);
  });

  it('passes a linear expression', () => {
    expect(slowness(/^[+-]?\d+(\.\d+)?$/)).toEqual([]);
  });

  it('finds the literals of the source', () => {
    expect(literals.length).toBeGreaterThan(50);
  });
});

it.each(literals)('%s: %s takes linear time', (_place, expression) => {
  expect(slowness(expression)).toEqual([]);
});

const runs = [' ', '\t', '\n', '0', '9', 'a', 'Z', '-', '.', ':', '/', ';', ',', '<', '<a', '&', '@', '=', '_', 'é'];
const hostile = runs.flatMap((run) => [run.repeat(50_000), `${run.repeat(50_000)}\u0001`, `a@${run.repeat(50_000)}!`]);

it('each takes less than a second for hostile input of 50,000 characters', () => {
  const replaceAll = (expression: RegExp) => {
    for (const text of hostile) text.replace(expression, '');
  };
  const slow = literals.filter(([_place, expression]) => cpuTimeOf(() => replaceAll(expression)) > cpuLimit(1_000));
  expect(slow).toEqual([]);
});

/** Expressions that are built from text when a module is loaded, so there is no literal to check. */
it('the few expressions that are built from text take linear time', () => {
  expect(constructedIn).toEqual([
    'http/rest/openapi/examples.js', // patterns of our own description, on examples of our own
    'platform/time/instant-input.js',
    'platform/time/period.js',
    'texts/server-messages.js', // patterns of our own messages
    'texts/trade-words.js', // words of our own
  ]);
  const taken: string[] = [];
  const time = cpuTimeOf(() => {
    const takes = (text: string) => parseInstant(text, zoneOf('UTC')) !== undefined || isPeriod(text);
    taken.push(...hostile.filter(takes));
  });
  expect(taken).toEqual([]);
  expect(time).toBeLessThan(cpuLimit(1_000));
});
