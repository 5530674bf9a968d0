import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, isInputObjectType, parse } from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';
import { parseCustomFields } from '../../src/http/public-pages/booking-page/booking-form.js';
import { projectRoot } from '../../src/platform/project-root.js';

const forms: Record<string, string> = {
  AccountInput: 'AccountForm',
  ServiceInput: 'ServiceForm',
  ResourceInput: 'ResourceForm',
  ProviderInput: 'ProviderForm',
  CategoryInput: 'CategoryForm',
  CouponInput: 'CouponForm',
  GiftCardInput: 'GiftCardForm',
  MessageTemplateInput: 'TemplateForm',
  UserInput: 'UserForm',
  WebHookInput: 'WebHookForm',
};

/** The attributes that no form of the dashboard has, by the reason. */
const exceptions: Record<string, readonly string[]> = {
  'other front ends store data of their own in it': [
    ...['AccountInput', 'ServiceInput', 'ResourceInput', 'CategoryInput', 'CouponInput', 'GiftCardInput'].map(
      (input) => `${input}.${input === 'AccountInput' ? 'settings' : 'customData'}`,
    ),
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
  ],
  'links and the addresses of the booking page have it': ['AccountInput.subdomain'],
  'the defaults fit, and a change moves all free times': [
    'AccountInput.intervalRounding',
    'AccountInput.slotGeneration',
  ],
  'a check box has no third state for the setting of the account': ['ServiceInput.confirmManually'],
  'the order of services is that of their titles in the dashboard': ['ServiceInput.priorityValue'],
  'the form reads it beside the record': ['CategoryInput.serviceIdList'],
  'the sale of a card sets it': ['GiftCardInput.purchasedByPersonId'],
};

function attributesIn(document: DocumentNode, fragment: string): string[] {
  const names: string[] = [];
  for (const definition of document.definitions) {
    if (definition.kind !== 'FragmentDefinition' || definition.name.value !== fragment) continue;
    for (const field of definition.selectionSet.selections) {
      if (field.kind !== 'Field') continue;
      names.push(field.name.value);
      for (const inner of field.selectionSet?.selections ?? [])
        if (inner.kind === 'Field') names.push(inner.name.value);
    }
  }
  return names;
}

it('every attribute of an input is in a form of the dashboard, or is left out for a reason', () => {
  const text = readFileSync(join(projectRoot, 'src/pages/dashboard/views/setup/setup.graphql'), 'utf8');
  const document = parse(text);
  const missing = Object.entries(forms).flatMap(([input, fragment]) => {
    const type = bookingSchema().getType(input);
    if (!isInputObjectType(type)) throw new Error(`${input} is no input`);
    const shown = attributesIn(document, fragment);
    const current = Object.values(type.getFields()).filter(({ deprecationReason }) => !deprecationReason);
    return current.flatMap(({ name }) => (shown.includes(name) ? [] : [`${input}.${name}`]));
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
