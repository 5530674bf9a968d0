import type { Account } from '../../../src/domain/account/account.entity.js';
import { AccountCache, maxAge, maxEntries } from '../../../src/domain/account/create-context.js';
import type { NoticeListener } from '../../../src/outbox/signal.js';
import type { AfterCommit } from '../../../src/platform/database/account-database.js';

type CachedAccount = Account;

/** Creates a cache whose entries differ by the time at which they were read. */
class Fixture {
  isConnected = true;
  now = 1_000;
  reads = 0;
  notice: NoticeListener = () => {};
  commit: AfterCommit = () => {};
  readonly cache: AccountCache<CachedAccount>;

  constructor() {
    const isConnected = () => this.isConnected;
    this.cache = new AccountCache<CachedAccount>(
      {
        onCommit: (listener) => {
          this.commit = listener;
          return () => false;
        },
      },
      {
        get isConnected() {
          return isConnected();
        },
        on: (channel, listener) => {
          if (channel === 'account') this.notice = listener;
          return () => false;
        },
      },
      () => this.now,
    );
  }

  /** Whether a request with that key read the account. */
  async hasToRead(key: string, accountId = 1): Promise<boolean> {
    const before = this.reads;
    await this.cache.find(key, async () => {
      this.reads += 1;
      return { id: accountId } as CachedAccount;
    });
    return this.reads > before;
  }
}

let fixture: Fixture;
beforeEach(() => {
  fixture = new Fixture();
});

describe('the account cache', () => {
  it('reads an account once for each key', async () => {
    expect(await fixture.hasToRead('a')).toBe(true);
    expect(await fixture.hasToRead('a')).toBe(false);
    expect(await fixture.hasToRead('b')).toBe(true);
  });

  it('returns the read account', async () => {
    const account = { id: 7, name: 'Acme' } as CachedAccount;
    expect(await fixture.cache.find('a', async () => account)).toBe(account);
    expect(await fixture.cache.find('a', () => Promise.reject(new Error('not kept')))).toBe(account);
  });

  it('does not cache the absence of an account', async () => {
    expect(await fixture.cache.find('a', async () => undefined)).toBeUndefined();
    expect(await fixture.hasToRead('a')).toBe(true);
  });

  it('does not cache a failed read', async () => {
    await expect(fixture.cache.find('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await fixture.hasToRead('a')).toBe(true);
  });

  it('caches an account for 5 s from the start of its read, even if notices are lost', async () => {
    const read = Promise.withResolvers<CachedAccount>();
    const finding = fixture.cache.find('a', () => read.promise);
    fixture.now += 1_000;
    read.resolve({ id: 1 } as CachedAccount);
    await finding;
    fixture.now += maxAge - 1_001;
    expect(await fixture.hasToRead('a')).toBe(false);
    fixture.now += 1;
    expect(await fixture.hasToRead('a')).toBe(true);
    expect(maxAge).toBe(5_000);
  });

  it.each(['account', 'api_key', 'user', 'client_user_link'])(
    'drops all keys of an account, and no other, after a commit that changed its %s',
    async (type) => {
      await fixture.hasToRead('a', 1);
      await fixture.hasToRead('b', 1);
      await fixture.hasToRead('c', 2);
      fixture.commit(1, new Set(['booking', type]));
      expect(await fixture.hasToRead('c', 2)).toBe(false);
      expect(await fixture.hasToRead('a', 1)).toBe(true);
      expect(await fixture.hasToRead('b', 1)).toBe(true);
    },
  );

  it('keeps entries when bookings are committed', async () => {
    await fixture.hasToRead('a');
    fixture.commit(1, new Set(['booking', 'person']));
    expect(await fixture.hasToRead('a')).toBe(false);
  });

  it('drops an account at its notice, and all of them when notices may have been lost', async () => {
    await fixture.hasToRead('a', 1);
    await fixture.hasToRead('b', 2);
    fixture.notice(1);
    expect(await fixture.hasToRead('b', 2)).toBe(false);
    expect(await fixture.hasToRead('a', 1)).toBe(true);
    fixture.notice('all');
    expect(await fixture.hasToRead('a', 1)).toBe(true);
    expect(await fixture.hasToRead('b', 2)).toBe(true);
  });

  it('reads for each request while no notices arrive', async () => {
    await fixture.hasToRead('a');
    fixture.isConnected = false;
    expect(await fixture.hasToRead('a')).toBe(true);
    expect(await fixture.hasToRead('a')).toBe(true);
  });

  it.each<[string, (of: Fixture) => void]>([
    ['a commit', (of) => of.commit(1, new Set(['account']))],
    ['a notice', (of) => of.notice(1)],
    ['the loss of notices', (of) => of.notice('all')],
  ])('does not cache a read that started before %s and ended after it', async (_name, change) => {
    const read = Promise.withResolvers<CachedAccount>();
    const finding = fixture.cache.find('a', () => read.promise);
    change(fixture);
    read.resolve({ id: 1 } as CachedAccount);
    expect(await finding).toEqual({ id: 1 });
    expect(await fixture.hasToRead('a')).toBe(true);
    expect(await fixture.hasToRead('a')).toBe(false);
  });

  it('caches a limited number of accounts', async () => {
    for (let number = 0; number <= maxEntries; number += 1) await fixture.hasToRead(`key ${number}`, number % 7);
    const before = fixture.reads;
    for (let number = maxEntries; number >= 0; number -= 1) {
      await fixture.cache.find(`key ${number}`, async () => {
        fixture.reads += 1;
        return undefined;
      });
    }
    expect(maxEntries + 1 - (fixture.reads - before)).toBeLessThanOrEqual(maxEntries);
    expect(await fixture.hasToRead(`key ${maxEntries}`)).toBe(false);
  });
});
