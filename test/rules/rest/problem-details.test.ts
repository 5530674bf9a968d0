import { STATUS_CODES } from 'node:http';
import { problemOf } from '../../../src/http/rest/problem.js';
import { problemDetails } from '../../../src/http/rest/problem-details.js';
import { DomainError, type ErrorCode, graphqlCodes, invalid, SecondFactorError } from '../../../src/platform/errors.js';

const address = 'https://book.example.org';
const detailsOf = (error: unknown) => problemDetails(problemOf(error), address);
const about = (status: number) => ({
  type: `${address}/docs/guides/requests#status-${status}`,
  title: STATUS_CODES[status],
  status,
});

const codes = (Object.keys(graphqlCodes) as ErrorCode[]).filter((code) => code !== 'INVALID');

it.each(codes)('the details of %s are its description', (code) => {
  const error = new DomainError(code, 'Something');
  expect(detailsOf(error)).toEqual({ ...about(problemOf(error).status), detail: 'Something' });
});

it.each<[DomainError, object]>([
  [
    invalid({ bookedTo: ['is invalid'], personAttributes: { email: ['is invalid'] } }),
    {
      detail: 'The input is invalid: booked_to, person_attributes',
      errors: { booked_to: ['is invalid'], person_attributes: { email: ['is invalid'] } },
    },
  ],
  [
    new DomainError('INVALID', 'There is no such place'),
    { detail: 'The input is invalid: base', errors: { base: ['There is no such place'] } },
  ],
  [invalid({ error: ['is invalid'] }), { detail: 'The input is invalid: error', errors: { error: ['is invalid'] } }],
])('the errors of a 400 are those of the default form: %j', (error, expected) => {
  expect(detailsOf(error)).toEqual({ ...about(400), ...expected });
});

it('the details of a missing second factor are kept', () => {
  const error = new SecondFactorError('A code is required', { second_factors: ['totp'] });
  expect(detailsOf(error)).toEqual({ ...about(401), detail: 'A code is required', second_factors: ['totp'] });
});

it('a system error says whether anything was done, and nothing of its reason', () => {
  expect(detailsOf(new Error('secret'))).toEqual({ ...about(500), detail: 'Part of the request may have been done' });
  const unavailable = { status: 503, body: { error: 'system error' } };
  expect(problemDetails(unavailable, '')).toEqual({
    ...about(503),
    type: '/docs/guides/requests#status-503',
    detail: 'The database was unavailable, and nothing was done',
  });
});
