import type { PersonInput } from '../../graphql/schema.types.js';
import type { AttributeOf, FieldDefinition } from '../../records/record.rules.js';
import { recordSource } from '../../records/record-source.js';
import { createPerson, type PersonDetailsFragment, readPersonDetails, updatePerson } from './people.operations.js';

export const personRecords = recordSource({
  path: '/people',
  read: readPersonDetails,
  create: createPerson,
  update: updatePerson,
});

const address = 'Address';
const more = 'More';

export const personFields: readonly FieldDefinition<AttributeOf<PersonInput, PersonDetailsFragment>>[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'email', label: 'Email', kind: 'text', type: 'email' },
  { name: 'phoneNumber', label: 'Phone', kind: 'text', type: 'tel' },
  { name: 'notes', label: 'Notes', kind: 'long-text', hint: 'Only staff see them.' },
  { name: 'street', label: 'Street', kind: 'text', group: address },
  { name: 'postalCode', label: 'Postal code', kind: 'text', group: address },
  { name: 'city', label: 'City', kind: 'text', group: address },
  { name: 'state', label: 'State', kind: 'text', group: address },
  {
    name: 'countryCode',
    label: 'Country',
    kind: 'text',
    hint: 'Two letters, such as NO',
    maxLength: 2,
    group: address,
  },
  { name: 'dateOfBirth', label: 'Date of birth', kind: 'date', group: more },
  { name: 'locale', label: 'Language', kind: 'text', hint: 'Of messages: en, sv or nb', maxLength: 10, group: more },
  { name: 'nationalIdNo', label: 'National id number', kind: 'text', group: more },
  { name: 'externalId', label: 'External id', kind: 'text', hint: 'The id in another system', group: more },
];
