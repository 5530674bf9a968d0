import { Field, InputType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { UserRole } from '../account/permissions.rules.js';
import { byId, byUpdate, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';

/** Attributes of a user that can be updated. Absent ones stay unchanged. */
@InputType({ description: 'Attributes of a user. An absent one stays unchanged.' })
export class UserChangesInput {
  @Field(() => String, { nullable: true }) name?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
  @Field(() => UserRole, { nullable: true, description: 'Null means staff.' }) role?: Role | null;
}

@InputType({
  description: 'Attributes of a new user. One that is left out is empty, unless its description names a default.',
})
export class UserInput {
  @Field(() => String, { nullable: true }) name?: string | null;
  @Field(() => String, { nullable: true }) email?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
  @Field(() => UserRole, { nullable: true, description: 'Defaults to staff.' }) role?: Role | null;
}

export const clientUserOrder = createListOrder('ClientUserOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class ClientUserFilter extends RecordFilter {
  @Field(() => UserRole, { nullable: true, description: 'Returns the users of this role.' })
  role?: Role | null;
}
