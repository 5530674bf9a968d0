import { Checkbox } from '../../design/field.js';
import { execute } from '../graphql/client.js';
import { currentSession } from '../session.js';
import { t } from '../texts.js';
import { useData } from '../use-data.js';
import { bookingSettings } from './bookings.operations.js';
import { type Told, type WayToTell, wayToTell } from './tell.rules.js';

let settings: { accountId: number; verification: Promise<string> } | undefined;

/** Reads once how the account verifies bookings. */
function verificationOf(accountId: number): Promise<string> {
  if (settings?.accountId === accountId) return settings.verification;
  const verification = execute(bookingSettings, {}).then(({ account }) => account.verification);
  settings = { accountId, verification };
  // The next one tries again.
  verification.catch(() => {
    settings = undefined;
  });
  return verification;
}

/** Returns how the person of a booking can be told about a change. The settings of the account are `NONE` until they are read. */
export function useWayToTell(): (booking: Told) => WayToTell | undefined {
  const { id } = currentSession().account;
  const { data = 'NONE' } = useData(`booking settings ${id}`, () => verificationOf(id));
  return (booking) => wayToTell(booking, data);
}

interface TellFieldProps {
  way: WayToTell;
  onChange?: (isChecked: boolean) => void;
}

/** Asks whether the person gets a message about the change. */
export function TellField({ way: { channel, isUsual }, onChange }: TellFieldProps) {
  return (
    <Checkbox
      key={`${channel} ${isUsual}`}
      name="tell"
      label={channel === 'Email' ? t.bookings.tellByEmail : t.bookings.tellBySms}
      defaultChecked={isUsual}
      {...(onChange && { onChange })}
    />
  );
}
