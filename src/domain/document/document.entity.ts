import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, InputType, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import {
  choice,
  integer,
  requiredDecimal,
  requiredInstant,
  requiredInteger,
  requiredText,
} from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { describeEnum } from '../../platform/described-enum.js';
import { Decimal, JsonObject } from '../../platform/scalars.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import type { DocumentContent } from './document.rules.js';

export enum DocumentKind {
  RECEIPT = 'receipt',
  INVOICE = 'invoice',
  CREDIT_NOTE = 'credit_note',
}
describeEnum(DocumentKind, 'DocumentKind', 'The statement of a document about an order.', {
  RECEIPT: 'The order was paid.',
  INVOICE: 'The order is to be paid.',
  CREDIT_NOTE: 'A part or all of another document no longer applies.',
});

/**
 * A numbered document about an order. The database refuses to change or delete it: a credit note corrects it. Its number is
 * drawn in the transaction that writes it, so those of a series have no gaps.
 */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description:
    'A numbered document about an order. It never changes: a credit note corrects it. The numbers of a series have no gaps.',
})
export class Document extends AccountRecord {
  static readonly constraintMessages: ConstraintMessagesOf<Document> = {
    document_number_unique: { number: ['has already been taken'] },
    document_payment_unique: { kind: ['is issued already'] },
  };

  @requiredInteger()
  @reference('order', 'Order', { nullable: false, description: 'The order that it is about.' })
  orderId!: number;
  @integer({ description: 'The id of the document that a credit note corrects. Null for others.' })
  @reference('credited', 'Document', { description: 'The document that a credit note corrects. Null for others.' })
  creditedId: number | null = null;
  /** The payment or refund that caused it, if it was issued by itself. The database accepts one of each kind for each. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  paymentId: number | null = null;
  @choice(() => DocumentKind, { length: 11, description: 'The kind.' }) kind!: DocumentKind;
  @requiredText({ length: 20, description: 'The series of its number. Each kind has its own.' }) series!: string;
  @requiredInteger({ description: 'The number in its series, from 1, without gaps.' }) number!: number;
  @requiredInstant({ description: 'When it was issued.' }) issuedAt!: Date;
  @requiredDecimal({ description: 'The amount with the tax. Positive on a credit note, too.' }) amount!: string;

  @Property({ type: 'json' })
  @Field(() => JsonObject, {
    description:
      'The facts: seller, buyer, lines, taxes by rate and totals, as they were when it was issued. Amounts are decimals in text.',
  })
  content!: DocumentContent;
}

export const sendsEmailDescription =
  'Whether the buyer gets it by email, as PDF. True by default. Without an address nothing is sent.';

@InputType({ description: 'A new document about an order.' })
export class NewDocumentInput {
  @Field(() => DocumentKind, { description: 'A receipt or an invoice.' })
  kind!: DocumentKind;

  @Field(() => Boolean, { nullable: true, description: sendsEmailDescription })
  sendsEmail?: boolean | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      'NOK for one unit of the currency, by which a business in Norway states VAT in another currency in NOK, too. By default `vatExchangeRate` of the account; it needs one of them.',
  })
  exchangeRate?: string | null;
}

@ObjectType()
export class DocumentConnection extends createConnectionType(Document, 'Document') {}
