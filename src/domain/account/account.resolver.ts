import { Ctx, Query, Resolver } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import type { RequestContext } from '../context.js';
import { Account } from './account.entity.js';

@Resolver(() => Account)
export class AccountResolver {
  @Query(() => Account, { description: 'The account that the key belongs to.' })
  account(@Ctx() context: RequestContext): Stored<Account> {
    return context.account;
  }
}
