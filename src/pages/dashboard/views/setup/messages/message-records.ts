import { execute } from '../../../graphql/client.js';
import type { Attributes, RecordSource, StoredRecord } from '../../../records/record-source.js';
import { accountRecords } from '../record-sources.js';
import type { AutomaticMessage } from './automatic-messages.js';
import { readMessageSource } from './messages.operations.js';

/** Returns the built-in texts of a message by the attributes of the account that replace them. */
async function builtInTexts({ kind, channel, subject, body }: AutomaticMessage): Promise<Record<string, string>> {
  const { messageSource: source } = await execute(readMessageSource, { input: { kind, channel } });
  if (source === null) return {};
  return { [body]: source.builtInBody, ...(subject && { [subject]: source.builtInSubject }) };
}

/**
 * The texts of a message as a record: where the account has none of its own, it has the built-in one, to start from. A text
 * that is the built-in one again is stored as none, so that people get it in their own language.
 */
export function messageRecords(message: AutomaticMessage): RecordSource {
  const names = [message.body, ...(message.subject ? [message.subject] : [])];
  const filled = ({ attributes, version }: StoredRecord, texts: Record<string, string>): StoredRecord => ({
    version,
    attributes: Object.fromEntries(names.map((name) => [name, attributes[name] ?? texts[name] ?? null])),
  });
  return {
    ...accountRecords,
    path: `/account/messages/${message.slug}`,
    read: async () => {
      const [stored, texts] = await Promise.all([accountRecords.read(undefined), builtInTexts(message)]);
      return filled(stored, texts);
    },
    update: async (_id, changes, version, key) => {
      const texts = await builtInTexts(message);
      return filled(await accountRecords.update(undefined, withoutBuiltIn(changes, texts), version, key), texts);
    },
  };
}

function withoutBuiltIn(changes: Attributes, texts: Record<string, string>): Attributes {
  const plain = (text: unknown): string => String(text).replaceAll('\r\n', '\n').trim();
  return Object.fromEntries(
    Object.entries(changes).map(([name, text]) => [name, plain(text) === plain(texts[name] ?? '') ? null : text]),
  );
}
