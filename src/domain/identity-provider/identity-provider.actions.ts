import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import { noAddress } from '../../platform/addresses.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors, invalid, notFound, rejectIfAny } from '../../platform/errors.js';
import { OpenIdError } from '../../platform/open-id/open-id-error.js';
import { requireGrantable } from '../account/permissions.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes, validatePresence } from '../records/attributes.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import { validateName } from '../text/contact-details.js';
import { clientSecretColumn, IdentityProvider } from './identity-provider.entity.js';
import type { IdentityProviderInput } from './identity-provider.input.js';
import { findIdentityProvider } from './identity-provider.queries.js';
import { validateCredentials, validateIssuer, validateRoles } from './identity-provider.rules.js';

/**
 * Sets the identity provider of the account, in place of another. Reads what a new issuer publishes, before the
 * transaction. Does not for one that stays: its settings must also be changed while it is down.
 *
 * @throws DomainError INVALID by attribute, and on `base` if the server does not know its address; FORBIDDEN for a key
 *   that does not have every permission: whoever has a provider can sign in as any user
 */
export async function setIdentityProvider(
  context: RequestContext,
  input: IdentityProviderInput,
): Promise<IdentityProvider> {
  requireGrantable(context.actor, 'admin');
  if (context.address === '') throw invalid({ base: [noAddress] });
  const issuer = input.issuer.trim();
  const known = await findIdentityProvider(context.db);
  rejectIfAny(validateIssuer(issuer, context.openIdProviders?.allowsPrivate === true));
  if (known?.issuer !== issuer) await requireProvider(context, issuer);
  return context.db.transaction(async (tx) => {
    const found = await lockProvider(tx);
    const provider = found ?? tx.create(IdentityProvider, context.clock.now());
    const errors = assignProvider(context, tx, provider, { ...input, issuer });
    rejectIfAny(errors, hasErrors(errors) || !provider.required ? {} : await validateAdmin(tx, provider));
    const name = found ? 'identity_provider.modified' : 'identity_provider.created';
    await recordChange(tx, name, provider, changedBy(context), { isChangedElsewhere: true });
    await recordSettings(context, tx, provider);
    return provider;
  });
}

/** Returns the provider under its lock. The lock of a text comes first: there may be no row yet. */
async function lockProvider(tx: AccountTransaction): Promise<IdentityProvider | null> {
  await tx.lockText('identity_provider');
  const [row] = await tx.rows(IdentityProvider, {}, { limit: 1 });
  return row ? tx.findLocked(IdentityProvider, row.id) : null;
}

/** @throws DomainError INVALID on `issuer` */
async function requireProvider({ openIdProviders }: RequestContext, issuer: string): Promise<void> {
  try {
    await openIdProviders?.check(issuer);
  } catch (error) {
    if (error instanceof OpenIdError) throw invalid({ issuer: [error.message] });
    throw error;
  }
}

/** Assigns the input to the provider, and returns the errors of the result. */
function assignProvider(
  { db }: RequestContext,
  tx: AccountTransaction,
  provider: IdentityProvider,
  { clientSecret, ...input }: IdentityProviderInput,
): FieldErrors {
  const { issuer, groupsClaim, groupRoles, defaultRole, trustsEmail, required, active } = input;
  const clientId = input.clientId.trim();
  // The secret is for that client at that issuer only.
  const isOther = provider.issuer !== issuer || provider.clientId !== clientId;
  const secret = clientSecret?.trim() || (isOther ? undefined : db.open(clientSecretColumn, provider.clientSecret));
  const errors = {
    ...validateCredentials(clientId, secret),
    ...validateName(input.name),
    ...assignAttributes(tx, provider, {
      ...{ issuer, clientId, name: input.name, groupsClaim: groupsClaim ?? null, defaultRole: defaultRole ?? null },
      groupRoles: groupRoles?.map(({ group, role }) => ({ group, role })) ?? [],
      ...{ trustsEmail: trustsEmail ?? false, required: required ?? false, active: active ?? true },
    }),
  };
  if (secret !== undefined && (isOther || clientSecret)) provider.clientSecret = db.seal(clientSecretColumn, secret);
  return hasErrors(errors) ? errors : { ...validatePresence(provider, 'name'), ...validateRoles(provider) };
}

/** Returns an error unless an admin has signed in by the provider: otherwise a mistake would lock all users out. */
async function validateAdmin(tx: AccountTransaction, { issuer }: IdentityProvider): Promise<FieldErrors> {
  const admins = await tx.query(
    `select 1 from identity_link identity
     join client_user_link link on link.account_id = identity.account_id and link.user_id = identity.user_id
     where identity.account_id = $1 and identity.issuer = $2 and link.role = 'admin' limit 1`,
    [issuer],
  );
  return admins.length > 0 ? {} : { required: ['is possible after an admin has signed in by the provider'] };
}

/** Removes the identity provider. Its users keep their roles, and sign in with a password. @throws DomainError NOT_FOUND, FORBIDDEN */
export async function removeIdentityProvider(context: RequestContext): Promise<IdentityProvider> {
  requireGrantable(context.actor, 'admin');
  return context.db.transaction(async (tx) => {
    const provider = await lockProvider(tx);
    if (!provider) throw notFound();
    await recordRemoval(tx, 'identity_provider.deleted', provider, changedBy(context));
    await recordSettings(context, tx, { ...provider, active: false, required: false }, true);
    return provider;
  });
}

function recordSettings(
  context: RequestContext,
  tx: AccountTransaction,
  { issuer, clientId, active, required }: Pick<IdentityProvider, 'issuer' | 'clientId' | 'active' | 'required'>,
  isRemoved = false,
): Promise<void> {
  const details = { issuer, client_id: clientId, active, required, removed: isRemoved };
  return recordSecurityEvent(tx, context, { kind: 'identity_provider.changed', details });
}
