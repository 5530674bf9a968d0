import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { execute } from '../../graphql/client.js';
import { withLabels } from '../../graphql/server-error.js';
import { type FieldDefinition, textsOf } from '../../records/record.rules.js';
import { enteredTexts } from '../../records/record-fields.js';
import { MessagePreview } from './message-preview.js';
import { previewText } from './setup.operations.js';

interface OfferPreviewProps {
  /** The fields of the form, with the texts of offers. */
  fields: readonly FieldDefinition[];
  /** The form. */
  children: ComponentChildren;
}

/** The form of an account or service, with a preview of its texts of offers to the waitlist. */
export function WithOfferPreview({ fields, children }: OfferPreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const render = async () => {
    const form = place.current?.querySelector('form');
    const texts = form ? enteredTexts(form, fields) : textsOf({}, fields);
    const textOf = (name: string): string | null => texts[name] || null;
    const labelOf = (name: string) => fields.find((field) => field.name === name)?.label;
    const preview = (subject: string | undefined, body: string, channel: 'EMAIL' | 'SMS') =>
      withLabels({ body: labelOf(body), ...(subject && { subject: labelOf(subject) }) }, () =>
        execute(previewText, {
          input: {
            ...{ kind: 'WAITLIST_OFFER', channel, body: textOf(body) },
            ...(subject && { subject: textOf(subject) }),
          },
        }),
      );
    return [
      { title: 'Email', texts: await preview('mailWaitlistOfferSubject', 'mailWaitlistOffer', 'EMAIL') },
      { title: 'SMS', texts: await preview(undefined, 'smsWaitlistOffer', 'SMS') },
    ];
  };
  return (
    <>
      <div ref={place}>{children}</div>
      <MessagePreview
        title="Preview of an offer to the waitlist"
        hint="For a booking that does not exist. Instead of an empty text, the one that the account sends now. Nothing is sent."
        render={render}
      />
    </>
  );
}
