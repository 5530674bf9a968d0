// Written by `npm run -s pages:operations` from messages.graphql. Do not edit.
import type { Operation } from '../../../graphql/operation.js';
import type { Exact, MessageSourceInput, MessageTextInput, TemplatePreviewInput } from '../../../graphql/schema.types.js';

export type ReadMessageSourceQueryVariables = Exact<{
  input: MessageSourceInput;
}>;

export type ReadMessageSourceQuery = { messageSource: { locale: string, subject: string, body: string, builtInSubject: string, builtInBody: string, variables: Array<{ name: string, liquid: string, example: string | null }> } | null };

export type PreviewMessageQueryVariables = Exact<{
  input: MessageTextInput;
  locale: string;
}>;

export type PreviewMessageQuery = { messageTextPreview: { subject: string | null, body: string | null, failure: string | null } | null };

export type SendTestMessageMutationVariables = Exact<{
  text?: MessageTextInput | null | undefined;
  template?: TemplatePreviewInput | null | undefined;
  locale?: string | null | undefined;
}>;

export type SendTestMessageMutation = { sendTestMessage: { id: number, recipient: string } | null };

export const readMessageSource: Operation<ReadMessageSourceQuery, ReadMessageSourceQueryVariables> = {
  text: "query ReadMessageSource($input:MessageSourceInput!){messageSource(input:$input){locale subject body builtInSubject builtInBody variables{name liquid example}}}",
};

export const previewMessage: Operation<PreviewMessageQuery, PreviewMessageQueryVariables> = {
  text: "query PreviewMessage($input:MessageTextInput!$locale:String!){messageTextPreview(input:$input locale:$locale){subject body failure}}",
};

export const sendTestMessage: Operation<SendTestMessageMutation, SendTestMessageMutationVariables> = {
  text: "mutation SendTestMessage($text:MessageTextInput$template:TemplatePreviewInput$locale:String){sendTestMessage(text:$text template:$template locale:$locale){id recipient}}",
};
