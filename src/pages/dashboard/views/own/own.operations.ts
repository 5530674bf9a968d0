// Written by `npm run -s pages:operations` from own.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact } from '../../graphql/schema.types.js';

export type ReadOwnQueryVariables = Exact<{ [key: string]: never; }>;

export type ReadOwnQuery = { viewer: { user: { id: number, language: string | null } | null, secondFactor: { isRequired: boolean, totpSince: string | null, recoveryCodesLeft: number, passkeys: Array<{ id: number, name: string, createdAt: string, lastUsedAt: string | null }> } | null, sessions: Array<{ id: number, device: string | null, clientAddress: string | null, createdAt: string, lastUsedAt: string | null, isCurrent: boolean }> } | null };

export type SecondFactorFragment = { isRequired: boolean, totpSince: string | null, recoveryCodesLeft: number, passkeys: Array<{ id: number, name: string, createdAt: string, lastUsedAt: string | null }> };

export type SessionFragment = { id: number, device: string | null, clientAddress: string | null, createdAt: string, lastUsedAt: string | null, isCurrent: boolean };

export type StartTotpMutationVariables = Exact<{
  password: string;
}>;

export type StartTotpMutation = { startTotp: { secret: string, uri: string } | null };

export type ConfirmTotpMutationVariables = Exact<{
  code: string;
}>;

export type ConfirmTotpMutation = { confirmTotp: { recoveryCodes: Array<string> } | null };

export type RemoveTotpMutationVariables = Exact<{
  password: string;
}>;

export type RemoveTotpMutation = { removeTotp: { recoveryCodes: Array<string> } | null };

export type ReplaceRecoveryCodesMutationVariables = Exact<{
  password: string;
}>;

export type ReplaceRecoveryCodesMutation = { replaceRecoveryCodes: { recoveryCodes: Array<string> } | null };

export type StartPasskeyMutationVariables = Exact<{
  password: string;
}>;

export type StartPasskeyMutation = { startPasskey: Record<string, unknown> | null };

export type AddPasskeyMutationVariables = Exact<{
  name: string;
  response: Record<string, unknown>;
}>;

export type AddPasskeyMutation = { addPasskey: { recoveryCodes: Array<string> } | null };

export type RenamePasskeyMutationVariables = Exact<{
  id: number;
  name: string;
}>;

export type RenamePasskeyMutation = { renamePasskey: { id: number } | null };

export type RemovePasskeyMutationVariables = Exact<{
  id: number;
  password: string;
}>;

export type RemovePasskeyMutation = { removePasskey: { recoveryCodes: Array<string> } | null };

export type EndSessionMutationVariables = Exact<{
  id: number;
}>;

export type EndSessionMutation = { endSession: { id: number } | null };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;

export type EndOtherSessionsMutation = { endOtherSessions: Array<{ id: number }> | null };

export type ReadUserSessionsQueryVariables = Exact<{
  id: number;
}>;

export type ReadUserSessionsQuery = { clientUser: { id: number, hasSecondFactor: boolean, sessions: Array<{ id: number, device: string | null, clientAddress: string | null, createdAt: string, lastUsedAt: string | null, isCurrent: boolean }> } | null };

export type ResetSecondFactorMutationVariables = Exact<{
  id: number;
}>;

export type ResetSecondFactorMutation = { resetSecondFactor: { id: number } | null };

export type ChangeOwnLanguageMutationVariables = Exact<{
  language?: string | null | undefined;
}>;

export type ChangeOwnLanguageMutation = { changeOwnLanguage: { id: number, language: string | null } | null };

export const readOwn: Operation<ReadOwnQuery, ReadOwnQueryVariables> = {
  text: "query ReadOwn{viewer{user{id language}secondFactor{...SecondFactor}sessions{...Session}}}fragment SecondFactor on SecondFactor{isRequired totpSince recoveryCodesLeft passkeys{id name createdAt lastUsedAt}}fragment Session on UserSession{id device clientAddress createdAt lastUsedAt isCurrent}",
};

export const startTotp: Operation<StartTotpMutation, StartTotpMutationVariables> = {
  text: "mutation StartTotp($password:String!){startTotp(password:$password){secret uri}}",
};

export const confirmTotp: Operation<ConfirmTotpMutation, ConfirmTotpMutationVariables> = {
  text: "mutation ConfirmTotp($code:String!){confirmTotp(code:$code){recoveryCodes}}",
};

export const removeTotp: Operation<RemoveTotpMutation, RemoveTotpMutationVariables> = {
  text: "mutation RemoveTotp($password:String!){removeTotp(password:$password){recoveryCodes}}",
};

export const replaceRecoveryCodes: Operation<ReplaceRecoveryCodesMutation, ReplaceRecoveryCodesMutationVariables> = {
  text: "mutation ReplaceRecoveryCodes($password:String!){replaceRecoveryCodes(password:$password){recoveryCodes}}",
};

export const startPasskey: Operation<StartPasskeyMutation, StartPasskeyMutationVariables> = {
  text: "mutation StartPasskey($password:String!){startPasskey(password:$password)}",
};

export const addPasskey: Operation<AddPasskeyMutation, AddPasskeyMutationVariables> = {
  text: "mutation AddPasskey($name:String!$response:JSONObject!){addPasskey(name:$name response:$response){recoveryCodes}}",
};

export const renamePasskey: Operation<RenamePasskeyMutation, RenamePasskeyMutationVariables> = {
  text: "mutation RenamePasskey($id:Int!$name:String!){renamePasskey(id:$id name:$name){id}}",
};

export const removePasskey: Operation<RemovePasskeyMutation, RemovePasskeyMutationVariables> = {
  text: "mutation RemovePasskey($id:Int!$password:String!){removePasskey(id:$id password:$password){recoveryCodes}}",
};

export const endSession: Operation<EndSessionMutation, EndSessionMutationVariables> = {
  text: "mutation EndSession($id:Int!){endSession(id:$id){id}}",
};

export const endOtherSessions: Operation<EndOtherSessionsMutation, EndOtherSessionsMutationVariables> = {
  text: "mutation EndOtherSessions{endOtherSessions{id}}",
};

export const readUserSessions: Operation<ReadUserSessionsQuery, ReadUserSessionsQueryVariables> = {
  text: "query ReadUserSessions($id:Int!){clientUser(id:$id){id hasSecondFactor sessions{...Session}}}fragment Session on UserSession{id device clientAddress createdAt lastUsedAt isCurrent}",
};

export const resetSecondFactor: Operation<ResetSecondFactorMutation, ResetSecondFactorMutationVariables> = {
  text: "mutation ResetSecondFactor($id:Int!){resetSecondFactor(id:$id){id}}",
};

export const changeOwnLanguage: Operation<ChangeOwnLanguageMutation, ChangeOwnLanguageMutationVariables> = {
  text: "mutation ChangeOwnLanguage($language:String){changeOwnLanguage(language:$language){id language}}",
};
