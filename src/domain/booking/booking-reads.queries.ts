import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { RequestContext } from '../context.js';
import { CouponCodes } from '../coupon/coupon-codes.queries.js';
import { directPeople, type PeopleReader } from '../person/people-reader.queries.js';
import { directReads, type PlacementReads } from './placement-reads.queries.js';
import { AgreedPrices } from './sale/agreed-prices.queries.js';

/** Reads for the creation or change of a booking: of its place, its people, its coupon and its price. */
export interface BookingReads {
  places: PlacementReads;
  people: PeopleReader;
  couponCodes: CouponCodes;
  prices: AgreedPrices;
}

/** Reads for one booking, with a statement for each call. */
export function directBookingReads(context: RequestContext, tx: AccountTransaction): BookingReads {
  return {
    places: directReads(context, tx),
    people: directPeople(context, tx),
    couponCodes: new CouponCodes(tx),
    prices: new AgreedPrices(tx),
  };
}
