import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { integer, requiredDecimal, requiredInteger } from '../../platform/database/columns.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

/** One item of an order. */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'One item of an order.' })
export class OrderLineItem extends AccountRecord {
  @requiredInteger()
  @reference('order', 'Order', { nullable: false, description: 'The order of the item.' })
  orderId!: number;
  @integer()
  @reference('booking', 'Booking', { description: 'The booking that is sold.' })
  bookingId: number | null = null;
  @integer()
  @reference('service', 'Service', { description: 'The service that is sold.' })
  serviceId: number | null = null;
  @integer({ description: 'The id of the last gift card that paid for it.' })
  @reference('giftCard', 'GiftCard', { description: 'The last gift card that paid for it.' })
  giftCardId: number | null = null;
  @requiredInteger({ description: 'The number of units.' }) quantity!: number;
  @requiredDecimal({ description: 'The price of one unit.' }) amount!: string;
}

@ObjectType()
export class OrderLineItemConnection extends createConnectionType(OrderLineItem, 'OrderLineItem') {}
