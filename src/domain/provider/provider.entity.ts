import { Entity } from '@mikro-orm/decorators/legacy';
import { InputType, ObjectType } from 'type-graphql';
import { decimal, flag, integer, requiredInteger } from '../../platform/database/columns.js';
import type { ConstraintMessagesOf } from '../../platform/database/constraints.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { RecordWithHours } from '../resource/resource.entity.js';
import { bufferRange, lengthRange } from '../service/service.entity.js';

/**
 * A resource that offers a service, optionally with opening hours, a length, a price and buffers of its own (spec,
 * Provider).
 */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description:
    'A resource that offers a service, with opening hours, a length, a price and buffers of its own if it has any.',
})
export class Provider extends RecordWithHours {
  static readonly lockKind = 'provider';
  static readonly constraintMessages: ConstraintMessagesOf<Provider> = {
    provider_service_resource_unique: { resourceId: ['has already been taken'] },
  };

  @flag() active = true;
  @requiredInteger()
  @reference('resource', 'Resource', { nullable: false, description: 'The resource that offers the service.' })
  resourceId!: number;
  @requiredInteger()
  @reference('service', 'Service', { nullable: false, description: 'The service that is offered.' })
  serviceId!: number;
  @integer() priorityValue: number | null = null;
  @integer({
    ...lengthRange,
    description:
      'The length of a slot with this resource in minutes, from 1 to 527,040. Null, the default, means that of the service. It has no effect on events and day bookings.',
  })
  interval: number | null = null;
  @decimal({
    from: 0,
    description:
      'The price of one person with this resource, in the currency of the account. Null, the default, means that of the service. It has no effect on events. A booking keeps the price at which it was made.',
  })
  price: string | null = null;
  @integer({
    ...bufferRange,
    description:
      'The minutes before a booking for which the resource is kept free, to 1,440. Null, the default, means the `bufferBefore` of the service. It has no effect on events.',
  })
  bufferBefore: number | null = null;
  @integer({
    ...bufferRange,
    description: 'The minutes after a booking for which the resource is kept free, like `bufferBefore`.',
  })
  bufferAfter: number | null = null;

  @integer({
    description:
      'The id of the need of the service whose pool the resource is in. Null, the default, means the service itself. A provider without a need serves none of them: it has no effect as long as the service has needs.',
  })
  @reference('need', 'ServiceNeed', { description: 'The need of the service whose pool the resource is in.' })
  needId: number | null = null;
}

@ObjectType()
export class ProviderConnection extends createConnectionType(Provider, 'Provider') {}

/** Attributes of a provider. An absent field keeps its value; null clears it or restores the default. */
@InputType({ description: 'Attributes of a provider. An absent one stays unchanged. Null clears it.' })
export class ProviderInput extends inputOf(Provider, 'active') {}
