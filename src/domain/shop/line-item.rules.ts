import type { FieldErrors } from '../../platform/errors.js';
import { formatDecimal } from '../../platform/scalars.js';
import { validateCount } from '../availability/booking-limits.rules.js';
import type { Coupon } from '../coupon/coupon.entity.js';
import { appliesToService, type CouponUse, discountOn, namesServices } from '../coupon/coupon.rules.js';
import { maxCardBalance } from '../gift-card/gift-card.rules.js';
import { type Amount, toAmount, toDecimal, unit, validateDecimals } from '../money.rules.js';
import { unitPriceOf } from '../order/order.rules.js';
import type { AgreedRate } from '../order/order-tax.rules.js';
import { BookingType, type Service } from '../service/service.entity.js';
import type { TaxRate } from '../tax-rate/tax-rate.entity.js';
import type { OrderLineItemInput } from './new-order.input.js';

/** The attributes of a service that decide whether and how it is sold. */
export type SoldService = Pick<Service, 'id' | 'bookingType' | 'price' | 'bookingCapacity' | 'bookingMinimum'>;

/** An item with its price. */
export interface PricedItem {
  serviceId: number;
  quantity: number;
  /** The price of one unit. */
  amount: string;
  isGiftCard: boolean;
  rate: AgreedRate | null;
}

const soldTypes: readonly string[] = [BookingType.PRODUCT, BookingType.GIFT_CARD, BookingType.PACKAGE];

/** Units of gift cards or packages in one item: each is a row. */
const maxCards = 100;

/** Returns the price of an item, or its errors. The capacity of the service bounds the quantity, as it does in bookings. */
export function priceItem(
  { serviceId, quantity: given, amount }: OrderLineItemInput,
  service: SoldService | undefined,
  currency: string | null,
  rate: TaxRate | null = null,
): { item: PricedItem } | { errors: FieldErrors } {
  if (!service) return { errors: { serviceId: ['does not exist'] } };
  if (!soldTypes.includes(service.bookingType)) {
    return { errors: { serviceId: ['is not a product, a gift card or a package'] } };
  }
  const quantity = given ?? 1;
  const isCard = service.bookingType === BookingType.GIFT_CARD;
  const isIssued = isCard || service.bookingType === BookingType.PACKAGE;
  const price = unitPriceOf(service.price, currency, rate);
  const unitPrice = amount ?? price;
  const errors = {
    ...validateDecimals(currency, { amount: unitPrice }),
    ...validateQuantity(quantity, service, isIssued),
    ...validateAmount(unitPrice, price, isCard),
  };
  if (unitPrice === null || Object.keys(errors).length > 0) return { errors };
  return { item: { serviceId, quantity, amount: unitPrice, isGiftCard: isCard, rate } };
}

function validateQuantity(quantity: number, service: SoldService, isIssued: boolean): FieldErrors {
  if (isIssued && quantity > maxCards) return { quantity: [`must be less than or equal to ${maxCards}`] };
  const { count } = validateCount(quantity, service);
  return count ? { quantity: count } : {};
}

function validateAmount(given: string | null, price: string | null, isCard: boolean): FieldErrors {
  if (given === null) return isCard ? { amount: ["can't be blank"] } : { serviceId: ['has no price'] };
  if (price === null && !isCard) return { serviceId: ['has no price'] };
  const value = toAmount(given);
  if (price !== null && value !== toAmount(price)) return { amount: [`must be ${formatDecimal(price)}`] };
  if (isCard && value < unit) return { amount: ['must be greater than or equal to 1'] };
  if (isCard && value > maxCardBalance) {
    return { amount: [`must be less than or equal to ${formatDecimal(toDecimal(maxCardBalance))}`] };
  }
  return {};
}

/** The price of items before the discount. */
export function totalOf(items: readonly PricedItem[]): Amount {
  return items.reduce((sum, { amount, quantity }) => sum + toAmount(amount) * BigInt(quantity), 0n);
}

/**
 * Returns the attributes that the conditions of a coupon refer to. Gift cards that it cannot discount do not count, or they
 * would meet the least price or number for a discount on something else.
 */
export function couponUseOf(items: readonly PricedItem[], coupon: Pick<Coupon, 'appliesTo'>): CouponUse {
  const counted = items.filter((item) => !item.isGiftCard || isDiscounted(item, coupon));
  const item = items.find((each) => isDiscounted(each, coupon)) ?? items[0];
  const count = counted.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    ...{ bookedFrom: null, resourceId: null, count, amount: totalOf(counted), serviceId: item?.serviceId ?? null },
    hasOnlyGiftCards: items.every(({ isGiftCard }) => isGiftCard),
  };
}

/** The discount on the items to which the coupon applies. */
export function discountOnItems(
  items: readonly PricedItem[],
  coupon: Pick<Coupon, 'valueType' | 'value' | 'appliesTo'> | null,
  currency: string | null,
): Amount {
  if (!coupon) return 0n;
  return discountOn(totalOf(items.filter((item) => isDiscounted(item, coupon))), coupon, currency);
}

/** A gift card is money, so a coupon for all services does not discount it: `appliesTo` must name its service. */
export function isDiscounted({ serviceId, isGiftCard }: PricedItem, coupon: Pick<Coupon, 'appliesTo'>): boolean {
  return appliesToService(coupon, serviceId) && (!isGiftCard || namesServices(coupon));
}
