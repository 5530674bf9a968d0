import type { FunctionComponent } from 'preact';
import { RecordForm } from '../../records/record-form.js';
import { readSession, session } from '../../session.js';
import { t } from '../../texts.js';
import { accountForms } from './account-forms.js';
import { EmbedSnippets } from './embed-snippets.js';
import { AccountLogo } from './images.js';
import { Pictures } from './pictures.js';
import { account } from './records.js';

async function readSessionAgain() {
  session.value = await readSession();
}

/** Returns a form for some settings of the account. The page formats by some of them, so its session is read again. */
export const accountForm =
  (name: keyof typeof accountForms): FunctionComponent =>
  () => (
    <RecordForm
      source={{ ...account.source, path: `/account/${name}` }}
      id="only"
      label={t.setup.accountPage.account}
      fields={accountForms[name]}
      onSaved={readSessionAgain}
    />
  );

const BookingPageForm = accountForm('booking-page');

export const BookingPage = () => (
  <>
    <BookingPageForm />
    <AccountLogo />
    <Pictures />
    <EmbedSnippets />
  </>
);
