import type { ComponentTexts } from '../design/component-texts.js';
import { ServerError, sentencesOfError } from './graphql/server-error.js';

/** What the components of the dashboard say. */
export const componentTexts: ComponentTexts = {
  close: 'Close',
  closeMessage: 'Close the message',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  nothing: 'Nothing here.',
  progress: (label, done, total) => `${label}: ${done} of ${total}`,
  sentencesOf: sentencesOfError,
  messageOf: (error, field) => (error instanceof ServerError ? error.of(field) : undefined),
};
