import type { FieldErrors } from '../../platform/errors.js';
import { attributeProblems } from '../entity-attributes.js';
import { Resource } from './resource.entity.js';

/** What is wrong with a resource's attributes alone (spec, Resource). */
export function resourceProblems(resource: Partial<Resource>): FieldErrors {
  return attributeProblems(Resource, resource);
}
