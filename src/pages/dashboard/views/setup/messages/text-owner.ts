import type { RecordSource } from '../../../records/record-source.js';
import { accountRecords, serviceRecords } from '../record-sources.js';
import { type AutomaticMessage, automaticMessages, serviceMessages } from './automatic-messages.js';

/** What has texts of messages of its own. */
export interface TextOwner {
  records: RecordSource;
  id: number | 'only';
  /** The address of the list of its texts. Below it are those of the messages. */
  path: string;
  messages: readonly AutomaticMessage[];
  /** Which texts its own replace: the built-in ones, or those that the account sends. */
  replaced: 'built-in' | 'account';
}

export const accountTexts: TextOwner = {
  records: accountRecords,
  id: 'only',
  path: 'setup/texts',
  messages: automaticMessages,
  replaced: 'built-in',
};

export const serviceTexts = (id: number): TextOwner => ({
  records: serviceRecords,
  id,
  path: `setup/services/${id}`,
  messages: serviceMessages,
  replaced: 'account',
});
