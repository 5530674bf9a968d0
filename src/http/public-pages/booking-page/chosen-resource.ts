import { DomainError } from '../../../platform/errors.js';
import { read, type Visit } from './visit.js';

/** Whether a resource that was chosen, in a link or a form, still exists. */
export async function hasResource(visit: Visit, id: number): Promise<boolean> {
  try {
    await read(visit, `/resources/${id}`);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
