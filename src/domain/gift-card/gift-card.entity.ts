import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import {
  calendarDate,
  customData,
  flag,
  instant,
  integer,
  requiredDecimal,
  requiredInteger,
  secretText,
} from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import type { CustomData } from '../../platform/scalars.js';
import { createConnectionType } from '../connection.type.js';

/** A prepaid amount in the account's currency (spec, Gift card). */
@Entity()
@ObjectType({ simpleResolvers: true })
export class GiftCard extends AccountRecord {
  static readonly lockKind = 'gift_card';
  static readonly constraintMessages: ConstraintMessagesOf<GiftCard> = {
    gift_card_code_unique: { code: ['has already been taken'] },
  };

  @flag() active = true;
  /** Unique in the account, ignoring case. */
  @secretText(50) code!: string;
  /** The balance; the API's `value` is rounded down to whole units. */
  @requiredDecimal() remaining!: string;
  @requiredInteger() initialValue!: number;
  /** The last date on which it can be redeemed. */
  @calendarDate() validUntil: string | null = null;
  /** The owner. */
  @integer() personId: number | null = null;
  @integer() purchasedByPersonId: number | null = null;
  @customData() customData: CustomData | null = null;
  /** The line item of the order that sold it. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  orderLineItemId: number | null = null;

  /** The number of the unit of that item, from 1. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  orderLineItemUnit: number | null = null;

  /** When it was archived. An archived card is not listed, and its code can be reused. */
  @instant() archivedAt: Date | null = null;
}

@ObjectType()
export class GiftCardConnection extends createConnectionType(GiftCard, 'GiftCard') {}
