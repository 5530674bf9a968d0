import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import type { NewImage } from '../image/image.argument.js';
import { changeImage } from '../image/record-image.actions.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { toStoredHours } from './opening-hours.rules.js';
import { Resource, type ResourceInput } from './resource.entity.js';

/** @throws DomainError INVALID by attribute */
export function createResource(context: RequestContext, input: ResourceInput): Promise<Resource> {
  return context.db.transaction(async (tx) => {
    const resource = tx.create(Resource, context.clock.now());
    rejectIfAny(changeResource(tx, resource, input));
    await recordChange(tx, 'resource.created', resource, changedBy(context));
    return resource;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND, PRECONDITION_FAILED */
export function updateResource(
  context: RequestContext,
  id: number,
  input: ResourceInput,
  ifRevision?: number | null,
): Promise<Resource> {
  return context.db.transaction(async (tx) => {
    const resource = await tx.getLocked(Resource, id);
    requireRevision(resource, ifRevision, 'resource');
    rejectIfAny(changeResource(tx, resource, input));
    await recordChange(tx, 'resource.modified', resource, changedBy(context));
    return resource;
  });
}

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
  return context.db.transaction(async (tx) => {
    const resource = await tx.getLocked(Resource, id);
    requireRevision(resource, ifRevision, 'resource');
    await changeImage(context, tx, 'resource', resource, image);
    await recordChange(tx, 'resource.modified', resource, changedBy(context));
    return resource;
  });
}

/** Deactivates a resource. Does nothing if it is already deleted. @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
export function deleteResource(context: RequestContext, id: number, ifRevision?: number | null): Promise<Resource> {
  return context.db.transaction(async (tx) => {
    const resource = await tx.getLocked(Resource, id);
    requireRevision(resource, ifRevision, 'resource');
    if (!resource.active) return resource;
    resource.active = false;
    await recordChange(tx, 'resource.deleted', resource, changedBy(context));
    return resource;
  });
}

/** Assigns the input to the resource and returns the errors of the result. */
function changeResource(tx: AccountTransaction, resource: Resource, input: ResourceInput): FieldErrors {
  const { hours, errors } = toStoredHours(input, resource, input);
  const attributeErrors = assignAttributes(tx, resource, { ...input, ...hours });
  return { ...validateAttributes(Resource, resource), ...attributeErrors, ...errors };
}
