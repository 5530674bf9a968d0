import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instant, requiredInteger, text } from '../../platform/database/columns.js';
import type { PersonIdentifiers } from './person-subject.queries.js';

/** The erasure of one person, which a job carries out after the attributes of the person are gone. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description:
    'The erasure of a person. The attributes of the person go at once; a job erases what other records have.',
})
export class PersonErasure extends AccountRecord {
  static readonly lockKind = 'person_erasure';

  @requiredInteger({ description: 'The id of the person.' }) personId!: number;

  /** The values by which the job finds rows that do not refer to the person. Null as soon as it has ended. */
  @Property({ type: 'json', nullable: true, hidden: true })
  identifiers: PersonIdentifiers | null = null;

  @text({ length: 63, description: 'The table that is being searched. Null before the first and after the last.' })
  step: string | null = null;
  @requiredInteger({ description: 'The number of rows that were erased so far, without those of the person itself.' })
  erasedRows = 0;
  @instant({ description: 'When everything was erased. Null while the job is not done.' })
  finishedAt: Date | null = null;
}
