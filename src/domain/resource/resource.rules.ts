import type { FieldErrors } from '../../platform/errors.js';
import { presenceProblems } from '../attributes.js';
import { rangeProblems } from '../range.rules.js';

interface ResourceAttributes {
  title?: string;
  capacity: number;
}

/** What is wrong with a resource's attributes alone (spec, Resource). */
export function resourceProblems(resource: ResourceAttributes): FieldErrors {
  return {
    ...presenceProblems(resource, 'title'),
    ...rangeProblems(resource, { capacity: { from: 0, upTo: 100_000 } }),
  };
}
