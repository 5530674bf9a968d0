import { languages } from '../../../../platform/language.js';
import type { PersonInput } from '../../graphql/schema.types.js';
import type { AttributeOf, FieldDefinition } from '../../records/record.rules.js';
import { recordSource } from '../../records/record-source.js';
import { t } from '../../texts.js';
import { createPerson, type PersonDetailsFragment, readPersonDetails, updatePerson } from './people.operations.js';

export const personRecords = recordSource({
  path: '/people',
  read: readPersonDetails,
  create: createPerson,
  update: updatePerson,
});

const address = t.people.fields.address;
const more = t.people.fields.more;

export const personFields: readonly FieldDefinition<AttributeOf<PersonInput, PersonDetailsFragment>>[] = [
  { name: 'name', label: t.people.name, kind: 'text' },
  { name: 'email', label: t.people.email, kind: 'text', type: 'email' },
  { name: 'phoneNumber', label: t.people.phone, kind: 'text', type: 'tel' },
  { name: 'notes', label: t.people.fields.notes, kind: 'long-text', hint: t.people.fields.notesHint },
  { name: 'street', label: t.people.fields.street, kind: 'text', group: address },
  { name: 'postalCode', label: t.people.fields.postalCode, kind: 'text', group: address },
  { name: 'city', label: t.people.fields.city, kind: 'text', group: address },
  { name: 'state', label: t.people.fields.state, kind: 'text', group: address },
  {
    name: 'countryCode',
    label: t.people.fields.country,
    kind: 'text',
    hint: t.people.fields.countryHint,
    maxLength: 2,
    group: address,
  },
  { name: 'dateOfBirth', label: t.people.fields.dateOfBirth, kind: 'date', group: more },
  {
    name: 'locale',
    label: t.people.fields.language,
    kind: 'text',
    hint: t.people.fields.languageHint({ list: languages.join(', ') }),
    maxLength: 10,
    group: more,
  },
  { name: 'nationalIdNo', label: t.people.fields.nationalId, kind: 'text', group: more },
  {
    name: 'externalId',
    label: t.people.fields.externalId,
    kind: 'text',
    hint: t.people.fields.externalIdHint,
    group: more,
  },
];
