import type { FieldErrors } from '../../platform/errors.js';
import { validateAttributes } from '../records/attributes.js';
import { Resource } from './resource.entity.js';

/** Validates the attributes of a resource (spec, Resource). */
export function validateResource(resource: Partial<Resource>): FieldErrors {
  return validateAttributes(Resource, resource);
}
