import { Entity } from '@mikro-orm/decorators/legacy';
import { InputType, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import { flag, requiredInteger } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

/** The most guardians of a person. The database has the same limit. */
export const maxGuardians = 4;

/** A person who acts for another one, such as a mother for her child. The database makes `parentId` of a person the first. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: `Somebody who acts for another person, such as a mother for her child. A person has at most ${maxGuardians}. The parent of a person is the first one. If the dependant has no email address and no phone number, the first one may book and gets messages whatever its rights say.`,
})
export class Guardian extends RevisedRecord {
  static readonly lockKind = 'guardian';
  static readonly constraintMessages: ConstraintMessagesOf<Guardian> = {
    guardian_position_unique: { position: ['has already been taken'] },
    guardian_person_unique: { personId: ['has already been taken'] },
  };

  @requiredInteger({ description: 'The id of the person for whom the guardian acts.' })
  @reference('dependant', 'Person', { nullable: false, description: 'The person for whom the guardian acts.' })
  dependantId!: number;
  @requiredInteger({ description: 'The id of the person who is the guardian.' })
  @reference('person', 'Person', { nullable: false, description: 'The person who is the guardian.' })
  personId!: number;
  @requiredInteger({
    from: 1,
    upTo: maxGuardians,
    description: `The place among the guardians of the dependant, from 1 to ${maxGuardians}. The first one is the parent of the dependant (\`parentId\`). By default the first place that is free.`,
  })
  position!: number;
  @flag({
    description:
      'Whether the guardian may book for the dependant on the public site, and see and change its bookings. True by default.',
  })
  mayBook = true;
  @flag({
    description:
      'Whether orders of bookings of the dependant are those of the guardian. The first one who pays counts. True by default.',
  })
  pays = true;
  @flag({ description: 'Whether the guardian gets the messages about bookings of the dependant. True by default.' })
  getsMessages = true;
}

@ObjectType()
export class GuardianConnection extends createConnectionType(Guardian, 'Guardian') {}

/** Attributes of a guardian. An absent field keeps its value; null restores its default. */
@InputType({ description: 'Attributes of a guardian. An absent one stays unchanged. Null restores its default.' })
export class GuardianInput extends inputOf(Guardian, 'dependantId') {}
