import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { Account } from './account.entity.js';
import { AccountInput } from './account.input.js';
import { AccountVerification, SlotGeneration, toSlotGeneration, toVerification } from './account-choices.rules.js';
import { toLogoUrl } from './account-logo.actions.js';
import { AccountSecret, readAccountSecret, rotateAccountSecret } from './account-secret.actions.js';
import { updateAccount } from './account-settings.actions.js';
import { hasPermission, RequiresPermission } from './permissions.rules.js';
import { Picture, PictureInput } from './picture.type.js';
import { setPictures, toPictures } from './pictures.actions.js';
import { maxOverlapHours, overlapDescription } from './secret-rotation.rules.js';

@Resolver(() => Account)
export class AccountResolver {
  @RequiresPermission('read')
  @Query(() => Account, { description: 'The account that the key belongs to.' })
  account(@Ctx() { db }: RequestContext): Promise<Account> {
    return db.own(Account); // The account of the context may be outdated: it was read before the operation started.
  }

  @RequiresPermission('account')
  @Mutation(() => Account, { description: 'Changes the settings of the account.' })
  updateAccount(
    @Arg('input', () => AccountInput) input: AccountInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Account> {
    return updateAccount(context, input, ifRevision);
  }

  @RequiresPermission('account')
  @Query(() => AccountSecret, { description: 'The secret that signs the webhooks of the account.' })
  accountSecret(@Ctx() context: RequestContext): Promise<AccountSecret> {
    return readAccountSecret(context);
  }

  @RequiresPermission('account')
  @Mutation(() => AccountSecret, {
    description:
      'Replaces the secret that signs the webhooks of the account. During the overlap, `webhook-signature` has the signatures of both, and `X-Service-Signature` that of the former. A rotation within the overlap of another one takes only `overlapHours: 0`.',
  })
  rotateAccountSecret(
    @Arg('overlapHours', () => Int, { defaultValue: maxOverlapHours, description: overlapDescription })
    overlapHours: number,
    @Ctx() context: RequestContext,
  ): Promise<AccountSecret> {
    return rotateAccountSecret(context, overlapHours);
  }

  @ComputedField(() => AccountVerification, { description: 'The way in which holds are verified. `NONE` by default.' })
  verification({ verificationMethod }: Account): AccountVerification {
    return toVerification(verificationMethod);
  }

  @ComputedField(() => SlotGeneration, { description: 'The starts of slots. `NEXT_AVAILABLE` by default.' })
  slotGeneration({ slotGenerationType }: Account): SlotGeneration {
    return toSlotGeneration(slotGenerationType);
  }

  @ComputedField(() => String, { nullable: true, description: 'The URL of the image.' })
  logo(account: Account, context: RequestContext): string | null {
    return toLogoUrl(account, context);
  }

  @ComputedField(() => [Picture], {
    description: 'The pictures of the booking page in their order: at most one cover, and 12 others.',
    complexity: listCost(5),
  })
  pictures(account: Account, context: RequestContext): Picture[] {
    return toPictures(account, context);
  }

  @RequiresPermission('account')
  @Mutation(() => Account, {
    description: 'Replaces the list of pictures of the booking page. Those that it leaves out are deleted.',
  })
  setPictures(
    @Arg('pictures', () => [PictureInput], { description: 'The whole list, in its order.' }) pictures: PictureInput[],
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Account> {
    return setPictures(context, pictures, ifRevision);
  }

  @ComputedField(() => [String], {
    nullable: true,
    description:
      'Networks such as `203.0.113.0/24`. If there are any, users can sign in and use their sessions only from these. Null unless the role may update the account.',
    complexity: listCost(5),
  })
  dashboardNetworks({ dashboardNetworks }: Account, { actor }: RequestContext): string[] | null {
    return hasPermission(actor, 'account') ? dashboardNetworks : null;
  }

  @ComputedField(() => String, { nullable: true, description: 'Null unless the role may update the account.' })
  googleMerchantKey(account: Account, { actor }: RequestContext): string | null {
    return hasPermission(actor, 'account') ? account.googleMerchantKey : null;
  }
}
