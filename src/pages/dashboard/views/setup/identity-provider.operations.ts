// Written by `npm run -s pages:operations` from identity-provider.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, IdentityProviderInput, UserRole } from '../../graphql/schema.types.js';

export type ReadIdentityProviderQueryVariables = Exact<{ [key: string]: never; }>;

export type ReadIdentityProviderQuery = { identityProviderRedirectUri: string | null, identityProvider: { issuer: string, clientId: string, name: string, groupsClaim: string | null, defaultRole: UserRole | null, trustsEmail: boolean, required: boolean, active: boolean, groupRoles: Array<{ group: string, role: UserRole }> } | null };

export type ProviderFragment = { issuer: string, clientId: string, name: string, groupsClaim: string | null, defaultRole: UserRole | null, trustsEmail: boolean, required: boolean, active: boolean, groupRoles: Array<{ group: string, role: UserRole }> };

export type SetIdentityProviderMutationVariables = Exact<{
  input: IdentityProviderInput;
}>;

export type SetIdentityProviderMutation = { setIdentityProvider: { issuer: string, clientId: string, name: string, groupsClaim: string | null, defaultRole: UserRole | null, trustsEmail: boolean, required: boolean, active: boolean, groupRoles: Array<{ group: string, role: UserRole }> } | null };

export type RemoveIdentityProviderMutationVariables = Exact<{ [key: string]: never; }>;

export type RemoveIdentityProviderMutation = { removeIdentityProvider: { id: number } | null };

export const readIdentityProvider: Operation<ReadIdentityProviderQuery, ReadIdentityProviderQueryVariables> = {
  text: "query ReadIdentityProvider{identityProviderRedirectUri identityProvider{...Provider}}fragment Provider on IdentityProvider{issuer clientId name groupsClaim groupRoles{group role}defaultRole trustsEmail required active}",
};

export const setIdentityProvider: Operation<SetIdentityProviderMutation, SetIdentityProviderMutationVariables> = {
  text: "mutation SetIdentityProvider($input:IdentityProviderInput!){setIdentityProvider(input:$input){...Provider}}fragment Provider on IdentityProvider{issuer clientId name groupsClaim groupRoles{group role}defaultRole trustsEmail required active}",
};

export const removeIdentityProvider: Operation<RemoveIdentityProviderMutation, RemoveIdentityProviderMutationVariables> = {
  text: "mutation RemoveIdentityProvider{removeIdentityProvider{id}}",
};
