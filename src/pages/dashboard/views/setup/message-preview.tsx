import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Language, languageNames, languages } from '../../../../platform/language.js';
import { Button } from '../../../design/button.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { withLabels } from '../../graphql/server-error.js';
import { type FieldDefinition, textsOf } from '../../records/record.rules.js';
import { enteredTexts } from '../../records/record-fields.js';
import { t } from '../../texts.js';
import { type PreviewFragment, previewText } from './setup.operations.js';

/** A message in each language. Null if the server did not render it. */
type MessageInLanguages = Record<Language, PreviewFragment | null>;

/** A message to preview. Its title, such as `Email`, distinguishes it from others of the same preview. */
interface PreviewedMessage {
  title?: string;
  texts: MessageInLanguages;
}

interface MessagePreviewProps {
  title: string;
  hint: string;
  /** Renders the texts that are in the form now, saved or not. */
  render(): Promise<readonly PreviewedMessage[]>;
}

/** Shows what the server would send for the texts of a form, in each language. */
export function MessagePreview({ title, hint, render }: MessagePreviewProps) {
  const [shown, setShown] = useState<readonly PreviewedMessage[]>([]);
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      <p class="hint">{hint}</p>
      <div class="actions">
        <Button onClick={async () => setShown(await render())}>{t.setup.messages.showPreview}</Button>
      </div>
      {shown.map((message) => (
        <div key={message.title} class="panels">
          {languages.map((language) => (
            <PreviewText
              key={language}
              title={[message.title, languageNames[language]].filter(Boolean).join(', ')}
              preview={message.texts[language]}
              language={language}
            />
          ))}
        </div>
      ))}
    </section>
  );
}

/** Renders a message in each language by a request of its own, because one for all would cost more than the server allows. */
export async function inLanguages(
  render: (locale: Language) => Promise<PreviewFragment | null>,
): Promise<MessageInLanguages> {
  const [en, nb, sv, da, de] = await Promise.all([
    render('en'),
    render('nb'),
    render('sv'),
    render('da'),
    render('de'),
  ]);
  return { en, nb, sv, da, de };
}

interface PreviewTextProps {
  title: string;
  language: string;
  preview: PreviewFragment | null;
}

function PreviewText({ title, language, preview }: PreviewTextProps) {
  return (
    <article class="panel" lang={language}>
      <h3 lang={formats().language}>{title}</h3>
      {preview?.failure && <p class="problem">{preview.failure}</p>}
      {preview?.subject && <p class="subject">{preview.subject}</p>}
      <p class="message-text">{preview?.body}</p>
    </article>
  );
}

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
        inLanguages(async (locale) => {
          const input = {
            ...{ kind: 'WAITLIST_OFFER' as const, channel, body: textOf(body) },
            ...(subject && { subject: textOf(subject) }),
          };
          return (await execute(previewText, { input, locale })).preview;
        }),
      );
    return [
      { title: t.setup.common.email, texts: await preview('mailWaitlistOfferSubject', 'mailWaitlistOffer', 'EMAIL') },
      { title: 'SMS', texts: await preview(undefined, 'smsWaitlistOffer', 'SMS') },
    ];
  };
  return (
    <>
      <div ref={place}>{children}</div>
      <MessagePreview title={t.setup.messages.offerPreview} hint={t.setup.messages.offerPreviewHint} render={render} />
    </>
  );
}
