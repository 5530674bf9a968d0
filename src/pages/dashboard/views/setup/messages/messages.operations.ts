// Written by `npm run -s pages:operations` from messages.graphql. Do not edit.
import type { Operation } from '../../../graphql/operation.js';
import type { Exact, DeliveryType, MessageSourceInput, MessageTemplateType, MessageTextInput, TemplatePreviewInput } from '../../../graphql/schema.types.js';

export type ListTemplatesQueryVariables = Exact<{ [key: string]: never; }>;

export type ListTemplatesQuery = { messageTemplates: { nodes: Array<{ id: number, messageType: MessageTemplateType, deliveryType: DeliveryType, deliveryTiming: string | null, subject: string | null, active: boolean }> } };

export type ReadMessageSourceQueryVariables = Exact<{
  input: MessageSourceInput;
}>;

export type ReadMessageSourceQuery = { messageSource: { locale: string, subject: string, body: string, builtInSubject: string, builtInBody: string, variables: Array<{ name: string, liquid: string, example: string | null }> } | null };

export type PreviewMessageQueryVariables = Exact<{
  input: MessageTextInput;
  locale: string;
}>;

export type PreviewMessageQuery = { messageTextPreview: { subject: string | null, body: string | null, failure: string | null } | null };

export type PreviewTemplateQueryVariables = Exact<{
  input: TemplatePreviewInput;
  locale: string;
}>;

export type PreviewTemplateQuery = { messageTemplatePreview: { subject: string | null, body: string | null, failure: string | null } | null };

export type PreviewFragment = { subject: string | null, body: string | null, failure: string | null };

export type SendTestMessageMutationVariables = Exact<{
  text?: MessageTextInput | null | undefined;
  template?: TemplatePreviewInput | null | undefined;
  locale?: string | null | undefined;
}>;

export type SendTestMessageMutation = { sendTestMessage: { id: number, recipient: string } | null };

export const listTemplates: Operation<ListTemplatesQuery, ListTemplatesQueryVariables> = {
  text: "query ListTemplates{messageTemplates{nodes{id messageType deliveryType deliveryTiming subject active}}}",
};

export const readMessageSource: Operation<ReadMessageSourceQuery, ReadMessageSourceQueryVariables> = {
  text: "query ReadMessageSource($input:MessageSourceInput!){messageSource(input:$input){locale subject body builtInSubject builtInBody variables{name liquid example}}}",
};

export const previewMessage: Operation<PreviewMessageQuery, PreviewMessageQueryVariables> = {
  text: "query PreviewMessage($input:MessageTextInput!$locale:String!){messageTextPreview(input:$input locale:$locale){...Preview}}fragment Preview on MessageTemplatePreview{subject body failure}",
};

export const previewTemplate: Operation<PreviewTemplateQuery, PreviewTemplateQueryVariables> = {
  text: "query PreviewTemplate($input:TemplatePreviewInput!$locale:String!){messageTemplatePreview(input:$input locale:$locale){...Preview}}fragment Preview on MessageTemplatePreview{subject body failure}",
};

export const sendTestMessage: Operation<SendTestMessageMutation, SendTestMessageMutationVariables> = {
  text: "mutation SendTestMessage($text:MessageTextInput$template:TemplatePreviewInput$locale:String){sendTestMessage(text:$text template:$template locale:$locale){id recipient}}",
};
