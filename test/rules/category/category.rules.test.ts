import { validateParent } from '../../../src/domain/category/category.actions.js';

/** 1 is the parent of 2 and 4, and 2 is the parent of 3. */
const tree = new Map([
  [1, null],
  [2, 1],
  [3, 2],
  [4, 1],
]);

describe('the parent of a category', () => {
  it.each([
    [undefined, null, undefined],
    [undefined, undefined, undefined],
    [undefined, 3, undefined],
    [undefined, 5, 'does not exist'],
    [1, null, undefined],
    [4, 3, undefined],
    [3, 1, undefined],
    [3, 2, undefined],
    [1, 1, 'is invalid'],
    [1, 2, 'is invalid'],
    [1, 3, 'is invalid'],
    [2, 3, 'is invalid'],
    [2, 0, 'does not exist'],
  ])('of category %s is %s: %s', (id, parentId, message) => {
    expect(validateParent(tree, id, parentId)).toEqual(message === undefined ? {} : { parentId: [message] });
  });
});
