import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { isDeadlock } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors } from '../../platform/errors.js';
import { textKey } from '../../platform/text.js';
import { today } from '../context.js';
import { toDecimal, unit } from '../money.rules.js';
import { assignAttributes } from '../records/attributes.js';
import { archive, restoreIfActive } from '../records/record.rules.js';
import { recordWrites } from '../records/record-writes.js';
import { validateReferences } from '../records/reference.js';
import type { GiftCardInput } from './gift-card.entity.js';
import { GiftCard } from './gift-card.entity.js';
import { findGiftCardByCode } from './gift-card.queries.js';
import { createGiftCardCode, isRedeemable, validateValues, wholeUnits } from './gift-card.rules.js';

const isCodeGiven = ({ code }: GiftCardInput): boolean => Boolean(code?.trim());

/**
 * A generated code that is already taken is generated again. A spent or expired card is returned with `active: false`; a
 * client that sends that value back does not deactivate the card. One that was sold or has paid for something is archived
 * instead of deleted, and restored when it becomes active.
 */
export const giftCardWrites = recordWrites({
  type: 'gift_card',
  entity: GiftCard,
  title: 'gift card',
  assign: async ({ context, tx }, card, input: GiftCardInput, before) => {
    if (!before) {
      const code = isCodeGiven(input) ? input.code : createGiftCardCode();
      return {
        errors: await changeGiftCard(tx, card, { ...input, code, initialValue: input.initialValue ?? undefined }),
      };
    }
    const isActiveKept = input.active === isRedeemable(card, today(context));
    const given = isActiveKept ? { ...input, active: undefined } : input;
    restoreIfActive(card, given);
    return { errors: await changeGiftCard(tx, card, given) };
  },
  retry: (input) => ({
    isRetryable: (error) =>
      isDeadlock(error) || (!isCodeGiven(input) && error instanceof UniqueConstraintViolationException),
  }),
  // A card that was sold stays, so that its order does not issue it again.
  retire: async ({ context, tx }, card) =>
    card.orderLineItemId !== null || (await isUsed(tx, card.id)) ? archive(card, context.clock.now()) : undefined,
});

/** Checks only payments, because an order's line item refers to a card only if that card has paid. */
async function isUsed(tx: AccountTransaction, id: number): Promise<boolean> {
  const [used] = await tx.query('select 1 from order_payment where account_id = $1 and gift_card_id = $2 limit 1', [
    id,
  ]);
  return used !== undefined;
}

/**
 * Assigns the input to the card and returns the errors of the result. The API returns the balance rounded down to whole
 * units; a client that sends that value back does not change the balance.
 */
async function changeGiftCard(
  tx: AccountTransaction,
  card: GiftCard,
  { value: given, code, ...input }: GiftCardInput,
): Promise<FieldErrors> {
  const value = card.remaining !== undefined && given === wholeUnits(card) ? undefined : given;
  const referenceErrors = await validateReferences(tx, GiftCard, card, input);
  const { remaining, ...attributeErrors } = assignAttributes(tx, card, {
    ...input,
    code: code?.trim() ?? code,
    remaining: typeof value === 'number' ? toDecimal(BigInt(value) * unit) : value,
  });
  if (card.initialValue === undefined && typeof value === 'number') card.initialValue = value;
  const errors = {
    ...validateValues({ ...input, value }),
    ...((remaining || card.remaining === undefined) && { value: ["can't be blank"] }),
    ...attributeErrors,
    ...referenceErrors,
  };
  return hasErrors(errors) ? errors : validateUniqueness(tx, card);
}

async function validateUniqueness(tx: AccountTransaction, { id, code, archivedAt }: GiftCard): Promise<FieldErrors> {
  if (archivedAt !== null) return {};
  const same = await findGiftCardByCode(tx, code);
  return same && same.id !== id && textKey(same.code) === textKey(code) ? { code: ['has already been taken'] } : {};
}
