import { LiveLimiter, liveLimits } from '../../../src/http/graphql/live-limits.js';
import { RateLimitError } from '../../../src/platform/errors.js';

const senderOf = (accountId: number, id: number) => ({
  account: { id: accountId },
  actor: { kind: 'user' as const, id, name: 'Ola', role: 'admin' as const },
});

it('the connections of an account are limited over all of its keys and users, and give their places back', () => {
  const limiter = new LiveLimiter();
  const { connectionsPerAccount, connectionsPerSender } = liveLimits;
  const users = connectionsPerAccount / connectionsPerSender;
  const releases = Array.from({ length: connectionsPerAccount }, (_, index) =>
    limiter.countConnectionOf(senderOf(1, index % users)),
  );
  const refusal = new RateLimitError(10, `At most ${connectionsPerAccount} connections may be open at once`);
  for (let count = 0; count < 2; count += 1) {
    expect(() => limiter.countConnectionOf(senderOf(1, users))).toThrow(refusal);
  }
  limiter.countConnectionOf(senderOf(2, 1));
  releases[0]?.();
  // The refused ones have left no place taken.
  for (let count = 0; count < connectionsPerSender; count += 1) limiter.countConnectionOf(senderOf(1, users))();
});
