import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { integer, requiredDecimal, requiredInteger } from '../../platform/database/columns.js';
import { createConnectionType } from '../connection.type.js';

/** One item of an order. */
@Entity()
@ObjectType({ simpleResolvers: true })
export class OrderLineItem extends AccountRecord {
  @requiredInteger() orderId!: number;
  @integer() bookingId: number | null = null;
  @integer() serviceId: number | null = null;
  /** The last gift card that paid for it. */
  @integer() giftCardId: number | null = null;
  @requiredInteger() quantity!: number;
  /** The price of one unit. */
  @requiredDecimal() amount!: string;
}

@ObjectType()
export class OrderLineItemConnection extends createConnectionType(OrderLineItem, 'OrderLineItem') {}
