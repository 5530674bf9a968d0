import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { requiredInteger, requiredText, text } from '../../platform/database/columns.js';
import { listCost } from '../../platform/list-cost.js';
import type { AccessInterface } from '../context.js';
import { createConnectionType } from '../records/connection.type.js';

/** A request with an API key. It has neither a body nor an address, and ids of a path only if they are numbers. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'A request with an API key: how it was answered, without its body and its parameters.',
})
export class ApiRequest extends AccountRecord {
  @requiredText({ length: 100, description: 'The id of the request, which its response had as `X-Request-Id`.' })
  requestId!: string;
  @requiredInteger({ description: 'The id of the API key that sent it.' }) apiKeyId!: number;
  @requiredText({ length: 15, description: 'The interface by which it came in: `rest`, `graphql` or `mcp`.' })
  interface!: AccessInterface;
  @requiredText({ length: 15, description: 'The method, such as `POST`.' }) method!: string;
  @requiredText({
    length: 255,
    description:
      'The path, without parameters of the URL, such as `/api/v1/bookings/7`. Parts other than ids have the name of their parameter, such as `:token`.',
  })
  path!: string;
  @text({
    length: 100,
    description:
      'The GraphQL operation that was executed, such as `GetBooking`, or the tool of an agent, such as `create_booking`. Null if none was.',
  })
  operation: string | null = null;
  @requiredInteger({ description: 'The status of the response, or 499 if the client closed the connection before it.' })
  status!: number;

  @Property({ type: 'json' })
  @Field(() => [String], {
    complexity: listCost(5),
    description:
      'The refused attributes, for GraphQL and tools of agents also the codes of errors. Empty if there are none.',
  })
  errors: string[] = [];

  @requiredInteger({ description: 'The time until the response was sent, in milliseconds.' }) duration!: number;
  @requiredInteger({
    description: 'Further requests of the same second that were not stored, because they were too many.',
  })
  leftOut = 0;
}

@ObjectType()
export class ApiRequestConnection extends createConnectionType(ApiRequest, 'ApiRequest') {}
