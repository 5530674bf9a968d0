import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import type { RequestContext } from '../context.js';
import { Account } from './account.entity.js';
import { AccountInput } from './account.input.js';
import { logoAddress } from './account-logo.js';
import { updateAccount } from './account-settings.actions.js';
import { RequiresPermission } from './permission-check.js';
import { may } from './permissions.rules.js';

@Resolver(() => Account)
export class AccountResolver {
  @Query(() => Account, { description: 'The account that the key belongs to.' })
  account(@Ctx() { db }: RequestContext): Promise<Stored<Account>> {
    return db.own(Account); // not the context's: it may have waited for whoever was changing it
  }

  @RequiresPermission('account')
  @Mutation(() => Account)
  updateAccount(
    @Arg('input', () => AccountInput) input: AccountInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Account>> {
    return updateAccount(context, input);
  }

  @FieldResolver(() => String, { nullable: true, description: 'The address of the image.' })
  logo(@Root() account: Stored<Account>, @Ctx() context: RequestContext): string | null {
    return logoAddress(account, context);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Null for those who may not change the account.' })
  googleMerchantKey(@Root() account: Stored<Account>, @Ctx() { actor }: RequestContext): string | null {
    return may(actor, 'account') ? account.googleMerchantKey : null;
  }
}
