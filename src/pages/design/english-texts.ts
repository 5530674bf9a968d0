import type { ComponentTexts } from './component-texts.js';

/** For pages of developers, which have one language. */
export const englishTexts: ComponentTexts = {
  close: 'Close',
  closeMessage: 'Close the message',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  labelled: ({ label, value }) => `${label}: ${value}`,
  nothing: 'Nothing here.',
  progress: ({ label, done, total }) => `${label}: ${done} of ${total}`,
  sentencesOf: (error: unknown) => [error instanceof Error ? error.message : String(error)],
  messageOf: () => undefined,
};
