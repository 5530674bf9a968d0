import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { requiredInstant, requiredInteger, requiredText } from '../../platform/database/columns.js';
import { JsonObject } from '../../platform/scalars.js';
import { createConnectionType } from '../connection.type.js';

/** A background job that failed at its last attempt. It runs again only if a user restarts it. */
@Entity()
@ObjectType({ simpleResolvers: true })
export class FailedJob extends AccountRecord {
  static readonly lockKind = 'failed_job';

  /** The name of the job, such as `deliver-web-hook`. */
  @requiredText(63) name!: string;
  /** The idempotency key of the job, unique in the account. */
  @requiredText() key!: string;

  /** The arguments of the job: ids only, no personal data. */
  @Property({ type: 'json' })
  @Field(() => JsonObject)
  data!: Record<string, unknown>;

  /** The reason why the last attempt failed. */
  @requiredText() failure!: string;
  @requiredInteger() attemptCount!: number;
  @requiredInstant() failedAt!: Date;
}

@ObjectType()
export class FailedJobConnection extends createConnectionType(FailedJob, 'FailedJob') {}
