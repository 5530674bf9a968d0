import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Field } from '../../../design/field.js';
import { Form } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { ServerError, staleError } from '../../graphql/server-error.js';
import { dataUrlOf, imageTypes, pathOf } from '../../records/image-file.js';
import { RecordForm } from '../../records/record-form.js';
import type { StoredRecord } from '../../records/record-source.js';
import { updateShown } from '../../records/update-shown.js';
import { readSession, session } from '../../session.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { accountFields } from './account-fields.js';
import { WithOfferPreview } from './message-preview.js';
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

type LogoChange = { logo: string } | { removeLogo: true };

/** The logo of the booking page and of emails, which is changed apart from the other settings. */
function AccountLogo() {
  const [uploads, setUploads] = useState(0);
  const once = useRequestKey();
  const loaded = useData('logo', () => accountRecords.read(undefined));
  const save = async (change: LogoChange, { version, attributes }: StoredRecord, done: string): Promise<void> => {
    const result = await updateShown({
      version,
      send: (current) => once((key) => accountRecords.update(undefined, { ...change }, current, key)),
      read: () => accountRecords.read(undefined),
      // Another setting of the account may have changed, perhaps in the form above.
      isShownChanged: (current) => current.attributes['logo'] !== attributes['logo'],
    });
    if ('theirs' in result) {
      await loaded.reload();
      const { code, message } = staleError();
      throw new ServerError(code, `${message} The page shows the logo as it is now.`);
    }
    showDone(done);
    await loaded.reload();
    setUploads(uploads + 1);
  };
  return (
    <section class="panel" aria-label="Logo">
      <h2>Logo</h2>
      <LoadedContent label="The logo" loaded={loaded}>
        {(shown) => {
          const address = pathOf(shown.attributes['logo']);
          return (
            <>
              {address === undefined ? <p>There is none.</p> : <img class="logo" src={address} alt="The logo" />}
              <Form
                key={uploads}
                fields={['logo']}
                onSubmit={async (values) =>
                  save({ logo: await dataUrlOf(values.get('logo'), 'logo') }, shown, 'The logo is saved.')
                }
              >
                {({ isBusy, error }) => (
                  <>
                    <Field
                      label="Image"
                      name="logo"
                      type="file"
                      required
                      accept={imageTypes}
                      hint="PNG, JPEG, GIF or WebP of at most 1 MB"
                      error={error('logo')}
                    />
                    <div class="actions">
                      <Button type="submit" isBusy={isBusy}>
                        Use this image
                      </Button>
                    </div>
                  </>
                )}
              </Form>
              {address !== undefined && (
                <ConfirmButton
                  question="The booking page and emails have no logo then."
                  onConfirm={() => save({ removeLogo: true }, shown, 'The logo is removed.')}
                >
                  Remove the logo
                </ConfirmButton>
              )}
            </>
          );
        }}
      </LoadedContent>
    </section>
  );
}
