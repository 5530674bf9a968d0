import { expectFailures, type Json, output } from '../../../src/graphql/compiled/json-output.js';

const rejection = (message: string): Promise<Json> => Promise.reject(new Error(message));

describe('a string', () => {
  const written = (value: string): Json => output.collect(() => output.string(value));

  it('is written as by JSON.stringify, with every code unit', () => {
    for (let unit = 0; unit <= 0xff_ff; unit += 1) {
      const value = `a${String.fromCharCode(unit)}b`;
      // An expectation for each would take seconds.
      if (written(value) !== JSON.stringify(value)) expect(written(value)).toBe(JSON.stringify(value));
    }
  });

  it.each([
    '',
    '"',
    '\\',
    'name "x"',
    'line\nbreak',
    'førsteår',
    '名前',
    '👩‍👩‍👧',
    '\ud83d',
    '\udc69\ud83d',
    '\u2028',
    '\u007f',
  ])('is written as by JSON.stringify, whatever its length: %j', (part) => {
    for (const length of [0, 1, 61, 62, 63, 64, 65, 200, 100_000]) {
      const value = `${'x'.repeat(length)}${part}`;
      expect(written(value) === JSON.stringify(value)).toBe(true);
    }
  });
});

it.each([
  0, 1, 9, 10, 11, 99, 100, 999, 1_000, 65_535, 999_999_999, 1_000_000_000, 2_147_483_647, -1, -10, -2_147_483_648,
])('the integer %i is written with its digits', (value) => {
  expect(output.collect(() => output.integer(value))).toBe(String(value));
});

describe('the output', () => {
  it('is the text of all parts in their order, however long', () => {
    const parts = Array.from(
      { length: 50_000 },
      (_, index) => `{"number":${index},"name":"Åse ${'é'.repeat(index % 90)}"}`,
    );
    const write = () => {
      output.copy(Buffer.from('['));
      for (const [index, part] of parts.entries()) {
        if (index > 0) output.json(',');
        output.json(part);
      }
      output.json(']');
    };
    for (const _ of [1, 2]) expect(output.collect(write) === `[${parts.join(',')}]`).toBe(true);
  });

  it('has gaps filled with values that become available in any order', async () => {
    const last = Promise.withResolvers<Json>();
    const text = output.collect(() => {
      output.later(Promise.resolve('1'));
      output.json(',');
      output.later(last.promise);
      output.json(',"é",');
      output.later(Promise.resolve().then(() => output.collect(() => output.later(Promise.resolve('3')))));
    });
    expect(output.collect(() => output.string('between'))).toBe('"between"');
    last.resolve('2');
    expect(await text).toBe('1,2,"é",3');
  });

  it('is not that of a collection within another', () => {
    const outer = output.collect(() => {
      output.json('[');
      const inner = output.collect(() => output.json('{"a":1}'));
      output.json(`${inner},${inner}`);
      output.json(']');
    });
    expect(outer).toBe('[{"a":1},{"a":1}]');
  });

  it('forgets what was written before an error, and the failures of its gaps', async () => {
    const failing = () => {
      output.json('lost');
      output.later(rejection('later'));
      throw new Error('now');
    };
    expect(() => output.collect(failing)).toThrow('now');
    expect(output.collect(() => output.json('1'))).toBe('1');
    // An unhandled rejection would fail the test here.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('fails with the first failure of a gap', async () => {
    const text = output.collect(() => {
      output.later(rejection('first'));
      output.later(rejection('second'));
    });
    await expect(text).rejects.toThrow('first');
  });
});

it('expects failures of promises among other values', async () => {
  expectFailures([1, null, rejection('expected'), 'x']);
  await new Promise((resolve) => setImmediate(resolve));
});
