import { type Role, roles } from '../../outbox/actor.js';
import { isObject, tooManyItems } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { Claims } from '../../platform/open-id/id-token.js';
import { isSafeUrl } from '../../platform/outbound/guarded-fetch.js';
import { cleanAttribute } from '../../platform/text.js';
import { isEmail } from '../account/account.rules.js';
import { validateTexts } from '../text/contact-details.js';
import type { IdentityProvider } from './identity-provider.entity.js';

export const maxGroupRoles = 100;
/** The groups of a user that are read. A provider that has more sends a reference instead of a list. */
const maxGroups = 1_000;

const issuerMessage = 'must be a URL that begins with https://, such as https://login.example.org, without parameters';

/** Validates an issuer URL. @param allowPrivate whether a provider of this machine may do without TLS */
export function validateIssuer(issuer: string, allowPrivate: boolean): FieldErrors {
  if (!isSafeUrl(issuer, allowPrivate)) return { issuer: ['is invalid', issuerMessage] };
  const { search, hash, pathname } = new URL(issuer);
  const isIssuer = search === '' && hash === '' && !pathname.includes('/.well-known/');
  return isIssuer ? {} : { issuer: ['is invalid', issuerMessage] };
}

/** Visible ASCII characters: it is sent in a header. */
const credentialForm = /^[!-~]{1,255}$/;

/** Validates the id and the secret of this server at a provider. */
export function validateCredentials(clientId: string, clientSecret: string | undefined): FieldErrors {
  return {
    ...(!credentialForm.test(clientId) && { clientId: [clientId === '' ? "can't be blank" : 'is invalid'] }),
    ...(!clientSecret && { clientSecret: ["can't be blank"] }),
    ...(clientSecret && !credentialForm.test(clientSecret) && { clientSecret: ['is invalid'] }),
  };
}

type RoleSettings = Pick<IdentityProvider, 'groupsClaim' | 'groupRoles' | 'defaultRole'>;

/** Validates the roles of groups. */
export function validateRoles({ groupsClaim, groupRoles }: RoleSettings): FieldErrors {
  const names = groupRoles.map(({ group }) => group);
  const isValid = names.every((name) => name.trim() !== '' && name.length <= 255);
  if (groupRoles.length > maxGroupRoles) return { groupRoles: [tooManyItems(maxGroupRoles)] };
  if (!isValid) return { groupRoles: ['must have groups of 1 to 255 characters'] };
  if (new Set(names).size < names.length) return { groupRoles: ['must have each group once'] };
  if (names.length > 0 && groupsClaim === null) return { groupsClaim: ["can't be blank, because groups have roles"] };
  return {};
}

/** The role that a provider gives a user, none, or no decision, because it has no roles of groups. */
export type GivenRole = Role | 'none' | 'undecided';

/** Returns the highest role of the groups of a user, else the default role. */
export function roleOf({ groupsClaim, groupRoles, defaultRole }: RoleSettings, claims: Claims): GivenRole {
  if (groupsClaim === null || groupRoles.length === 0) return 'undecided';
  const groups = new Set(groupsOf(claims, groupsClaim));
  const given = groupRoles.filter(({ group }) => groups.has(group)).map(({ role }) => role);
  return roles.find((role) => given.includes(role)) ?? defaultRole ?? 'none';
}

/** Returns the names of the groups in a claim. */
function groupsOf(claims: Claims, name: string): string[] {
  const value = claimNamed(claims, name);
  const values = Array.isArray(value) ? value : [value];
  return values.slice(0, maxGroups).filter((group) => typeof group === 'string');
}

/** Returns a claim of exactly that name, else one within another: some names are URLs, which have dots. */
function claimNamed(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), claims);
}

/** Whether the claims contain all that a sign-in reads. Some providers publish the rest on their page about the user. */
export function isComplete({ groupsClaim }: Pick<RoleSettings, 'groupsClaim'>, claims: Claims): boolean {
  return claims['email'] !== undefined && (groupsClaim === null || claimNamed(claims, groupsClaim) !== undefined);
}

/** Returns the email address of a user that the provider has verified; undefined if there is none. */
export function verifiedEmailOf(
  { trustsEmail }: Pick<IdentityProvider, 'trustsEmail'>,
  claims: Claims,
): string | undefined {
  const { email, email_verified: verified } = claims;
  // Some providers write the claim as a text.
  const isVerified = verified === undefined ? trustsEmail : verified === true || verified === 'true';
  const cleaned = typeof email === 'string' ? cleanAttribute('email', email.trim()) : '';
  return isVerified && isEmail(cleaned) ? cleaned : undefined;
}

/** Returns the name of a new user: the claim, else the part of the email address before the `@`. */
export function nameOf({ name }: Claims, email: string): string {
  const cleaned = typeof name === 'string' ? cleanAttribute('name', name).trim().slice(0, 255) : '';
  const isValid =
    cleaned !== '' && Object.keys(validateTexts({ name: cleaned })).length === 0 && cleaned.isWellFormed();
  return isValid ? cleaned : email.replace(/@.*/s, '');
}
