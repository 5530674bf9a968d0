import { Field, InputType } from 'type-graphql';
import type { Role } from '../../outbox/actor.js';
import { Instant } from '../../platform/scalars.js';
import { byId, byText, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';
import { UserRole } from './user-role.type.js';

export const apiKeyOrder = createListOrder('ApiKeyOrder', { ID: byId, NAME: byText('name', 'name') }, 'ID');

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class ApiKeyFilter extends RecordFilter {
  @Field(() => UserRole, { nullable: true, description: 'Returns the keys of this role.' })
  role?: Role | null;
}

@InputType()
class ApiKeyRestrictions {
  @Field(() => Instant, {
    nullable: true,
    description: 'When the key stops working, in the future. Null means never, the default.',
  })
  expiresAt?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'At most 20 origins such as `https://app.example.org`. Requests from pages of other origins are refused. Null or empty, the default, allows all origins.',
  })
  allowedOrigins?: string[] | null;
}

@InputType({ description: 'Attributes of a new API key.' })
export class NewApiKeyInput extends ApiKeyRestrictions {
  @Field(() => String, { description: 'The name, which distinguishes the keys.' })
  name!: string;

  @Field(() => UserRole, { description: 'The role, which determines what the key may do.' })
  role!: Role;
}

@InputType({ description: 'Attributes of an API key. An absent one stays unchanged.' })
export class ApiKeyInput extends ApiKeyRestrictions {
  @Field(() => String, { nullable: true, description: 'The name, which distinguishes the keys. It cannot be cleared.' })
  name?: string | null;

  @Field(() => UserRole, {
    nullable: true,
    description: 'The role, which determines what the key may do. It cannot be cleared.',
  })
  role?: Role | null;
}
