import type { Wording } from '../../../platform/language.js';
import { textsIn } from '../../../texts/texts.js';
import { myBookingsAddress } from '../../account/site-address.rules.js';
import type { RequestContext } from '../../context.js';

/** Returns the link of a message to all that its recipient has; undefined if there is no such page. */
export function myBookingsLink(
  { account, address, siteDomain }: Pick<RequestContext, 'account' | 'address' | 'siteDomain'>,
  language: Wording,
): { label: string; href: string } | undefined {
  const href = myBookingsAddress(address, account, { siteDomain });
  return href === '' ? undefined : { label: textsIn(language).booking.myBookings, href };
}
