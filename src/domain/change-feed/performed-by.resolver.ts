import { Resolver } from 'type-graphql';
import { ApiKey } from '../account/api-key.entity.js';
import { hasPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { PerformedBy } from './change-feed.type.js';

@Resolver(() => PerformedBy)
export class PerformedByResolver {
  @ComputedField(() => String, {
    nullable: true,
    description:
      'The name that the API key has now, also if it was revoked. Null for others, and without the permission `ACCOUNT`.',
  })
  async apiKeyName({ kind, id }: PerformedBy, { db, actor }: RequestContext): Promise<string | null> {
    if (kind !== 'api_key' || id === null || !hasPermission(actor, 'account')) return null;
    return (await db.load(ApiKey, id))?.name ?? null;
  }
}
