import { Arg, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { notFound } from '../../platform/errors.js';
import { CalendarDate, JsonObject } from '../../platform/scalars.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { Person } from '../person/person.entity.js';
import { ComputedField } from '../records/computed-field.js';
import { findEndOfDocuments } from './documents-of-person.queries.js';
import { type ExportedTables, exportedTables, exportPerson } from './export-person.actions.js';
import { PersonErasure } from './person-erasure.entity.js';
import { requestErasure } from './request-erasure.actions.js';

@ObjectType({ simpleResolvers: true, description: 'All that is stored of a person.' })
export class PersonExport {
  @Field(() => Int, { description: 'The id of the person.' })
  personId!: number;

  @Field(() => JsonObject, {
    description:
      'The rows of the person by table, with the names of the database. Hashes, codes and tokens are left out.',
  })
  tables!: ExportedTables;
}

@Resolver(() => PersonErasure)
export class PersonDataResolver {
  @ComputedField(() => CalendarDate, {
    nullable: true,
    description:
      'The last day on which documents about orders of the person, such as receipts, are kept: see `documentRetentionYears` of the account. Null if there are none.',
  })
  documentsKeptUntil({ personId }: PersonErasure, context: RequestContext): Promise<PlainDate | null> {
    return findEndOfDocuments(context, personId);
  }

  @RequiresPermission('personalData')
  @Query(() => PersonExport, {
    description:
      'Exports all that is stored of a person, deleted or not, and of the people who were merged into the person: at most 20,000 rows and 8 MB at a time. The security log records it.',
  })
  async exportPerson(
    @Arg('id', () => Int) id: number,
    @Arg('tables', () => [String], {
      nullable: true,
      description: `Exports only these tables, some of ${exportedTables.map((table) => `\`${table}\``).join(', ')}. Default: all.`,
    })
    tables: string[] | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<PersonExport> {
    return { personId: id, tables: await exportPerson(context, id, tables) };
  }

  @RequiresPermission('personalData')
  @Query(() => PersonErasure, {
    description: 'The erasure of a person. Not found if the person was not erased.',
  })
  async personErasure(
    @Arg('personId', () => Int) personId: number,
    @Ctx() context: RequestContext,
  ): Promise<PersonErasure> {
    const [erasure] = await context.db.rows(PersonErasure, { personId });
    if (!erasure) throw notFound();
    return erasure;
  }

  @RequiresPermission('personalData')
  @Mutation(() => Person, {
    description:
      'Erases a person, for ever: the attributes at once, and what other records have of the person in the background, see `personErasure`. Amounts, dates, states and ids stay, of a person without attributes. Receipts, invoices and credit notes stay as they are for `documentRetentionYears` of the account. Nobody gets a message.',
  })
  erasePerson(
    @Arg('id', () => Int) id: number,
    @Arg('cancelBookings', () => Boolean, {
      defaultValue: false,
      description: 'Cancels the bookings of the person that are not over. Without it, they prevent the erasure.',
    })
    cancelBookings: boolean,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Person> {
    return requestErasure(context, id, { cancelBookings, ifRevision });
  }
}
