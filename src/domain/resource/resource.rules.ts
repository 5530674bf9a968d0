import type { FieldErrors } from '../../platform/errors.js';
import { attributeProblems } from '../entity-attributes.js';
import { Resource } from './resource.entity.js';

/** Validates the attributes of a resource (spec, Resource). */
export function resourceProblems(resource: Partial<Resource>): FieldErrors {
  return attributeProblems(Resource, resource);
}
