// Written by `npm run -s pages:operations` from own.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact } from '../../graphql/schema.types.js';

export type ReadOwnQuery = { viewer: { user: { id: number, language: string | null } | null, resource: { id: number } | null, secondFactor: { isRequired: boolean, totpSince: string | null, recoveryCodesLeft: number, passkeys: Array<{ id: number, name: string, createdAt: string, lastUsedAt: string | null }> } | null, sessions: Array<{ id: number, device: string | null, clientAddress: string | null, createdAt: string, lastUsedAt: string | null, isCurrent: boolean }> } | null };
export type SecondFactorFragment = { isRequired: boolean, totpSince: string | null, recoveryCodesLeft: number, passkeys: Array<{ id: number, name: string, createdAt: string, lastUsedAt: string | null }> };
export type SessionFragment = { id: number, device: string | null, clientAddress: string | null, createdAt: string, lastUsedAt: string | null, isCurrent: boolean };
export type StartTotpMutation = { startTotp: { secret: string, uri: string } | null };
export type ConfirmTotpMutation = { confirmTotp: { recoveryCodes: Array<string> } | null };
export type RemoveTotpMutation = { removeTotp: { recoveryCodes: Array<string> } | null };
export type ReplaceRecoveryCodesMutation = { replaceRecoveryCodes: { recoveryCodes: Array<string> } | null };
export type StartPasskeyMutation = { startPasskey: Record<string, unknown> | null };
export type AddPasskeyMutation = { addPasskey: { recoveryCodes: Array<string> } | null };
export type RenamePasskeyMutation = { renamePasskey: { id: number } | null };
export type RemovePasskeyMutation = { removePasskey: { recoveryCodes: Array<string> } | null };
export type EndSessionMutation = { endSession: { id: number } | null };
export type EndOtherSessionsMutation = { endOtherSessions: Array<{ id: number }> | null };
export type ReadUserSessionsQuery = { clientUser: { id: number, hasSecondFactor: boolean, sessions: Array<{ id: number, device: string | null, clientAddress: string | null, createdAt: string, lastUsedAt: string | null, isCurrent: boolean }> } | null };
export type ResetSecondFactorMutation = { resetSecondFactor: { id: number } | null };
export type ChangeOwnLanguageMutation = { changeOwnLanguage: { id: number, language: string | null } | null };

export const readOwn: Operation<ReadOwnQuery, Exact<{ [key: string]: never; }>> = { text: "query ReadOwn{viewer{user{id language}resource{id}secondFactor{...SecondFactor}sessions{...Session}}}fragment SecondFactor on SecondFactor{isRequired totpSince recoveryCodesLeft passkeys{id name createdAt lastUsedAt}}fragment Session on UserSession{id device clientAddress createdAt lastUsedAt isCurrent}" };
export const startTotp: Operation<StartTotpMutation, Exact<{ password: string; }>> = { text: "mutation StartTotp($password:String!){startTotp(password:$password){secret uri}}" };
export const confirmTotp: Operation<ConfirmTotpMutation, Exact<{ code: string; }>> = { text: "mutation ConfirmTotp($code:String!){confirmTotp(code:$code){recoveryCodes}}" };
export const removeTotp: Operation<RemoveTotpMutation, Exact<{ password: string; }>> = { text: "mutation RemoveTotp($password:String!){removeTotp(password:$password){recoveryCodes}}" };
export const replaceRecoveryCodes: Operation<ReplaceRecoveryCodesMutation, Exact<{ password: string; }>> = { text: "mutation ReplaceRecoveryCodes($password:String!){replaceRecoveryCodes(password:$password){recoveryCodes}}" };
export const startPasskey: Operation<StartPasskeyMutation, Exact<{ password: string; }>> = { text: "mutation StartPasskey($password:String!){startPasskey(password:$password)}" };
export const addPasskey: Operation<AddPasskeyMutation, Exact<{ name: string; response: Record<string, unknown>; }>> = { text: "mutation AddPasskey($name:String!$response:JSONObject!){addPasskey(name:$name response:$response){recoveryCodes}}" };
export const renamePasskey: Operation<RenamePasskeyMutation, Exact<{ id: number; name: string; }>> = { text: "mutation RenamePasskey($id:Int!$name:String!){renamePasskey(id:$id name:$name){id}}" };
export const removePasskey: Operation<RemovePasskeyMutation, Exact<{ id: number; password: string; }>> = { text: "mutation RemovePasskey($id:Int!$password:String!){removePasskey(id:$id password:$password){recoveryCodes}}" };
export const endSession: Operation<EndSessionMutation, Exact<{ id: number; }>> = { text: "mutation EndSession($id:Int!){endSession(id:$id){id}}" };
export const endOtherSessions: Operation<EndOtherSessionsMutation, Exact<{ [key: string]: never; }>> = { text: "mutation EndOtherSessions{endOtherSessions{id}}" };
export const readUserSessions: Operation<ReadUserSessionsQuery, Exact<{ id: number; }>> = { text: "query ReadUserSessions($id:Int!){clientUser(id:$id){id hasSecondFactor sessions{...Session}}}fragment Session on UserSession{id device clientAddress createdAt lastUsedAt isCurrent}" };
export const resetSecondFactor: Operation<ResetSecondFactorMutation, Exact<{ id: number; }>> = { text: "mutation ResetSecondFactor($id:Int!){resetSecondFactor(id:$id){id}}" };
export const changeOwnLanguage: Operation<ChangeOwnLanguageMutation, Exact<{ language?: string | null | undefined; }>> = { text: "mutation ChangeOwnLanguage($language:String){changeOwnLanguage(language:$language){id language}}" };
