import type { FieldDefinition } from '../../records/record.rules.js';
import { restRecords } from '../../rest/client.js';

export const personRecords = restRecords({ path: '/people', wrapper: 'person' });

const address = 'Address';
const more = 'More';

export const personFields: readonly FieldDefinition[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'email', label: 'Email', kind: 'text', type: 'email' },
  { name: 'phone_number', label: 'Phone', kind: 'text', type: 'tel' },
  { name: 'notes', label: 'Notes', kind: 'long-text', hint: 'Only staff see them.' },
  { name: 'street', label: 'Street', kind: 'text', group: address },
  { name: 'postal_code', label: 'Postal code', kind: 'text', group: address },
  { name: 'city', label: 'City', kind: 'text', group: address },
  { name: 'state', label: 'State', kind: 'text', group: address },
  {
    name: 'country_code',
    label: 'Country',
    kind: 'text',
    hint: 'Two letters, such as NO',
    maxLength: 2,
    group: address,
  },
  { name: 'date_of_birth', label: 'Date of birth', kind: 'date', group: more },
  { name: 'locale', label: 'Language', kind: 'text', hint: 'Of messages: en, sv or nb', maxLength: 10, group: more },
  { name: 'national_id_no', label: 'National id number', kind: 'text', group: more },
  { name: 'external_id', label: 'External id', kind: 'text', hint: 'The id in another system', group: more },
];
