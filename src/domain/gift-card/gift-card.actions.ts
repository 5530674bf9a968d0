import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { recordChange, recordRemoval } from '../../changes/change-log.js';
import type { FieldErrors } from '../../errors.js';
import { type AccountTransaction, isDeadlock, mostTries } from '../../platform/database/account-database.js';
import { assignAttributes, findRecord, hasErrors, rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { decimalOf } from '../money.rules.js';
import { Person } from '../person/person.entity.js';
import { referenceProblems } from '../references.js';
import { GiftCard } from './gift-card.entity.js';
import type { GiftCardInput } from './gift-card.input.js';
import { findGiftCardByCode } from './gift-card.queries.js';
import { newGiftCardCode, valueProblems, wholeUnits } from './gift-card.rules.js';

/** A code that is made up and turns out to be taken is made up again. @throws DomainError INVALID by attribute */
export function createGiftCard(context: RequestContext, input: GiftCardInput): Promise<GiftCard> {
  const isCodeGiven = Boolean(input.code?.trim());
  return context.db.transaction(
    async (tx) => {
      const card = tx.create(GiftCard, context.clock.now());
      const code = isCodeGiven ? input.code : newGiftCardCode();
      const initialValue = input.initialValue ?? undefined;
      rejectIfAny(await changeGiftCard(tx, card, { ...input, code, initialValue }));
      await recordChange(tx, 'gift_card.created', card, by(context));
      return card;
    },
    mostTries,
    (error) => isDeadlock(error) || (!isCodeGiven && error instanceof UniqueConstraintViolationException),
  );
}

/** @throws DomainError INVALID by attribute, NOT_FOUND */
export function updateGiftCard(context: RequestContext, id: number, input: GiftCardInput): Promise<GiftCard> {
  return context.db.transaction(async (tx) => {
    await tx.lock(['gift_card', id]);
    const card = await findRecord(tx, GiftCard, id);
    rejectIfAny(await changeGiftCard(tx, card, input));
    await recordChange(tx, 'gift_card.modified', card, by(context));
    return card;
  });
}

/**
 * Takes a gift card away; what it has paid for stays paid. Gives it as it last was.
 *
 * @throws DomainError NOT_FOUND
 */
export function deleteGiftCard(context: RequestContext, id: number): Promise<GiftCard> {
  return context.db.transaction(async (tx) => {
    await tx.lock(['gift_card', id]);
    const card = await findRecord(tx, GiftCard, id);
    await recordRemoval(tx, 'gift_card.deleted', card, by(context));
    return card;
  });
}

/**
 * Writes the input into the card, and gives all that is wrong with what results. A value that is the card's already
 * leaves the part of a unit that it does not show.
 */
async function changeGiftCard(
  tx: AccountTransaction,
  card: GiftCard,
  { value: given, code, ...input }: GiftCardInput,
): Promise<FieldErrors> {
  const value = card.remaining !== undefined && given === wholeUnits(card) ? undefined : given;
  const unknown = await referenceProblems(tx, card, input, { personId: Person, purchasedByPersonId: Person });
  const { remaining, ...unfit } = assignAttributes(tx, card, {
    ...input,
    code: code?.trim() ?? code,
    remaining: typeof value === 'number' ? decimalOf(BigInt(value) * 100n) : value,
  });
  if (card.initialValue === undefined && typeof value === 'number') card.initialValue = value;
  const problems = {
    ...valueProblems({ ...input, value }),
    ...((remaining || card.remaining === undefined) && { value: ["can't be blank"] }),
    ...unfit,
    ...unknown,
  };
  return hasErrors(problems) ? problems : takenProblems(tx, card);
}

async function takenProblems(tx: AccountTransaction, { id, code }: GiftCard): Promise<FieldErrors> {
  const same = await findGiftCardByCode(tx, code);
  return same && same.id !== id ? { code: ['has already been taken'] } : {};
}
