import { showDone } from '../../../../design/toast.js';
import { execute } from '../../../graphql/client.js';
import { useRequestKey } from '../../../graphql/request-key.js';
import { ServerError, staleError } from '../../../graphql/server-error.js';
import { updateShown } from '../../../records/update-shown.js';
import { t } from '../../../texts.js';
import { type Loaded, useData } from '../../../use-data.js';
import { account } from '../records.js';
import { type ReadClosedDaysQuery, readClosedDays } from '../setup.operations.js';
import type { ClosedDay } from './closed-days.rules.js';

/** The closed days as the user saw them. */
interface ShownDays {
  version: string;
  closedDays: readonly ClosedDay[];
}

interface ClosedDaysState {
  loaded: Loaded<ReadClosedDaysQuery>;
  add: (day: ClosedDay) => Promise<void>;
  /** Removes an entry. The message about it undoes this. */
  remove: (day: ClosedDay) => Promise<void>;
  closeOnHolidays: (isClosed: boolean) => Promise<void>;
}

/** Reads the closed days and the public holidays of this and of the next year, and changes what is closed. */
export function useClosedDays(today: string): ClosedDaysState {
  const year = Number(today.slice(0, 4));
  const years = { thisYear: `${year}-01-01`, nextYear: `${year + 1}-01-01` };
  const loaded = useData(`closed days ${year}`, () => execute(readClosedDays, years));
  const once = useRequestKey();
  const shown = (): ShownDays => {
    const { revisionCount = 0, closedDays = [] } = loaded.data?.account ?? {};
    return { version: String(revisionCount), closedDays };
  };
  const update = async (before: ShownDays, changes: Readonly<Record<string, unknown>>): Promise<ShownDays> => {
    const result = await updateShown({
      version: before.version,
      send: (version) => once((key) => account.source.update(undefined, changes, version, key)),
      read: () => account.source.read(undefined),
      isShownChanged: ({ attributes }) =>
        'closedDays' in changes && JSON.stringify(attributes['closedDays']) !== JSON.stringify(before.closedDays),
    });
    await loaded.reload();
    if ('theirs' in result) {
      const { code, message } = staleError();
      throw new ServerError(code, t.setup.days.daysNow({ message }));
    }
    return { version: result.saved.version, closedDays: before.closedDays };
  };
  return {
    loaded,
    add: async (day) => {
      const before = shown();
      await update(before, { closedDays: [...before.closedDays, day] });
      showDone(t.setup.days.saved);
    },
    remove: async (day) => {
      const before = shown();
      const closedDays = before.closedDays.filter((one) => one !== day);
      const { version } = await update(before, { closedDays });
      const run = async () => {
        await update({ version, closedDays }, { closedDays: before.closedDays });
      };
      showDone(t.setup.days.removed, { label: t.setup.undo, run });
    },
    closeOnHolidays: async (isClosed) => {
      await update(shown(), { closedForHolidays: isClosed });
      showDone(isClosed ? t.setup.days.holidaysClosed : t.setup.days.holidaysOpen);
    },
  };
}
