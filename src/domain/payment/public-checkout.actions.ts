import { invalid } from '../../platform/errors.js';
import { noAddress } from '../../platform/public-address.js';
import { siteAddress } from '../account/site-address.rules.js';
import { getBookingByLink } from '../booking/link/booking-link.actions.js';
import type { RequestContext } from '../context.js';
import { findOrderOfToken } from '../shop/public-order.actions.js';
import { startCheckout } from './checkout.actions.js';
import type { Checkout } from './checkout.type.js';

/**
 * Opens a page on which a visitor pays an order.
 *
 * @param returnUrl to which the customer returns; by default the page of the order on the public site, which says what
 * became of the payment
 * @throws DomainError like `startCheckout`; INVALID on `returnUrl` if none is given and the server does not know its
 * address; NOT_FOUND for an unknown token
 */
export async function startPublicCheckout(
  context: RequestContext,
  token: string,
  returnUrl: string | null | undefined,
): Promise<Checkout> {
  const orderId = await findOrderOfToken(context, token);
  return startCheckout(context, { orderId, ...returnUrls(context, `/shop/orders/${token}`, returnUrl) });
}

/**
 * Opens a page on which a person pays the booking of a link.
 *
 * @param returnUrl to which the person returns; by default the page of the booking
 * @throws DomainError like `startCheckout`; NOT_FOUND if the token is unknown, revoked or has expired
 */
export async function startCheckoutByLink(
  context: RequestContext,
  token: string,
  returnUrl: string | null | undefined,
): Promise<Checkout> {
  const { orderId } = await getBookingByLink(context, token);
  if (orderId === null) throw invalid({ orderId: ["can't be blank"] });
  return startCheckout(context, { orderId, ...returnUrls(context, `/bookings/${token}`, returnUrl) });
}

/** Returns where a customer returns. A page of the public site gets the result, which it shows until the payment is recorded. */
function returnUrls(
  context: RequestContext,
  path: string,
  given: string | null | undefined,
): { successUrl: string; cancelUrl: string } {
  if (given) return { successUrl: given, cancelUrl: given };
  if (context.address === '') throw invalid({ returnUrl: [noAddress] });
  const url = siteAddress(context.address, context.account, context) + path;
  return { successUrl: `${url}?returned=paid`, cancelUrl: `${url}?returned=cancelled` };
}
