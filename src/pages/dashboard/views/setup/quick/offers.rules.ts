import type { TradeName } from '../../../../../texts/trade-words.js';
import { t } from '../../../texts.js';

/** A service that is suggested, with its usual length and price. */
export interface SuggestedOffer {
  title: string;
  minutes: number;
  /** In the currency of the account; empty if no usual price is known in that. */
  price: string;
}

type OfferName = keyof typeof t.firstRun.offers.names;

/** The services of a trade with their usual minutes and prices in euros. */
const usualOffers: Readonly<Record<TradeName, readonly (readonly [OfferName, minutes: number, euros: number])[]>> = {
  salon: [
    ['haircut', 45, 45],
    ['cutAndColour', 120, 110],
    ['colour', 90, 80],
    ['blowDry', 30, 30],
    ['beardTrim', 20, 20],
    ['manicure', 45, 35],
  ],
  clinic: [
    ['firstVisit', 60, 90],
    ['followUp', 30, 60],
    ['massage', 60, 75],
    ['physiotherapy', 45, 65],
    ['acupuncture', 45, 60],
  ],
  studio: [
    ['yoga', 60, 15],
    ['pilates', 60, 18],
    ['dance', 60, 15],
    ['personalTraining', 60, 60],
  ],
  rental: [
    ['oneHour', 60, 20],
    ['halfDay', 240, 60],
    ['wholeDay', 480, 100],
  ],
  other: [
    ['shortMeeting', 30, 40],
    ['longMeeting', 60, 70],
  ],
};

/** The value of a euro of a usual price in other currencies, at the level of prices there, and the steps in which prices are written. */
const priceLevels: Readonly<Record<string, readonly [factor: number, step: number]>> = {
  ...{ EUR: [1, 1], USD: [1.2, 5], GBP: [0.9, 1], CHF: [1.6, 5], CAD: [1.5, 5], AUD: [1.6, 5], NZD: [1.7, 5] },
  ...{ NOK: [14, 10], SEK: [12, 10], DKK: [9, 10], ISK: [180, 100], PLN: [3, 5], CZK: [18, 10], HUF: [250, 100] },
  JPY: [120, 100],
};

/** Returns the services that are usual in a trade. @param currency of the account, by ISO 4217 */
export function suggestedOffers(trade: TradeName, currency: string | null): SuggestedOffer[] {
  return usualOffers[trade].map(([name, minutes, euros]) => ({
    title: t.firstRun.offers.names[name],
    minutes,
    price: usualPrice(euros, currency),
  }));
}

function usualPrice(euros: number, currency: string | null): string {
  const level = currency === null ? undefined : priceLevels[currency];
  if (!level) return '';
  const [factor, step] = level;
  return String(Math.max(step, Math.round((euros * factor) / step) * step));
}
