import { GiftCard } from '../../../src/domain/gift-card/gift-card.entity.js';
import { toAmount } from '../../../src/domain/money.rules.js';
import { returnToCards } from '../../../src/domain/order/order-ledger.actions.js';

const cardOf = (id: number, remaining: string): GiftCard => Object.assign(new GiftCard(), { id, remaining });

interface Share {
  /** The amount that the card has paid. `held` is its balance before the return. */
  paid: string;
  held: string;
}

describe('what gift cards have paid', () => {
  it.each<[string, Share[], limit: string, held: string[]]>([
    ['returns to the card', [{ paid: '30', held: '70' }], '30', ['100.00']],
    [
      'returns to each of them',
      [
        { paid: '30', held: '0' },
        { paid: '20', held: '5' },
      ],
      '50',
      ['30.00', '25.00'],
    ],
    [
      'returns up to the limit of all together',
      [
        { paid: '30', held: '0' },
        { paid: '20', held: '0' },
      ],
      '40',
      ['30.00', '10.00'],
    ],
    [
      'returns to the first only, if that reaches the limit',
      [
        { paid: '30', held: '0' },
        { paid: '20', held: '0' },
      ],
      '30',
      ['30.00', '0'],
    ],
    ['does not exceed what the card can hold', [{ paid: '30', held: '9990' }], '30', ['10000.00']],
    [
      'goes to the next card where one is full',
      [
        { paid: '30', held: '10000' },
        { paid: '20', held: '0' },
      ],
      '50',
      ['10000', '20.00'],
    ],
    ['stays where nothing is to return', [{ paid: '30', held: '70' }], '0', ['70']],
  ])('%s', (_what, shares, limit, held) => {
    const given = shares.map(({ paid, held: before }, index) => ({
      card: cardOf(index + 1, before),
      amount: toAmount(paid),
    }));
    const { entries, changes } = returnToCards(given, toAmount(limit));
    expect(given.map(({ card }) => card.remaining)).toEqual(held);
    const returned = shares.map(({ held: before }, index) => toAmount(held[index] ?? '') - toAmount(before));
    const changed = returned.flatMap((amount, index) =>
      amount === 0n ? [] : [{ amount: -amount, giftCardId: index + 1 }],
    );
    expect(entries).toEqual(changed);
    expect(changes).toEqual(
      changed.map(({ giftCardId }) => ({ name: 'gift_card.returned', record: given[giftCardId - 1]?.card })),
    );
  });
});
