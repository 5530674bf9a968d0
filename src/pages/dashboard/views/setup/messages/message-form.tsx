import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { languageNames } from '../../../../../platform/language.js';
import { Button } from '../../../../design/button.js';
import { Select } from '../../../../design/field.js';
import { Tabs } from '../../../../design/tabs.js';
import { showDone } from '../../../../design/toast.js';
import { execute } from '../../../graphql/client.js';
import { useRequestKey } from '../../../graphql/request-key.js';
import { sentencesOfError, withLabels } from '../../../graphql/server-error.js';
import { inLanguage } from '../../../graphql/server-messages.js';
import type { FieldDefinition, Texts } from '../../../records/record.rules.js';
import { enteredTexts } from '../../../records/record-fields.js';
import { currentSession } from '../../../session.js';
import { t } from '../../../texts.js';
import { useData } from '../../../use-data.js';
import { type ReadMessageSourceQuery, readMessageSource, type SendTestMessageMutation } from '../setup.operations.js';
import type { AutomaticMessage } from './automatic-messages.js';
import { MailFrame } from './mail-frame.js';

interface Preview {
  subject: string | null;
  body: string | null;
  html: string | null;
  failure: string | null;
}

type Channel = AutomaticMessage['channel'];

/** A preview as the channel shows it. */
interface ShownPreview extends Preview {
  channel: Channel;
}

interface MessageFormProps {
  fields: readonly FieldDefinition[];
  /** The name of the field into which variables are inserted if none had the focus. */
  body: string;
  /** The labels by which errors of a preview name the attributes of its input. */
  labels: Readonly<Record<string, string>>;
  channelOf: (entered: Texts) => Channel;
  /** Renders the texts that are in the form now, saved or not. Null if there is nothing to render. */
  preview: (entered: Texts, locale: string) => Promise<Preview | null>;
  send: (entered: Texts, locale: string, key: string) => Promise<SendTestMessageMutation>;
  /** The form. */
  children: ComponentChildren;
}

/** After so long without a key, the text is rendered. In milliseconds. */
const pause = 500;

/** The form of a message with what helps to write it: variables, how it looks in each language, and a test to the user. */
export function MessageForm({ fields, body, labels, channelOf, preview, send, children }: MessageFormProps) {
  const texts = t.business.messages;
  const place = useRef<HTMLDivElement>(null);
  const [locale, setLocale] = useState<string>(currentSession().account.locale);
  const once = useRequestKey();
  const entered = (): Texts | undefined => {
    const form = place.current?.querySelector('form');
    return form ? enteredTexts(form, fields) : undefined;
  };
  const shown = useLivePreview(place, locale, async () => {
    const current = entered();
    const rendered = current && (await withLabels(labels, () => preview(current, locale)));
    return rendered && { ...rendered, channel: channelOf(current) };
  });
  const test = async () => {
    const current = entered();
    if (!current) return;
    const { sendTestMessage: sent } = await once((key) => withLabels(labels, () => send(current, locale, key)));
    if (sent) showDone(texts.testSent({ recipient: sent.recipient }));
  };
  return (
    <div class="message-editor">
      <div ref={place}>{children}</div>
      <div>
        <Variables place={place} body={body} />
        <section class="panel" aria-label={texts.preview}>
          <h3>{texts.preview}</h3>
          <Select
            label={texts.language}
            name="language"
            value={locale}
            options={Object.entries(languageNames).map(([value, text]) => ({ value, text }))}
            onChange={setLocale}
          />
          <ShownMessage shown={shown} locale={locale} />
          <p class="hint">{texts.sample}</p>
          <div class="actions">
            <Button onClick={test}>{texts.sendTest}</Button>
          </div>
        </section>
      </div>
    </div>
  );
}

const forms = ['mail', 'text'] as const;

/** A message as its channel shows it: an email with HTML also as programs show it that only show text. */
function ShownMessage({ shown, locale }: { shown: ShownPreview | undefined; locale: string }) {
  const { preview, previewFrame, asMail, asText } = t.business.messages;
  const [form, setForm] = useState<(typeof forms)[number]>('mail');
  const html = shown?.html;
  const message = (
    <div class={shown?.channel === 'SMS' ? 'preview sms' : 'preview'} lang={locale} aria-live="polite">
      {shown?.failure && <p class="problem">{inLanguage(shown.failure)}</p>}
      {shown?.subject && <p class="subject">{shown.subject}</p>}
      {html && form === 'mail' ? (
        <MailFrame html={html} lang={locale} title={previewFrame} />
      ) : (
        shown?.body && <p class="message-text">{shown.body}</p>
      )}
    </div>
  );
  if (!html) return message;
  const titles = { mail: asMail, text: asText };
  return (
    <Tabs
      label={preview}
      tabs={forms.map((name) => ({ name, title: titles[name] }))}
      current={form}
      onSelect={(name) => setForm(name === 'text' ? 'text' : 'mail')}
    >
      {message}
    </Tabs>
  );
}

/** Renders the text whenever the user pauses, when the form appears, and in another language. Overtaken answers are dropped. */
function useLivePreview(
  place: RefObject<HTMLDivElement | null>,
  locale: string,
  render: () => Promise<ShownPreview | null | undefined>,
): ShownPreview | undefined {
  const [shown, setShown] = useState<ShownPreview>();
  const current = useRef(render);
  current.current = render;
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let latest = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = async () => {
      latest += 1;
      const own = latest;
      const answer = await current.current().catch((error: unknown) => ({
        ...{
          channel: 'EMAIL' as const,
          subject: null,
          body: null,
          html: null,
          failure: sentencesOfError(error).join(' '),
        },
      }));
      if (own === latest) setShown(answer ?? undefined);
    };
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(show, pause);
    };
    const observer = new MutationObserver(schedule);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('input', schedule);
    void show();
    return () => {
      latest += 1;
      clearTimeout(timer);
      observer.disconnect();
      element.removeEventListener('input', schedule);
    };
  }, [place, locale]);
  return shown;
}

interface VariablesProps {
  place: RefObject<HTMLDivElement | null>;
  body: string;
}

type Variable = NonNullable<ReadMessageSourceQuery['messageSource']>['variables'][number];

/** Buttons that insert variables where the cursor is. */
function Variables({ place, body }: VariablesProps) {
  const texts = t.business.messages;
  const focused = useRef<HTMLTextAreaElement | HTMLInputElement>(undefined);
  const { data } = useData('variables', async () => {
    // All messages have the same ones.
    return (await execute(readMessageSource, { input: { kind: 'CONFIRMATION' } })).messageSource;
  });
  useEffect(() => {
    const element = place.current;
    const note = ({ target }: Event) => {
      if (isTextField(target)) focused.current = target;
    };
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [place]);
  const insert = ({ liquid }: Variable) => {
    const named = place.current?.querySelector(`[name="${body}"]`);
    const field = focused.current?.isConnected ? focused.current : named;
    if (!isTextField(field)) return;
    field.setRangeText(liquid, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  };
  return (
    <details class="panel">
      <summary>{texts.variables}</summary>
      <p class="hint">{texts.variablesHint}</p>
      <ul class="variables">
        {data?.variables.map((variable) => (
          <li key={variable.name}>
            <Button kind="plain" label={texts.insert({ name: variable.name })} onClick={() => insert(variable)}>
              <code>{variable.name}</code>
            </Button>
            {variable.example && <span class="hint">{variable.example}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function isTextField(target: unknown): target is HTMLTextAreaElement | HTMLInputElement {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');
}
