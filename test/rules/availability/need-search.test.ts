import { createSearchBudget, toSearchError } from '../../../src/domain/availability/need-search.js';
import { invalid } from '../../../src/platform/errors.js';

it('a search that takes too many steps is an error of the service', () => {
  const search = () => {
    try {
      createSearchBudget().take(1e9);
    } catch (error) {
      throw toSearchError(error);
    }
  };
  expect(search).toThrow(invalid({ serviceId: ['has too many possible resources for its needs'] }));
});

it('any other error stays what it is', () => {
  const error = new TypeError('x');
  expect(toSearchError(error)).toBe(error);
});
