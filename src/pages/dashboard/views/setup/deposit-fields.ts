import type { FieldDefinition } from '../../records/record.rules.js';
import { t } from '../../texts.js';
import { textOptions } from './record-kind.js';

const texts = t.setup.fields.deposit;

/** The fields of the fees for cancelling late of a service, or of the account. @param more after the example */
export const feeFields = (more = ''): FieldDefinition[] => [
  {
    ...{ name: 'cancellationFees', label: t.setup.fields.fees.title, kind: 'text' },
    hint: `${t.setup.fields.fees.hint} ${more}`.trim(),
  },
  { name: 'cancellationPolicy', label: t.setup.fields.fees.policy, kind: 'long-text' },
];

/** The fields of the deposit of a service, or of the account. @param hint of the first field */
export const depositFields = (hint?: string): FieldDefinition[] => [
  {
    ...{ name: 'depositType', label: texts.title, kind: 'choice', ...(hint !== undefined && { hint }) },
    options: textOptions(texts.types, 'NONE', 'PERCENTAGE', 'AMOUNT'),
  },
  { name: 'depositValue', label: texts.value, kind: 'decimal' },
  { name: 'depositFrom', label: texts.from, kind: 'money' },
  {
    ...{ name: 'depositFor', label: texts.whom, kind: 'choice' },
    options: textOptions(texts.people, 'ALWAYS', 'NEW_PEOPLE', 'NO_SHOWS'),
  },
];
