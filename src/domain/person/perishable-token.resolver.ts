import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { sendPerishableToken, verifyPerishableToken } from './perishable-token.actions.js';
import { PerishableToken } from './perishable-token.type.js';
import { Person } from './person.entity.js';
import { PersonIdentifierInput } from './person.input.js';

@Resolver()
export class PerishableTokenResolver {
  @RequiresPermission('people')
  @Mutation(() => PerishableToken, {
    description: 'Sends a five-digit code by SMS to the number, or to the number of the person with the email.',
  })
  sendPerishableToken(
    @Arg('identifier', () => PersonIdentifierInput, { description: 'The email or phone number of the person.' })
    identifier: PersonIdentifierInput,
    @Ctx() context: RequestContext,
  ): Promise<PerishableToken> {
    return sendPerishableToken(context, identifier);
  }

  @RequiresPermission('people')
  @Mutation(() => Person, {
    nullable: true,
    description: 'Verifies a code, which works once. Returns null if no person has the email or number.',
  })
  verifyPerishableToken(
    @Arg('perishableToken', () => String, { nullable: true, description: 'The code that was sent. Required.' })
    perishableToken: string | null,
    @Arg('identifier', () => PersonIdentifierInput, { description: 'The email or phone number of the person.' })
    identifier: PersonIdentifierInput,
    @Ctx() context: RequestContext,
  ): Promise<Person | null> {
    return verifyPerishableToken(context, perishableToken, identifier);
  }
}
