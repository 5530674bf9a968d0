import type { FieldErrors } from '../../../platform/errors.js';
import type { Problems } from './fields.js';
import { problemsOf } from './problems.js';
import { amountName, quantityName } from './shop.js';
import type { ShopTexts } from './shop-texts.js';
import type { Texts } from './texts.js';

const overMessages = ['is used up', 'is not active', 'is no longer valid', 'is not valid yet'];

/**
 * Converts the errors of an order to sentences for the fields of the form, in their order.
 *
 * @param serviceIds the services of the items, in the order in which they were sent
 */
export function shopProblems(
  errors: FieldErrors,
  serviceIds: readonly number[],
  texts: Texts,
  { errors: sentences }: ShopTexts,
): Problems {
  const problems = new Map<string, string>();
  if (errors['idempotency_key'] !== undefined) problems.set('', texts.errors.sentBefore);
  const items = errors['order_line_items'];
  const item = items === undefined || Array.isArray(items) ? {} : items;
  const id = serviceIds[itemIndex(item)] ?? 0;
  if (item['service_id'] !== undefined) problems.set(quantityName(id), sentences.unavailable);
  if (item['amount'] !== undefined) problems.set(amountName(id), sentences.amount);
  if (item['quantity'] !== undefined) problems.set(quantityName(id), sentences.quantity);
  const person = errors['person_attributes'];
  if (person !== undefined && !Array.isArray(person)) {
    for (const [field, sentence] of problemsOf(person, texts)) if (field !== '') problems.set(field, sentence);
  }
  const coupon = errors['coupon_code'];
  if (Array.isArray(coupon)) problems.set('coupon_code', couponSentence(coupon, sentences));
  if (problems.size === 0) problems.set('', sentences.refused);
  return problems;
}

/** Returns the index of the wrong item. Errors of one of several items end with `in item 2`. */
function itemIndex(item: FieldErrors): number {
  const messages = Object.values(item).flatMap((each) => (Array.isArray(each) ? each : []));
  const [, number = '1'] = messages.map((text) => /^in item (\d{1,2})$/.exec(text)).find(Boolean) ?? [];
  return Number(number) - 1;
}

function couponSentence(messages: readonly string[], sentences: ShopTexts['errors']): string {
  if (messages.includes('does not exist')) return sentences.couponUnknown;
  return messages.some((message) => overMessages.includes(message)) ? sentences.couponOver : sentences.couponOther;
}
