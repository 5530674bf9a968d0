import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  parse,
  validate,
} from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';
import { parseCustomFields } from '../../src/http/public-pages/booking-page/booking-form.js';
import type { FieldDefinition, FieldKind } from '../../src/pages/dashboard/records/record.rules.js';
import type { RecordKind } from '../../src/pages/dashboard/views/setup/record-kind.js';
import { recordKinds } from '../../src/pages/dashboard/views/setup/records.js';
import { projectRoot } from '../../src/platform/project-root.js';

/** The kinds of fields that enter values of a type. */
const kindsOf: Readonly<Record<string, readonly FieldKind[]>> = {
  Boolean: ['flag'],
  Date: ['date'],
  DateTime: ['date-time'],
  Decimal: ['money', 'decimal'],
  Int: ['integer', 'minutes', 'record', 'person'],
  '[Int!]': ['records'],
  String: ['text', 'long-text', 'period', 'currency', 'country', 'zone', 'colour', 'choice'],
  '[String!]': ['list'],
  '[Time!]': ['hours'],
};

/** Fields and attributes that differ on purpose: only users have a sign-in of their own, keys have none. */
const deliberate: readonly string[] = ['ApiKeyInput.permissions: SIGN_IN'];

/** The attributes that no form of the dashboard has, by the reason. */
const exceptions: Record<string, readonly string[]> = {
  'other front ends store data of their own in it': [
    ...[
      'AccountInput',
      'ServiceInput',
      'ResourceInput',
      'CategoryInput',
      'CouponInput',
      'GiftCardInput',
      'PackageInput',
    ].map((input) => `${input}.${input === 'AccountInput' ? 'settings' : 'customData'}`),
    'MessageTemplateInput.customData',
  ],
  'only other front ends read it': [
    ...['categoryForm', 'cssUrl', 'googleAnalytics', 'googleMerchantId', 'googleMerchantKey', 'paymentProvider'].map(
      (name) => `AccountInput.${name}`,
    ),
    ...['personForm', 'resourceForm', 'serviceForm', 'serviceTemplate', 'template'].map(
      (name) => `AccountInput.${name}`,
    ),
    'ServiceInput.template',
  ],
  'it is the older form of another attribute': [
    ...['slotGenerationType', 'verificationMethod', 'verificationMethods'].map((name) => `AccountInput.${name}`),
  ],
  'the questions of the account and of services do it': ['AccountInput.appointmentForm', 'AccountInput.eventForm'],
  'it is part of another request: removing a logo, or confirming networks': [
    'AccountInput.force',
    'AccountInput.removeLogo',
    'CalendarSourceInput.active',
    'CalendarSourceInput.resourceId',
    'ResourceExceptionDateEntry._destroy',
  ],
  'CalDAV servers have forms of their own': [
    ...['calendars', 'kind', 'password', 'target', 'username'].map((name) => `CalendarSourceInput.${name}`),
  ],
  'the dashboard saves the dates of all services': ['ResourceExceptionDateEntry.serviceId'],
  'the table of providers has a row for each need': ['ProviderInput.needId'],
  'links and the addresses of the booking page have it': ['AccountInput.subdomain'],
  'the defaults fit, and a change moves all free times': [
    'AccountInput.intervalRounding',
    'AccountInput.slotGeneration',
  ],
  'a check box has no third state for the setting of the account': ['ServiceInput.confirmManually'],
  'the order of services is that of their titles in the dashboard': ['ServiceInput.priorityValue'],
  'the sale of a card sets it': ['GiftCardInput.purchasedByPersonId', 'PackageInput.purchasedByPersonId'],
};

function inputOf({ type, input = `${type}Input` }: RecordKind): GraphQLInputObjectType {
  const found = bookingSchema().getType(input);
  if (!isInputObjectType(found)) throw new Error(`${input} is no input`);
  return found;
}

/** Returns the type of an input by the path of an attribute, such as `appliesTo.services`. */
function typeAt(input: GraphQLInputObjectType, path: string): GraphQLInputType | undefined {
  const [name = '', ...rest] = path.split('.');
  const type = input.getFields()[name]?.type;
  const named = type && getNamedType(type);
  return rest.length > 0 && isInputObjectType(named) ? typeAt(named, rest.join('.')) : type && getNullableType(type);
}

/** Returns what does not fit between a field and the type of its attribute. */
function misfitsOf({ name, kind, options = [] }: FieldDefinition, input: GraphQLInputObjectType): string[] {
  const type = typeAt(input, name);
  if (!type) return [`${input.name}.${name}: there is no such attribute`];
  const values = getNamedType(type);
  if (!isEnumType(values)) {
    return kindsOf[String(type)]?.includes(kind) ? [] : [`${input.name}.${name}: ${kind} for ${type}`];
  }
  const offered = options.map(({ value }) => value).toSorted();
  const current = values.getValues().filter(({ deprecationReason }) => !deprecationReason);
  const missing = current.map(({ name: value }) => value).filter((value) => !offered.includes(value));
  const unknown = offered.filter((value) => !values.getValue(value));
  const isChoice = kind === (isListType(type) ? 'choices' : 'choice');
  return [...missing, ...unknown, ...(isChoice ? [] : [kind])].map((what) => `${input.name}.${name}: ${what}`);
}

describe.each(recordKinds.map((kind) => [kind.path, kind] as const))('the set-up of %s', (_path, kind) => {
  it('has operations that the schema has', () => {
    const errors = Object.values(kind.operations).flatMap(({ text }) => validate(bookingSchema(), parse(text)));
    expect(errors).toEqual([]);
  });

  it('has fields that fit the types of their attributes', () => {
    const misfits = kind.fields.flatMap((field) => misfitsOf(field, inputOf(kind)));
    expect(misfits).toEqual(deliberate.filter((misfit) => misfit.startsWith(`${inputOf(kind).name}.`)));
  });

  it('requires what the input requires', () => {
    const needed = Object.values(inputOf(kind).getFields()).filter(isRequiredInputField);
    const required = kind.fields.filter((field) => field.required).map(({ name }) => name);
    expect(needed.map(({ name }) => name).filter((name) => !required.includes(name))).toEqual([]);
  });
});

it('every attribute of an input is in a form of the dashboard, or is left out for a reason', () => {
  const missing = recordKinds.flatMap((kind) => {
    const shown = [...kind.fields.map(({ name }) => name), ...(kind.reads ?? [])].map((path) => path.split('.', 1)[0]);
    const current = Object.values(inputOf(kind).getFields()).filter(({ deprecationReason }) => !deprecationReason);
    return current.flatMap(({ name }) => (shown.includes(name) ? [] : [`${inputOf(kind).name}.${name}`]));
  });
  expect(missing.toSorted()).toEqual(Object.values(exceptions).flat().toSorted());
});

it('every attribute of a question to customers that the booking page reads is a field of its form in the dashboard', () => {
  const path = 'src/pages/dashboard/views/setup/questions/question-fields.tsx';
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const fields = [...text.matchAll(/name=\{`question-\$\{index\}-(\w+)`\}/g)].map(([, name]) => name);
  const [read] = parseCustomFields('[{"name": "size"}]');
  expect(fields.toSorted()).toEqual(Object.keys(read ?? {}).toSorted());
});
