import { execute } from '../../../graphql/client.js';
import type { Attributes, RecordSource, StoredRecord } from '../../../records/record-source.js';
import { account, services } from '../records.js';
import { type ReadMessageSourceQuery, readMessageSource } from '../setup.operations.js';
import { type AutomaticMessage, automaticMessages, serviceMessages } from './automatic-messages.js';

/** The kinds of records that have texts of messages of their own. */
export interface TextOwner {
  records: RecordSource;
  id: number | 'only';
  /** The address of the list of its texts. Below it are those of the messages. */
  path: string;
  messages: readonly AutomaticMessage[];
  /** The texts that its own texts replace: the built-in ones, or those that the account sends. */
  replaced: 'built-in' | 'account';
}

export const accountTexts: TextOwner = {
  records: account.source,
  id: 'only',
  path: 'setup/texts',
  messages: automaticMessages,
  replaced: 'built-in',
};

export const serviceTexts = (id: number): TextOwner => ({
  records: services.source,
  id,
  path: `setup/services/${id}`,
  messages: serviceMessages,
  replaced: 'account',
});

type MessageSource = NonNullable<ReadMessageSourceQuery['messageSource']>;

/** Returns the texts that are sent without one of the owner, by its attributes that replace them. */
async function replacedTexts(
  { replaced }: TextOwner,
  { kind, channel, subject, body }: AutomaticMessage,
): Promise<Record<string, string>> {
  const { messageSource: source } = await execute(readMessageSource, { input: { kind, channel } });
  if (source === null) return {};
  const texts = replaced === 'built-in' ? builtInTexts(source) : source;
  return { [body]: texts.body, ...(subject && { [subject]: texts.subject }) };
}

function builtInTexts({ builtInSubject: subject, builtInBody: body }: MessageSource) {
  return { subject, body };
}

/** The texts of a message, to be edited. */
interface MessageTexts {
  records: RecordSource;
  /** Returns what is stored of the texts that were entered: null for a text that is the one that is sent without it. */
  storedOf: (entered: Attributes) => Promise<Attributes>;
}

/**
 * The texts of a message as a record: where the owner has none of its own, it has the text that is sent instead, to start
 * from. A text that is that one again is stored as none, so that people get it in their own language.
 */
export function textsOfMessage(owner: TextOwner, message: AutomaticMessage): MessageTexts {
  const { records } = owner;
  const names = [message.body, ...(message.subject ? [message.subject] : [])];
  let known: ReturnType<typeof replacedTexts> | undefined;
  const replaced = () => {
    known ??= replacedTexts(owner, message).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  const filled = ({ attributes, version }: StoredRecord, texts: Record<string, string>): StoredRecord => ({
    version,
    attributes: Object.fromEntries(names.map((name) => [name, attributes[name] ?? texts[name] ?? null])),
  });
  const storedOf = async (entered: Attributes) => withoutReplaced(entered, await replaced());
  return {
    storedOf,
    records: {
      ...records,
      path: `${records.path}/messages/${message.slug}`,
      read: async (id) => {
        const [stored, texts] = await Promise.all([records.read(id), replaced()]);
        return filled(stored, texts);
      },
      update: async (id, changes, version, key) =>
        filled(await records.update(id, await storedOf(changes), version, key), await replaced()),
    },
  };
}

function withoutReplaced(changes: Attributes, texts: Record<string, string>): Attributes {
  const plain = (text: unknown): string => String(text).replaceAll('\r\n', '\n').trim();
  return Object.fromEntries(
    Object.entries(changes).map(([name, text]) => [name, plain(text) === plain(texts[name] ?? '') ? null : text]),
  );
}
