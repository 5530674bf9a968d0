import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import { isDeadlock } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors, rejectIfAny } from '../../platform/errors.js';
import { textKey } from '../../platform/text.js';
import { changedBy, type RequestContext, today } from '../context.js';
import { toDecimal, unit } from '../money.rules.js';
import { assignAttributes } from '../records/attributes.js';
import { archive, requireRevision, restoreIfActive } from '../records/record.rules.js';
import { validateReferences } from '../records/reference.js';
import type { GiftCardInput } from './gift-card.entity.js';
import { GiftCard } from './gift-card.entity.js';
import { findGiftCardByCode } from './gift-card.queries.js';
import { createGiftCardCode, isRedeemable, validateValues, wholeUnits } from './gift-card.rules.js';

/**
 * Creates a gift card. A generated code that is already taken is generated again.
 *
 * @throws DomainError INVALID by attribute
 */
export function createGiftCard(context: RequestContext, input: GiftCardInput): Promise<GiftCard> {
  const isCodeGiven = Boolean(input.code?.trim());
  return context.db.transaction(
    async (tx) => {
      const card = tx.create(GiftCard, context.clock.now());
      const code = isCodeGiven ? input.code : createGiftCardCode();
      const initialValue = input.initialValue ?? undefined;
      rejectIfAny(await changeGiftCard(tx, card, { ...input, code, initialValue }));
      await recordChange(tx, 'gift_card.created', card, changedBy(context));
      return card;
    },
    {
      isRetryable: (error) =>
        isDeadlock(error) || (!isCodeGiven && error instanceof UniqueConstraintViolationException),
    },
  );
}

/**
 * Updates a gift card. A spent or expired card is returned with `active: false`; a client that sends that value back
 * does not deactivate the card. An archived card that becomes active is restored.
 *
 * @throws DomainError INVALID by attribute, NOT_FOUND, PRECONDITION_FAILED
 */
export function updateGiftCard(
  context: RequestContext,
  id: number,
  input: GiftCardInput,
  ifRevision?: number | null,
): Promise<GiftCard> {
  return context.db.transaction(async (tx) => {
    const card = await tx.getLocked(GiftCard, id);
    requireRevision(card, ifRevision, 'gift card');
    const isActiveKept = input.active === isRedeemable(card, today(context));
    const given = isActiveKept ? { ...input, active: undefined } : input;
    restoreIfActive(card, given);
    rejectIfAny(await changeGiftCard(tx, card, given));
    await recordChange(tx, 'gift_card.modified', card, changedBy(context));
    return card;
  });
}

/**
 * Deletes a gift card that was never used, or archives one that was sold or has paid for something.
 *
 * @returns the deleted or archived record
 * @throws DomainError NOT_FOUND, PRECONDITION_FAILED
 */
export function deleteGiftCard(context: RequestContext, id: number, ifRevision?: number | null): Promise<GiftCard> {
  return context.db.transaction(async (tx) => {
    const card = await tx.getLocked(GiftCard, id);
    requireRevision(card, ifRevision, 'gift card');
    // A card that was sold stays, so that its order does not issue it again.
    if (card.orderLineItemId === null && !(await isUsed(tx, id))) {
      await recordRemoval(tx, 'gift_card.deleted', card, changedBy(context));
      return card;
    }
    if (archive(card, context.clock.now())) await recordChange(tx, 'gift_card.deleted', card, changedBy(context));
    return card;
  });
}

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
