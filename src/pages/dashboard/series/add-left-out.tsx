import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { showDone } from '../../design/toast.js';
import { isBusyElsewhere } from '../bookings/change-booking.js';
import { formats } from '../format.js';
import { execute } from '../graphql/client.js';
import { t } from '../texts.js';
import { addLeftOutBooking } from './series.operations.js';

interface AddLeftOutProps {
  collectionId: string;
  /** When the date begins. */
  from: string;
  onAdded: () => unknown;
}

/** Books a date that a series left out, if it is free by now. Asks before it books over a calendar of another program. */
export function AddLeftOut({ collectionId, from, onAdded }: AddLeftOutProps) {
  const [isBusy, setBusy] = useState(false);
  const date = formats().date(from.slice(0, 10));
  const add = async () => {
    try {
      await execute(addLeftOutBooking, { collectionId, from, ignoreExternalBusy: isBusy });
    } catch (error) {
      if (!isBusyElsewhere(error)) throw error;
      setBusy(true);
      return;
    }
    showDone(t.series.added({ date }));
    await onAdded();
  };
  return (
    <>
      {isBusy && (
        <span class="notice" role="alert">
          {t.bookings.busyElsewhere}
        </span>
      )}
      <Button onClick={add} label={t.series.addDate({ date })}>
        {isBusy ? t.bookings.saveAnyway : t.series.add}
      </Button>
    </>
  );
}
