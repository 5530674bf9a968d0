import { setImmediate as nextTurn } from 'node:timers/promises';
import { schemaWith, write, writeItem } from './compiled-examples.js';

/** Returns the errors of promises that were rejected without a handler during `work` and shortly after it. */
async function unhandledRejections(work: () => Promise<unknown>): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const add = (reason: unknown): void => void reasons.push(reason);
  process.on('unhandledRejection', add);
  try {
    await work();
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  } finally {
    process.off('unhandledRejection', add);
  }
  return reasons;
}

describe('a compiled operation fails', () => {
  it.each([
    ['field', { required: null }, '{ required }', 'Item.required is null'],
    ['field with a promise', { required: Promise.resolve(undefined) }, '{ required }', 'Item.required is null'],
    ['item', { items: [{}, null] }, '{ items { name } }', 'Item.items is null'],
    ['item with a promise', { items: [Promise.resolve(null)] }, '{ items { name } }', 'Item.items is null'],
  ])('if the non-null %s is null', async (_name, item, selection, message) => {
    await expect(writeItem(item, `query A { item ${selection} }`)).rejects.toThrow(message);
  });

  it.each([
    ['a list with a value that is not a list', { items: 'ab' }, '{ items { name } }', 'Item.items is not a list'],
    ['a Float that is not finite', { number: Number.NaN }, '{ number }', 'Float'],
    ['a String with an object', { name: {} }, '{ name }', 'String'],
    ['a String with a list', { name: ['a'] }, '{ name }', 'String'],
    ['a custom scalar with a function', { custom: () => undefined }, '{ custom }', undefined],
    ['a custom scalar with a symbol', { custom: Symbol('x') }, '{ custom }', 'Custom has no JSON for a value'],
  ])('at %s', async (_name, item, selection, message) => {
    const writing = writeItem(item, `query A { item ${selection} }`);
    if (message === undefined) expect(await writing).toBe('{"item":{"custom":null}}');
    else await expect(writing).rejects.toThrow(message);
  });

  it('with the error of a resolver', async () => {
    const error = new RangeError('mine');
    const schema = schemaWith({
      Query: {
        failing: () => {
          throw error;
        },
      },
    });
    await expect(write(schema, 'query A { failing { name } }')).rejects.toBe(error);
  });
});

/** An abandoned value that fails must not end the process. */
describe('a compiled operation handles every promise', () => {
  const failed = (): Promise<never> => nextTurn().then(() => Promise.reject(new Error('later')));
  const rejected = (): Promise<never> => Promise.reject(new Error('at once'));

  it.each<[string, () => unknown, string]>([
    ['a field throws after a pending one', () => ({ name: failed(), required: null }), '{ name required }'],
    ['a field throws after a rejected one', () => ({ name: rejected(), required: null }), '{ name required }'],
    [
      'a field throws after a pending object',
      () => ({ self: { items: [{ name: failed() }] }, required: null }),
      '{ self { items { name } } required }',
    ],
    ['an item throws after a pending one', () => ({ items: [failed(), null] }), '{ items { name } }'],
    ['an item throws before a pending one', () => ({ items: [null, failed(), rejected()] }), '{ items { name } }'],
    ['two fields fail', () => ({ name: failed(), number: rejected() }), '{ name number }'],
    [
      'an item of a long list fails before others',
      () => ({ items: Array.from({ length: 3_000 }, (_, index) => (index % 999 === 0 ? rejected() : failed())) }),
      '{ items { name } }',
    ],
  ])('if %s', async (_name, item, selection) => {
    const source = `query A { item ${selection} }`;
    const unhandled = await unhandledRejections(() => expect(writeItem(item(), source)).rejects.toThrow());
    expect(unhandled).toEqual([]);
  });

  it('if a field of the root throws while another is pending', async () => {
    const schema = schemaWith({
      Query: {
        failing: () => {
          throw new Error('at once');
        },
        item: failed,
        other: rejected,
      },
    });
    const source = 'query A { item { name } failing { name } other { name } }';
    const unhandled = await unhandledRejections(() => expect(write(schema, source)).rejects.toThrow());
    expect(unhandled).toEqual([]);
  });
});
