import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { flag, requiredText } from '../../platform/database/columns.js';

@Entity()
@ObjectType({ simpleResolvers: true, description: 'The payment provider of the account. Its keys are never shown.' })
export class PaymentSettings extends AccountRecord {
  static readonly lockKind = 'payment_settings';

  @requiredText({ length: 31, description: 'The name of the provider, such as `stripe`.' }) provider!: string;
  /** Whether customers can pay by it. Its notifications are processed anyway. */
  @flag({ description: 'Whether customers can pay by it.' }) active = true;

  /** Authenticates requests to the provider. */
  @Property({ type: 'string', length: 255, hidden: true })
  secretKey!: string;

  /** Verifies notifications of the provider. */
  @Property({ type: 'string', length: 255, hidden: true })
  webhookSecret!: string;
}
