import type { RequestContext } from '../context.js';
import { findOrderOfToken } from '../shop/public-order.actions.js';
import { startCheckout } from './checkout.actions.js';
import type { Checkout } from './checkout.type.js';

/**
 * Opens a page on which a visitor pays an order.
 *
 * @param returnUrl to which the customer returns; by default the page of the order on the public site, which says what
 * became of the payment
 * @throws DomainError like `startCheckout`; NOT_FOUND for an unknown token
 */
export async function startPublicCheckout(
  context: RequestContext,
  token: string,
  returnUrl: string | null | undefined,
): Promise<Checkout> {
  const orderId = await findOrderOfToken(context, token);
  const url = returnUrl || `${context.address}/sites/${context.account.subdomain}/shop/orders/${token}`;
  const [successUrl, cancelUrl] = returnUrl ? [url, url] : [`${url}?returned=paid`, `${url}?returned=cancelled`];
  return startCheckout(context, { orderId, successUrl, cancelUrl });
}
