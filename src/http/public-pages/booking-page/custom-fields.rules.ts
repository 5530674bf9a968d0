import type { CustomField } from './booking-form.js';

const types: readonly CustomField['type'][] = ['text', 'textarea', 'number', 'date', 'checkbox', 'select'];
const maxFields = 30;
const namePattern = /^\w{1,50}$/;

/**
 * Reads the fields of a booking form: a JSON array of objects with `name`, `label`, and optionally `type`, `required` and
 * `options`. Returns none for any other text, which other front ends may understand.
 */
export function parseCustomFields(form: string | null): CustomField[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(form ?? 'null');
  } catch {
    return [];
  }
  if (!Array.isArray(parsed)) return [];
  const fields = parsed.slice(0, maxFields).flatMap((item) => toField(item) ?? []);
  return fields.filter(({ name }, index) => fields.findIndex((field) => field.name === name) === index);
}

function toField(item: unknown): CustomField | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { name, label, type, required, options }: Record<string, unknown> = { ...item };
  if (typeof name !== 'string' || !namePattern.test(name)) return undefined;
  return {
    name,
    label: typeof label === 'string' && label !== '' ? label : name,
    type: types.find((known) => known === type) ?? 'text',
    required: required === true,
    options: Array.isArray(options) ? options.filter((option) => typeof option === 'string').slice(0, 100) : [],
  };
}
