import { isStale, ServerError } from '../graphql/server-error.js';
import { t } from '../texts.js';

/**
 * Deletes a record as the user saw it. If somebody else has changed it since, nothing is deleted and the page shows the
 * changed one.
 *
 * @param remove deletes it, if it has not changed
 * @param reload shows the record as it is now
 * @throws ServerError
 */
export async function removeShown(remove: () => Promise<unknown>, reload: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!isStale(error)) throw error;
    await reload();
    throw new ServerError(error.code, t.records.notDeleted({ message: error.message }));
  }
}
