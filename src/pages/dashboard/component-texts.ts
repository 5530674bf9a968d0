import type { ComponentTexts } from '../design/component-texts.js';
import { ServerError, sentencesOfError } from './graphql/server-error.js';
import { t } from './texts.js';

/** The texts of the components in the dashboard. */
export const componentTexts: ComponentTexts = {
  ...t.design,
  labelled: t.punctuation.labelled,
  sentencesOf: sentencesOfError,
  messageOf: (error, field) => (error instanceof ServerError ? error.of(field) : undefined),
};
