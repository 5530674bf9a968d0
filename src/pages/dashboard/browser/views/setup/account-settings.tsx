import { RecordForm } from '../../records/record-form.js';
import { readSession, session } from '../../session.js';
import { accountFields } from './account-fields.js';
import { AccountLogo } from './account-logo.js';
import { WithOfferPreview } from './offer-preview.js';
import { accountRecords } from './record-sources.js';

/** The settings of the account. The page formats by some of them, so its session is read again. */
export function AccountSettings() {
  const update = async () => {
    session.value = await readSession();
  };
  return (
    <>
      <WithOfferPreview fields={accountFields}>
        <RecordForm source={accountRecords} id="only" label="The account" fields={accountFields} onSaved={update} />
      </WithOfferPreview>
      <AccountLogo />
    </>
  );
}
