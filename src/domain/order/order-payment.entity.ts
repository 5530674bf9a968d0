import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { integer, requiredDecimal, requiredInteger, text } from '../../platform/database/columns.js';

/** A payment of an order, recorded or from a gift card; never changed. */
@Entity()
@ObjectType({ simpleResolvers: true })
export class OrderPayment extends AccountRecord {
  @requiredInteger() orderId!: number;
  @integer() giftCardId: number | null = null;
  @requiredDecimal() amount!: string;
  /** By which whoever took the payment knows it: unique, so that none is recorded twice. */
  @text() reference: string | null = null;
}
