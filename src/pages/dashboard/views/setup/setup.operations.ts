// Written by `npm run -s pages:operations` from setup.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Attributes of an API key. An absent one stays unchanged. */
export type ApiKeyInput = {
  /** At most 20 origins such as `https://app.example.org`. Requests from pages of other origins are refused. Null or empty, the default, allows all origins. */
  allowedOrigins?: Array<string> | null | undefined;
  /** When the key stops working, in the future. Null means never, the default. */
  expiresAt?: string | null | undefined;
  /** The name, which distinguishes the keys. It cannot be cleared. */
  name?: string | null | undefined;
  /** The role, which determines what the key may do. It cannot be cleared. */
  role?: UserRole | null | undefined;
};

/** Why a message about a booking is sent. Notifications go to the account, every other kind to the person. */
export type BookingMessageKind =
  /** A booking was made that staff still have to confirm. */
  | 'AWAITING_CONFIRMATION'
  /** A booking is cancelled. */
  | 'CANCELLATION'
  /** A person cancelled a booking by its link. Sent to the account. */
  | 'CANCELLATION_NOTIFICATION'
  /** A booking is confirmed. */
  | 'CONFIRMATION'
  /** A booking was declined. */
  | 'DECLINE'
  /** A booking has changed. */
  | 'MODIFICATION'
  /** A person moved a booking by its link. Sent to the account. */
  | 'MODIFICATION_NOTIFICATION'
  /** A booking was made. Sent to the account. */
  | 'NOTIFICATION'
  /** A booking begins soon. */
  | 'REMINDER'
  /** A hold is to be verified by a code. */
  | 'VERIFICATION'
  /** A time is held for somebody on the waitlist. */
  | 'WAITLIST_OFFER';

/** How far a delivery has come. */
export type DeliveryState =
  /** The receiver answered with a status of 2xx. */
  | 'DELIVERED'
  /** All attempts failed. */
  | 'FAILED'
  /** It was not tried, or another attempt is due. */
  | 'PENDING';

/** How a message is sent. */
export type DeliveryType =
  /** By email. */
  | 'EMAIL'
  /** By SMS. */
  | 'SMS';

/** A period that contains an instant. `from` is included, `to` is not; either may be absent. */
export type InstantRange = {
  /** The first instant of the period. */
  from?: string | null | undefined;
  /** The end of the period. */
  to?: string | null | undefined;
};

/** How a message is sent. */
export type MessageChannel =
  /** By email. */
  | 'EMAIL'
  /** By SMS. */
  | 'SMS';

/** The moment that times the message: the creation, start or end of the booking. */
export type MessageTemplateType =
  /** The creation of the booking. */
  | 'CONFIRMATION'
  /** The end of the booking. */
  | 'FOLLOW_UP'
  /** The start of the booking. */
  | 'REMINDER';

/** A text of the messages about bookings, as accounts and services store it. */
export type MessageTextInput = {
  /** The body, in Liquid. By default the one that the account sends. */
  body?: string | null | undefined;
  /** The channel of the message. */
  channel?: MessageChannel;
  /** The kind of message. */
  kind: BookingMessageKind;
  /** The subject of an email, in Liquid. By default the one that the account sends. */
  subject?: string | null | undefined;
};

/** Attributes of a new API key. */
export type NewApiKeyInput = {
  /** At most 20 origins such as `https://app.example.org`. Requests from pages of other origins are refused. Null or empty, the default, allows all origins. */
  allowedOrigins?: Array<string> | null | undefined;
  /** When the key stops working, in the future. Null means never, the default. */
  expiresAt?: string | null | undefined;
  /** The name, which distinguishes the keys. */
  name: string;
  /** The role, which determines what the key may do. */
  role: UserRole;
};

/** The attributes of a message template that its preview depends on. Absent ones have the values of a new template. */
export type TemplatePreviewInput = {
  /** The channel. */
  deliveryType?: DeliveryType;
  /** The type, which determines the default subject. */
  messageType?: MessageTemplateType;
  /** The subject of an email, in Liquid. Default: that of the type. */
  subject?: string | null | undefined;
  /** The text, in Liquid. */
  template: string;
};

/** The role of a user or an API key, which determines the permissions. */
export type UserRole =
  /** May do everything. */
  | 'ADMIN'
  /** May do everything that does not require the permission `ACCOUNT` or `USERS`. */
  | 'MANAGER'
  /** May do what requires the permission `READ`, `BOOKINGS`, `PEOPLE` or `EXCEPTION_DATES`. */
  | 'STAFF';

/** Conditions that must all hold. One that is left out does not restrict. */
export type WebHookDeliveryFilter = {
  /** Returns items that were created in this period. */
  createdAt?: InstantRange | null | undefined;
  /** Returns the deliveries of this event. */
  event?: string | null | undefined;
  /** Returns only items with these ids. */
  ids?: Array<number> | null | undefined;
  /** Returns the deliveries in this state. */
  state?: DeliveryState | null | undefined;
  /** Returns items that were last changed in this period. */
  updatedAt?: InstantRange | null | undefined;
  /** Returns the deliveries to this webhook. */
  webHookId?: number | null | undefined;
};

export type ListTemplatesQueryVariables = Exact<{ [key: string]: never; }>;


export type ListTemplatesQuery = { messageTemplates: { nodes: Array<{ id: number, messageType: MessageTemplateType, deliveryType: DeliveryType, deliveryTiming: string | null, subject: string | null, active: boolean, services: Array<number> }> } };

export type PreviewTemplateQueryVariables = Exact<{
  input: TemplatePreviewInput;
}>;


export type PreviewTemplateQuery = { en: { locale: string, subject: string | null, body: string | null, failure: string | null } | null, sv: { locale: string, subject: string | null, body: string | null, failure: string | null } | null, nb: { locale: string, subject: string | null, body: string | null, failure: string | null } | null };

export type PreviewTextQueryVariables = Exact<{
  input: MessageTextInput;
}>;


export type PreviewTextQuery = { en: { locale: string, subject: string | null, body: string | null, failure: string | null } | null, sv: { locale: string, subject: string | null, body: string | null, failure: string | null } | null, nb: { locale: string, subject: string | null, body: string | null, failure: string | null } | null };

export type PreviewFragment = { locale: string, subject: string | null, body: string | null, failure: string | null };

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


export type ListKeysQuery = { apiKeys: { nodes: Array<{ id: number, name: string, role: UserRole, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, recentRequests: number, allowedOrigins: Array<string>, revisionCount: number }> } };

export type KeyFragment = { id: number, name: string, role: UserRole, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, recentRequests: number, allowedOrigins: Array<string>, revisionCount: number };

export type CreateKeyMutationVariables = Exact<{
  input: NewApiKeyInput;
}>;


export type CreateKeyMutation = { createApiKey: { secret: string, apiKey: { id: number, name: string } } | null };

export type UpdateKeyMutationVariables = Exact<{
  id: number;
  input: ApiKeyInput;
  ifRevision: number;
}>;


export type UpdateKeyMutation = { updateApiKey: { id: number, name: string, role: UserRole, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, recentRequests: number, allowedOrigins: Array<string>, revisionCount: number } | null };

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


export type ListDeliveriesQuery = { webHookDeliveries: { totalCount: number, nodes: Array<{ id: number, event: string, state: DeliveryState, attemptCount: number, createdAt: string, nextAttemptAt: string | null, attempts: Array<{ at: string, status: number | null, failure: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type DeliveryFragment = { id: number, event: string, state: DeliveryState, attemptCount: number, createdAt: string, nextAttemptAt: string | null, attempts: Array<{ at: string, status: number | null, failure: string | null }> };

export type ResendDeliveryMutationVariables = Exact<{
  id: number;
}>;


export type ResendDeliveryMutation = { resendWebHookDelivery: { id: number, event: string, state: DeliveryState, attemptCount: number, createdAt: string, nextAttemptAt: string | null, attempts: Array<{ at: string, status: number | null, failure: string | null }> } | null };

export type ListFailedJobsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ListFailedJobsQuery = { failedJobs: { totalCount: number, nodes: Array<{ id: number, name: string, key: string, failure: string, failedAt: string, attemptCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RestartJobMutationVariables = Exact<{
  id: number;
}>;


export type RestartJobMutation = { restartFailedJob: { id: number } | null };

export const listTemplates: Operation<ListTemplatesQuery, ListTemplatesQueryVariables> = {
  text: "query ListTemplates{messageTemplates{nodes{id messageType deliveryType deliveryTiming subject active services}}}",
};

export const previewTemplate: Operation<PreviewTemplateQuery, PreviewTemplateQueryVariables> = {
  text: "query PreviewTemplate($input:TemplatePreviewInput!){en:messageTemplatePreview(input:$input locale:\"en\"){...Preview}sv:messageTemplatePreview(input:$input locale:\"sv\"){...Preview}nb:messageTemplatePreview(input:$input locale:\"nb\"){...Preview}}fragment Preview on MessageTemplatePreview{locale subject body failure}",
};

export const previewText: Operation<PreviewTextQuery, PreviewTextQueryVariables> = {
  text: "query PreviewText($input:MessageTextInput!){en:messageTextPreview(input:$input locale:\"en\"){...Preview}sv:messageTextPreview(input:$input locale:\"sv\"){...Preview}nb:messageTextPreview(input:$input locale:\"nb\"){...Preview}}fragment Preview on MessageTemplatePreview{locale subject body failure}",
};

export const movableBookings: Operation<MovableBookingsQuery, MovableBookingsQueryVariables> = {
  text: "query MovableBookings($resourceId:Int!$from:DateTime!$to:DateTime!){bookings(filter:{resourceId:[$resourceId]during:{from:$from to:$to}state:[CONFIRMED AWAITING_CONFIRMATION AWAITING_PAYMENT AWAITING_VERIFICATION]}order:BOOKED_FROM first:500){nodes{id eventId bookedFrom title person{name email}}}}",
};

export const moveBookings: Operation<MoveBookingsMutation, MoveBookingsMutationVariables> = {
  text: "mutation MoveBookings($from:Int!$to:Int!$date:Date!$dryRun:Boolean!$key:String!){moveBookings(fromResourceId:$from toResourceId:$to date:$date dryRun:$dryRun mode:EACH idempotencyKey:$key){written items{index booking{id}error{message fields}}}}",
};

export const listUsers: Operation<ListUsersQuery, ListUsersQueryVariables> = {
  text: "query ListUsers{clientUsers{nodes{id role user{id name email}}}}",
};

export const inviteUser: Operation<InviteUserMutation, InviteUserMutationVariables> = {
  text: "mutation InviteUser($id:Int!){inviteClientUser(id:$id){id invitationLink}}",
};

export const listKeys: Operation<ListKeysQuery, ListKeysQueryVariables> = {
  text: "query ListKeys($ids:[Int!]){apiKeys(filter:{ids:$ids}){nodes{...Key}}}fragment Key on ApiKey{id name role createdAt expiresAt lastUsedAt recentRequests allowedOrigins revisionCount}",
};

export const createKey: Operation<CreateKeyMutation, CreateKeyMutationVariables> = {
  text: "mutation CreateKey($input:NewApiKeyInput!){createApiKey(input:$input){secret apiKey{id name}}}",
};

export const updateKey: Operation<UpdateKeyMutation, UpdateKeyMutationVariables> = {
  text: "mutation UpdateKey($id:Int!$input:ApiKeyInput!$ifRevision:Int!){updateApiKey(id:$id input:$input ifRevision:$ifRevision){...Key}}fragment Key on ApiKey{id name role createdAt expiresAt lastUsedAt recentRequests allowedOrigins revisionCount}",
};

export const revokeKey: Operation<RevokeKeyMutation, RevokeKeyMutationVariables> = {
  text: "mutation RevokeKey($id:Int!$ifRevision:Int!){revokeApiKey(id:$id ifRevision:$ifRevision){id}}",
};

export const listWebHooks: Operation<ListWebHooksQuery, ListWebHooksQueryVariables> = {
  text: "query ListWebHooks{webHooks{nodes{id targetUrl event active warning pausedReason}}}",
};

export const listDeliveries: Operation<ListDeliveriesQuery, ListDeliveriesQueryVariables> = {
  text: "query ListDeliveries($filter:WebHookDeliveryFilter!$after:String){webHookDeliveries(filter:$filter first:20 after:$after){totalCount nodes{...Delivery}pageInfo{hasNextPage endCursor}}}fragment Delivery on WebHookDelivery{id event state attemptCount createdAt nextAttemptAt attempts{at status failure}}",
};

export const resendDelivery: Operation<ResendDeliveryMutation, ResendDeliveryMutationVariables> = {
  text: "mutation ResendDelivery($id:Int!){resendWebHookDelivery(id:$id){...Delivery}}fragment Delivery on WebHookDelivery{id event state attemptCount createdAt nextAttemptAt attempts{at status failure}}",
};

export const listFailedJobs: Operation<ListFailedJobsQuery, ListFailedJobsQueryVariables> = {
  text: "query ListFailedJobs($after:String){failedJobs(first:20 after:$after){totalCount nodes{id name key failure failedAt attemptCount}pageInfo{hasNextPage endCursor}}}",
};

export const restartJob: Operation<RestartJobMutation, RestartJobMutationVariables> = {
  text: "mutation RestartJob($id:Int!){restartFailedJob(id:$id){id}}",
};
