import { Arg, Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { JsonObject } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './passkey.actions.js';
import { recoveryCodeCount } from './recovery-code.rules.js';
import {
  confirmTotp,
  readOwnSecondFactor,
  removeTotp,
  replaceRecoveryCodes,
  type TotpSetup as Setup,
  startTotp,
} from './second-factor.actions.js';
import { Passkey, SecondFactor } from './second-factor.queries.js';

@ObjectType({
  simpleResolvers: true,
  description: 'The secret of an app for codes, which is shown only until it is confirmed.',
})
class TotpSetup implements Setup {
  @Field(() => String, { description: 'The secret in Base32, to type into the app.' })
  secret!: string;

  @Field(() => String, { description: 'The same as an address for a QR code, `otpauth://totp/…`.' })
  uri!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The second factor of the user after a change.' })
class SecondFactorChange {
  @Field(() => SecondFactor, { description: 'The second factor as it is now.' })
  secondFactor!: SecondFactor;

  @Field(() => [String], {
    description: 'New recovery codes, which are returned only this once. Empty if the user had some.',
    complexity: listCost(recoveryCodeCount),
  })
  recoveryCodes!: string[];
}

const password = {
  description:
    'The password of the user, which is checked again. Users without one, who sign in elsewhere, send any text.',
};

/** The second factors of the user who makes the request. */
@Resolver()
export class SecondFactorResolver {
  @RequiresPermission('signIn')
  @Mutation(() => TotpSetup, {
    description: 'Begins to set up an app that shows codes (TOTP). It is used once it is confirmed, within 30 minutes.',
  })
  startTotp(
    @Arg('password', () => String, password) given: string,
    @Ctx() context: RequestContext,
  ): Promise<TotpSetup> {
    return startTotp(context, given);
  }

  @RequiresPermission('signIn')
  @Mutation(() => SecondFactorChange, {
    description: 'Confirms the app by a code that it shows. It replaces an earlier app.',
  })
  async confirmTotp(
    @Arg('code', () => String, { description: 'Six digits.' }) code: string,
    @Ctx() context: RequestContext,
  ): Promise<SecondFactorChange> {
    return changeOf(context, await confirmTotp(context, code));
  }

  @RequiresPermission('signIn')
  @Mutation(() => SecondFactorChange, { description: 'Removes the app for codes.' })
  async removeTotp(
    @Arg('password', () => String, password) given: string,
    @Ctx() context: RequestContext,
  ): Promise<SecondFactorChange> {
    await removeTotp(context, given);
    return changeOf(context);
  }

  @RequiresPermission('signIn')
  @Mutation(() => SecondFactorChange, {
    description: `Creates ${recoveryCodeCount} recovery codes. Earlier ones stop working.`,
  })
  async replaceRecoveryCodes(
    @Arg('password', () => String, password) given: string,
    @Ctx() context: RequestContext,
  ): Promise<SecondFactorChange> {
    return changeOf(context, await replaceRecoveryCodes(context, given));
  }

  @RequiresPermission('signIn')
  @Mutation(() => JsonObject, {
    description:
      'Begins to add a passkey. Returns `PublicKeyCredentialCreationOptionsJSON` of WebAuthn for the browser, which can be answered for five minutes.',
  })
  startPasskey(
    @Arg('password', () => String, password) given: string,
    @Ctx() context: RequestContext,
  ): Promise<object> {
    return startPasskey(context, given);
  }

  @RequiresPermission('signIn')
  @Mutation(() => SecondFactorChange, {
    description: 'Adds the passkey that a browser has made. A user has at most ten.',
  })
  async addPasskey(
    @Arg('name', () => String, { description: 'A name to recognise it by, at most 63 characters.' }) name: string,
    @Arg('response', () => JsonObject, { description: '`RegistrationResponseJSON` of WebAuthn.' })
    response: Record<string, unknown>,
    @Ctx() context: RequestContext,
  ): Promise<SecondFactorChange> {
    return changeOf(context, await addPasskey(context, { name, response }));
  }

  @RequiresPermission('signIn')
  @Mutation(() => Passkey, { description: 'Renames a passkey of the user.' })
  renamePasskey(
    @Arg('id', () => Int, { description: 'The id of the passkey.' }) id: number,
    @Arg('name', () => String, { description: 'At most 63 characters.' }) name: string,
    @Ctx() context: RequestContext,
  ): Promise<Passkey> {
    return renamePasskey(context, id, name);
  }

  @RequiresPermission('signIn')
  @Mutation(() => SecondFactorChange, { description: 'Removes a passkey of the user. It is refused from then on.' })
  async removePasskey(
    @Arg('id', () => Int, { description: 'The id of the passkey.' }) id: number,
    @Arg('password', () => String, password) given: string,
    @Ctx() context: RequestContext,
  ): Promise<SecondFactorChange> {
    await removePasskey(context, id, given);
    return changeOf(context);
  }
}

async function changeOf(context: RequestContext, recoveryCodes: string[] = []): Promise<SecondFactorChange> {
  return { secondFactor: await readOwnSecondFactor(context), recoveryCodes };
}
