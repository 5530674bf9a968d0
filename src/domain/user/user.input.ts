import { Field, InputType } from 'type-graphql';
import type { Role } from '../../changes/actor.js';
import { UserRole } from './client-user-link.entity.js';

@InputType()
export class UserInput {
  @Field(() => String, { nullable: true }) name?: string | null;
  @Field(() => String, { nullable: true }) email?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
  @Field(() => UserRole, { nullable: true, description: 'Staff unless said.' }) role?: Role | null;
}
