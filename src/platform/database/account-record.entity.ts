import { Filter, PrimaryKey } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { requiredInstant, requiredInteger } from './columns.js';

/**
 * A row that belongs to an account. The filter is on by default and has no default value, so that reading through an
 * entity manager that was not scoped to an account fails.
 */
@Filter({ name: 'account', cond: ({ id }) => ({ accountId: id }), default: true })
@ObjectType({ simpleResolvers: true })
export abstract class AccountRecord {
  @PrimaryKey({ type: 'integer', hidden: true })
  accountId!: number;

  /** Drawn from the table's sequence before the row is written, so that its change can be recorded with it. */
  @PrimaryKey({ type: 'integer' })
  @Field(() => Int, { description: 'The id, unique among the records of its type in the account.' })
  id!: number;

  @requiredInstant({ description: 'When it was created.' })
  createdAt!: Date;

  @requiredInstant({ description: 'When it was last changed.' })
  updatedAt!: Date;
}

/**
 * A record that clients read and change, with the number of its changes: see `requireRevision`. The change log does not list
 * the number among the attributes that a change changed.
 */
@ObjectType({ simpleResolvers: true })
export abstract class RevisedRecord extends AccountRecord {
  @requiredInteger() revisionCount = 0;
}
