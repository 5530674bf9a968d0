import type { FieldDefinition } from '../../records/record.rules.js';
import { RecordForm } from '../../records/record-form.js';
import { readSession, session } from '../../session.js';
import { t } from '../../texts.js';
import {
  accessFields,
  bookingPageFields,
  bookingRuleFields,
  businessFields,
  notificationFields,
  retentionFields,
} from './account-fields.js';
import { AccountLogo } from './account-logo.js';
import { accountRecords } from './record-sources.js';

interface AccountFormProps {
  /** The last part of the address, by which the draft of each form is kept. */
  name: string;
  fields: readonly FieldDefinition[];
}

/** A form for some settings of the account. The page formats by some of them, so its session is read again. */
function AccountForm({ name, fields }: AccountFormProps) {
  const update = async () => {
    session.value = await readSession();
  };
  return (
    <RecordForm
      source={{ ...accountRecords, path: `${accountRecords.path}/${name}` }}
      id="only"
      label={t.setup.accountPage.account}
      fields={fields}
      onSaved={update}
    />
  );
}

export const Business = () => <AccountForm name="business" fields={businessFields} />;

export const BookingPage = () => (
  <>
    <AccountForm name="booking-page" fields={bookingPageFields} />
    <AccountLogo />
  </>
);

export const BookingRules = () => <AccountForm name="rules" fields={bookingRuleFields} />;

export const Notifications = () => <AccountForm name="notifications" fields={notificationFields} />;

export const Access = () => <AccountForm name="access" fields={accessFields} />;

export const Retention = () => <AccountForm name="retention" fields={retentionFields} />;
