import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { requiredInstant, requiredInteger, requiredText } from '../../platform/database/columns.js';
import { JsonObject } from '../../platform/scalars.js';
import { createConnectionType } from '../records/connection.type.js';

/** A background job that failed at its last attempt. It runs again only if a user restarts it. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'A background job that failed at its last attempt. It runs again only if it is restarted.',
})
export class FailedJob extends AccountRecord {
  static readonly lockKind = 'failed_job';

  @requiredText({ length: 63, description: 'The name of the job, such as `deliver-web-hook`.' }) name!: string;
  @requiredText({ description: 'The idempotency key of the job, unique in the account.' }) key!: string;

  /** The arguments of the job: ids only, no personal data. */
  @Property({ type: 'json' })
  @Field(() => JsonObject, { description: 'The arguments of the job: ids only.' })
  data!: Record<string, unknown>;

  @requiredText({ description: 'The reason why the last attempt failed.' }) failure!: string;
  @requiredInteger({ description: 'The number of attempts.' }) attemptCount!: number;
  @requiredInstant({ description: 'When the last attempt failed.' }) failedAt!: Date;
}

@ObjectType()
export class FailedJobConnection extends createConnectionType(FailedJob, 'FailedJob') {}
