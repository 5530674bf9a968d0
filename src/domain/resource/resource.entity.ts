import { Entity } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { customData, flag, requiredInteger, requiredText } from '../../platform/database/columns.js';
import type { CustomData } from '../../platform/scalars.js';
import { createConnectionType } from '../records/connection.type.js';
import { RecordWithHours } from './opening-hours.columns.js';

/** A bookable person, room or thing (spec, Resource). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A person, room or thing that can be booked.' })
export class Resource extends RecordWithHours {
  static readonly lockKind = 'resource';

  @flag() active = true;
  @requiredText() title!: string;
  @requiredInteger({
    from: 0,
    upTo: 100_000,
    description: 'The maximum number of people at any instant, from 0 to 100,000. 1 by default.',
  })
  capacity = 1;
  @customData() customData: CustomData | null = null;
}

@ObjectType()
export class ResourceConnection extends createConnectionType(Resource, 'Resource') {}
