import { inWords, withinSentence } from '../../format.js';
import type { BookingRefusalFilter } from '../../graphql/schema.types.js';
import { ruleInLanguage } from '../../graphql/server-messages.js';
import { labelledText } from '../../punctuation.js';
import { t } from '../../texts.js';
import { type CommonChoice, commonFilterOf } from './log-filter.rules.js';

/** The choices on the page. An empty text does not restrict. */
export interface RefusalChoice extends CommonChoice {
  attribute: string;
  rule: string;
  operation: string;
  serviceId: string;
  resourceId: string;
  bookingId: string;
  requestId: string;
}

export const everything: RefusalChoice = {
  who: '',
  from: '',
  to: '',
  attribute: '',
  rule: '',
  operation: '',
  serviceId: '',
  resourceId: '',
  bookingId: '',
  requestId: '',
};

export function refusalFilterOf(choice: RefusalChoice): BookingRefusalFilter {
  const { attribute, rule, operation, serviceId, resourceId } = choice;
  const requestId = choice.requestId.trim();
  const bookingId = Number(choice.bookingId);
  return {
    ...commonFilterOf(choice),
    ...(attribute && { attribute }),
    ...(rule && { rule }),
    ...(operation && { operation }),
    ...(serviceId && { serviceId: Number(serviceId) }),
    ...(resourceId && { resourceId: Number(resourceId) }),
    ...(Number.isInteger(bookingId) && bookingId > 0 && bookingId < 2 ** 31 && { bookingId }),
    ...(requestId && { requestId }),
  };
}

/** `Resource` for `resourceId`, `Person: email` for `personAttributes.email`. */
export function attributeTitle(attribute: string): string {
  const [first = '', ...others] = attribute.split('.').map((part) => part.replace(/(Ids?|Attributes)$/, ''));
  return labelledText([inWords(first), ...others.map(withinSentence)]);
}

/** `Resource: is busy` for `resourceId: is busy`, a text of `rules`. The name before the colon has no space. */
export function ruleText(text: string): string {
  const [, attribute, rule] = /^([\w.]+): (.+)$/.exec(text) ?? [];
  if (attribute === undefined || rule === undefined) return text;
  return `${attributeTitle(attribute)} ${ruleInLanguage(rule)}`;
}

const interfaceTexts: Readonly<Record<string, string>> = t.setup.refusals.interfaces;

export function interfaceText(by: string): string {
  return interfaceTexts[by] ?? inWords(by);
}
