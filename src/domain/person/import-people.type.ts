import { ArgsType, Field, ObjectType, registerEnumType } from 'type-graphql';
import { BulkArguments, BulkItems } from '../bulk/bulk.input.js';
import { createBulkAnswerType, createBulkItemType } from '../bulk/bulk.type.js';
import { Person } from './person.entity.js';
import { PersonAttributesInput } from './person.input.js';

export enum ImportEffect {
  CREATED = 'created',
  UPDATED = 'updated',
  UNCHANGED = 'unchanged',
}
registerEnumType(ImportEffect, {
  name: 'ImportEffect',
  description: 'What an import did to a person.',
  valuesConfig: {
    CREATED: { description: 'A person was created.' },
    UPDATED: { description: 'A person was changed.' },
    UNCHANGED: { description: 'The person had all attributes of the item.' },
  },
});

@ArgsType()
export class ImportPeopleArguments extends BulkArguments {
  @BulkItems()
  @Field(() => [PersonAttributesInput], {
    description: 'From 1 to 500 people. An absent attribute of an existing person stays unchanged.',
  })
  items!: PersonAttributesInput[];
}

@ObjectType({ simpleResolvers: true, description: 'What became of one person of an import.' })
export class ImportedPerson extends createBulkItemType(Person, 'person') {
  @Field(() => ImportEffect, { nullable: true, description: 'Null if the item was not written.' })
  effect!: ImportEffect | null;
}

@ObjectType({ simpleResolvers: true, description: 'What became of the people of an import.' })
export class ImportedPeople extends createBulkAnswerType(ImportedPerson) {}
