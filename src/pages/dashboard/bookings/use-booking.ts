import { useEffect, useState } from 'preact/hooks';
import { showError } from '../../design/toast.js';
import { readBooking } from './change-booking.js';
import type { Booking } from './live.js';

/** The booking that is open: one of those that are shown, else it is read, such as a cancelled one. Undefined until then. */
export function useBooking(id: number, shown: ReadonlyMap<number, Booking> | undefined): Booking | undefined {
  const [other, setOther] = useState<Booking>();
  const isOther = id > 0 && shown !== undefined && !shown.has(id);
  useEffect(() => {
    if (isOther) readBooking(id).then(setOther, showError);
  }, [id, isOther]);
  return shown?.get(id) ?? (other?.id === id ? other : undefined);
}
