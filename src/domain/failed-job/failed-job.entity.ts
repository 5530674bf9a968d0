import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { requiredInstant, requiredInteger, requiredText } from '../../platform/database/columns.js';
import { JsonObject } from '../../platform/scalars.js';
import { connectionOf } from '../connection.js';

/** Work in the background that failed at its last try. It is not begun again before somebody asks for it. */
@Entity()
@ObjectType({ simpleResolvers: true })
export class FailedJob extends AccountRecord {
  static readonly lockKind = 'failed_job';

  /** What was to be done, such as `deliver-web-hook`. */
  @requiredText(63) name!: string;
  /** Of the job, among all that are kept. */
  @requiredText() key!: string;

  /** Ids of what it is about; never what they stand for. */
  @Property({ type: 'json' })
  @Field(() => JsonObject)
  data!: Record<string, unknown>;

  /** Why the last try failed. */
  @requiredText() failure!: string;
  @requiredInteger() tries!: number;
  @requiredInstant() failedAt!: Date;
}

@ObjectType()
export class FailedJobConnection extends connectionOf(FailedJob, 'FailedJob') {}
