// Written by `npm run -s pages:operations` from setup.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact, ApiKeyInput, DeliveryState, DeliveryWait, NewApiKeyInput, Permission, UserRole, WebHookDeliveryFilter } from '../../graphql/schema.types.js';

export type MovableBookingsQueryVariables = Exact<{
  resourceId: number;
  from: string;
  to: string;
}>;

export type MovableBookingsQuery = { bookings: { nodes: Array<{ id: number, eventId: number | null, bookedFrom: string, title: string | null, person: { name: string | null, email: string | null } | null }> } };

export type MoveBookingsMutationVariables = Exact<{
  from: number;
  to: number;
  date: string;
  ignoreExternalBusy: boolean;
  dryRun: boolean;
  key: string;
}>;

export type MoveBookingsMutation = { moveBookings: { written: number, items: Array<{ index: number, booking: { id: number } | null, error: { message: string, fields: Record<string, unknown> | null } | null }> } | null };

export type ListUsersQueryVariables = Exact<{ [key: string]: never; }>;

export type ListUsersQuery = { clientUsers: { nodes: Array<{ id: number, role: UserRole, user: { id: number, name: string, email: string } }> } };

export type InviteUserMutationVariables = Exact<{
  id: number;
}>;

export type InviteUserMutation = { inviteClientUser: { id: number, invitationLink: string | null } | null };

export type ListKeysQueryVariables = Exact<{
  ids?: Array<number> | number | null | undefined;
}>;

export type ListKeysQuery = { apiKeys: { nodes: Array<{ id: number, name: string, role: UserRole, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, recentRequests: number, allowedOrigins: Array<string>, permissions: Array<Permission> | null, allowedNetworks: Array<string>, revisionCount: number }> } };

export type KeyFragment = { id: number, name: string, role: UserRole, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, recentRequests: number, allowedOrigins: Array<string>, permissions: Array<Permission> | null, allowedNetworks: Array<string>, revisionCount: number };

export type CreateKeyMutationVariables = Exact<{
  input: NewApiKeyInput;
}>;

export type CreateKeyMutation = { createApiKey: { secret: string, apiKey: { id: number, name: string } } | null };

export type UpdateKeyMutationVariables = Exact<{
  id: number;
  input: ApiKeyInput;
  ifRevision: number;
}>;

export type UpdateKeyMutation = { updateApiKey: { id: number, name: string, role: UserRole, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, recentRequests: number, allowedOrigins: Array<string>, permissions: Array<Permission> | null, allowedNetworks: Array<string>, revisionCount: number } | null };

export type RevokeKeyMutationVariables = Exact<{
  id: number;
  ifRevision: number;
}>;

export type RevokeKeyMutation = { revokeApiKey: { id: number } | null };

export type ListWebHooksQueryVariables = Exact<{ [key: string]: never; }>;

export type ListWebHooksQuery = { webHooks: { nodes: Array<{ id: number, targetUrl: string, event: string, active: boolean, warning: string | null, pausedReason: string | null }> } };

export type ListDeliveriesQueryVariables = Exact<{
  filter: WebHookDeliveryFilter;
  after?: string | null | undefined;
}>;

export type ListDeliveriesQuery = { webHookDeliveries: { totalCount: number, nodes: Array<{ id: number, event: string, state: DeliveryState, attemptCount: number, createdAt: string, nextAttemptAt: string | null, waitsFor: DeliveryWait | null, attempts: Array<{ at: string, status: number | null, failure: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type DeliveryFragment = { id: number, event: string, state: DeliveryState, attemptCount: number, createdAt: string, nextAttemptAt: string | null, waitsFor: DeliveryWait | null, attempts: Array<{ at: string, status: number | null, failure: string | null }> };

export type ResendDeliveryMutationVariables = Exact<{
  id: number;
}>;

export type ResendDeliveryMutation = { resendWebHookDelivery: { id: number, event: string, state: DeliveryState, attemptCount: number, createdAt: string, nextAttemptAt: string | null, waitsFor: DeliveryWait | null, attempts: Array<{ at: string, status: number | null, failure: string | null }> } | null };

export type TestWebHookMutationVariables = Exact<{
  id: number;
}>;

export type TestWebHookMutation = { testWebHook: { id: number } | null };

export type ReplayWebHookMutationVariables = Exact<{
  id: number;
  since: string;
  until?: string | null | undefined;
  after?: string | null | undefined;
}>;

export type ReplayWebHookMutation = { replayWebHook: { deliveries: number, cursor: string | null } | null };

export type ReadWebHookSecretQueryVariables = Exact<{
  id: number;
}>;

export type ReadWebHookSecretQuery = { webHook: { secret: string | null, formerSecretUntil: string | null } | null };

export type RotateWebHookSecretMutationVariables = Exact<{
  id: number;
  overlapHours: number;
}>;

export type RotateWebHookSecretMutation = { rotateWebHookSecret: { secret: string | null, formerSecretUntil: string | null } | null };

export type SecretFragment = { secret: string | null, formerSecretUntil: string | null };

export type ListFailedJobsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;

export type ListFailedJobsQuery = { failedJobs: { totalCount: number, nodes: Array<{ id: number, name: string, key: string, failure: string, failedAt: string, attemptCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RestartJobMutationVariables = Exact<{
  id: number;
}>;

export type RestartJobMutation = { restartFailedJob: { id: number } | null };

export const movableBookings: Operation<MovableBookingsQuery, MovableBookingsQueryVariables> = {
  text: "query MovableBookings($resourceId:Int!$from:DateTime!$to:DateTime!){bookings(filter:{resourceId:[$resourceId]during:{from:$from to:$to}state:[CONFIRMED AWAITING_CONFIRMATION AWAITING_PAYMENT AWAITING_VERIFICATION]}order:BOOKED_FROM first:500){nodes{id eventId bookedFrom title person{name email}}}}",
};

export const moveBookings: Operation<MoveBookingsMutation, MoveBookingsMutationVariables> = {
  text: "mutation MoveBookings($from:Int!$to:Int!$date:Date!$ignoreExternalBusy:Boolean!$dryRun:Boolean!$key:String!){moveBookings(fromResourceId:$from toResourceId:$to date:$date ignoreExternalBusy:$ignoreExternalBusy dryRun:$dryRun mode:EACH idempotencyKey:$key){written items{index booking{id}error{message fields}}}}",
};

export const listUsers: Operation<ListUsersQuery, ListUsersQueryVariables> = {
  text: "query ListUsers{clientUsers{nodes{id role user{id name email}}}}",
};

export const inviteUser: Operation<InviteUserMutation, InviteUserMutationVariables> = {
  text: "mutation InviteUser($id:Int!){inviteClientUser(id:$id){id invitationLink}}",
};

export const listKeys: Operation<ListKeysQuery, ListKeysQueryVariables> = {
  text: "query ListKeys($ids:[Int!]){apiKeys(filter:{ids:$ids}){nodes{...Key}}}fragment Key on ApiKey{id name role createdAt expiresAt lastUsedAt recentRequests allowedOrigins permissions allowedNetworks revisionCount}",
};

export const createKey: Operation<CreateKeyMutation, CreateKeyMutationVariables> = {
  text: "mutation CreateKey($input:NewApiKeyInput!){createApiKey(input:$input){secret apiKey{id name}}}",
};

export const updateKey: Operation<UpdateKeyMutation, UpdateKeyMutationVariables> = {
  text: "mutation UpdateKey($id:Int!$input:ApiKeyInput!$ifRevision:Int!){updateApiKey(id:$id input:$input ifRevision:$ifRevision){...Key}}fragment Key on ApiKey{id name role createdAt expiresAt lastUsedAt recentRequests allowedOrigins permissions allowedNetworks revisionCount}",
};

export const revokeKey: Operation<RevokeKeyMutation, RevokeKeyMutationVariables> = {
  text: "mutation RevokeKey($id:Int!$ifRevision:Int!){revokeApiKey(id:$id ifRevision:$ifRevision){id}}",
};

export const listWebHooks: Operation<ListWebHooksQuery, ListWebHooksQueryVariables> = {
  text: "query ListWebHooks{webHooks{nodes{id targetUrl event active warning pausedReason}}}",
};

export const listDeliveries: Operation<ListDeliveriesQuery, ListDeliveriesQueryVariables> = {
  text: "query ListDeliveries($filter:WebHookDeliveryFilter!$after:String){webHookDeliveries(filter:$filter first:20 after:$after){totalCount nodes{...Delivery}pageInfo{hasNextPage endCursor}}}fragment Delivery on WebHookDelivery{id event state attemptCount createdAt nextAttemptAt waitsFor attempts{at status failure}}",
};

export const resendDelivery: Operation<ResendDeliveryMutation, ResendDeliveryMutationVariables> = {
  text: "mutation ResendDelivery($id:Int!){resendWebHookDelivery(id:$id){...Delivery}}fragment Delivery on WebHookDelivery{id event state attemptCount createdAt nextAttemptAt waitsFor attempts{at status failure}}",
};

export const testWebHook: Operation<TestWebHookMutation, TestWebHookMutationVariables> = {
  text: "mutation TestWebHook($id:Int!){testWebHook(id:$id){id}}",
};

export const replayWebHook: Operation<ReplayWebHookMutation, ReplayWebHookMutationVariables> = {
  text: "mutation ReplayWebHook($id:Int!$since:DateTime!$until:DateTime$after:String){replayWebHook(id:$id since:$since until:$until after:$after){deliveries cursor}}",
};

export const readWebHookSecret: Operation<ReadWebHookSecretQuery, ReadWebHookSecretQueryVariables> = {
  text: "query ReadWebHookSecret($id:Int!){webHook(id:$id){...Secret}}fragment Secret on WebHook{secret formerSecretUntil}",
};

export const rotateWebHookSecret: Operation<RotateWebHookSecretMutation, RotateWebHookSecretMutationVariables> = {
  text: "mutation RotateWebHookSecret($id:Int!$overlapHours:Int!){rotateWebHookSecret(id:$id overlapHours:$overlapHours){...Secret}}fragment Secret on WebHook{secret formerSecretUntil}",
};

export const listFailedJobs: Operation<ListFailedJobsQuery, ListFailedJobsQueryVariables> = {
  text: "query ListFailedJobs($after:String){failedJobs(first:20 after:$after){totalCount nodes{id name key failure failedAt attemptCount}pageInfo{hasNextPage endCursor}}}",
};

export const restartJob: Operation<RestartJobMutation, RestartJobMutationVariables> = {
  text: "mutation RestartJob($id:Int!){restartFailedJob(id:$id){id}}",
};
