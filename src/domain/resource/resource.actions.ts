import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import type { NewImage } from '../image/image.argument.js';
import { changeImage } from '../image/record-image.actions.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { deactivate } from '../records/record.rules.js';
import { recordWrites } from '../records/record-writes.js';
import { toStoredHours } from './opening-hours.rules.js';
import { Resource, type ResourceInput } from './resource.entity.js';

/** A resource that is deleted becomes inactive. */
export const resourceWrites = recordWrites({
  type: 'resource',
  entity: Resource,
  title: 'resource',
  assign: ({ tx }, resource, input: ResourceInput) => ({ errors: changeResource(tx, resource, input) }),
  retire: (_, resource) => deactivate(resource),
});

/**
 * Replaces the image of a resource, or removes it.
 *
 * @throws DomainError INVALID on `image`, NOT_FOUND, PRECONDITION_FAILED
 */
export function setResourceImage(
  context: RequestContext,
  id: number,
  image: NewImage,
  ifRevision?: number | null,
): Promise<Resource> {
  return resourceWrites.change(context, id, ifRevision, ({ tx }, resource) =>
    changeImage(context, tx, 'resource', resource, image),
  );
}

/** Assigns the input to the resource and returns the errors of the result. */
function changeResource(tx: AccountTransaction, resource: Resource, input: ResourceInput): FieldErrors {
  const { hours, errors } = toStoredHours(input, resource, input);
  const attributeErrors = assignAttributes(tx, resource, { ...input, ...hours });
  return { ...validateAttributes(Resource, resource), ...attributeErrors, ...errors };
}
