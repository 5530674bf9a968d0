import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { execute } from '../../graphql/client.js';
import { type FieldDefinition, textsOf } from '../../records/record.rules.js';
import { enteredTexts } from '../../records/record-fields.js';
import { MessagePreview } from './message-preview.js';
import { previewOffers } from './setup.operations.js';

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
    const { emailEn, emailSv, emailNb, smsEn, smsSv, smsNb } = await execute(previewOffers, {
      email: {
        ...{ kind: 'WAITLIST_OFFER', channel: 'EMAIL' },
        subject: textOf('mail_waitlist_offer_subject'),
        body: textOf('mail_waitlist_offer'),
      },
      sms: { kind: 'WAITLIST_OFFER', channel: 'SMS', body: textOf('sms_waitlist_offer') },
    });
    return [
      { title: 'Email', texts: { en: emailEn, sv: emailSv, nb: emailNb } },
      { title: 'SMS', texts: { en: smsEn, sv: smsSv, nb: smsNb } },
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
