import { suggestedOffers } from '../../../src/pages/dashboard/views/setup/quick/offers.rules.js';
import { trades } from '../../../src/texts/trade-words.js';

it.each(trades)('a %s has services to tick, with a length and a price in the currency of the account', (trade) => {
  for (const currency of ['EUR', 'NOK', 'JPY']) {
    const offers = suggestedOffers(trade, currency);
    expect(offers.length).toBeGreaterThan(1);
    for (const { title, minutes, price } of offers)
      expect([title !== '', minutes > 0, Number(price) > 0]).toEqual([true, true, true]);
  }
});

it('prices are round in their currency, and left open in one whose prices are not known', () => {
  const cut = (currency: string | null) => suggestedOffers('salon', currency)[0]?.price;
  expect([cut('EUR'), cut('NOK'), cut('JPY'), cut('XXX'), cut(null)]).toEqual(['45', '630', '5400', '', '']);
});
