import type { ComponentTexts } from '../design/component-texts.js';
import { ServerError, sentencesOfError } from './graphql/server-error.js';
import { t } from './texts.js';

/** What the components of the dashboard say. */
export const componentTexts: ComponentTexts = {
  ...t.design,
  sentencesOf: sentencesOfError,
  messageOf: (error, field) => (error instanceof ServerError ? error.of(field) : undefined),
};
