import { DomainError } from '../../../platform/errors.js';
import { idPattern } from '../id-pattern.js';
import type { Resource } from './data.js';
import { read, type Visit } from './visit.js';

/** Returns a resource that was chosen, in a link or a form; undefined if it does not exist any more. */
export async function findResource(visit: Visit, id: string): Promise<Resource | undefined> {
  if (!idPattern.test(id)) return undefined;
  try {
    return (await read<{ resource: Resource }>(visit, `/resources/${id}`)).resource;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
