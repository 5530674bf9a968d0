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
import { t } from '../../texts.js';
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
        <RecordForm
          source={accountRecords}
          id="only"
          label={t.setup.accountPage.account}
          fields={accountFields}
          onSaved={update}
        />
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
      throw new ServerError(code, t.setup.accountPage.logoNow(message));
    }
    showDone(done);
    await loaded.reload();
    setUploads(uploads + 1);
  };
  return (
    <section class="panel" aria-label={t.setup.accountPage.logo}>
      <h2>{t.setup.accountPage.logo}</h2>
      <LoadedContent label={t.setup.accountPage.theLogo} loaded={loaded}>
        {(shown) => {
          const address = pathOf(shown.attributes['logo']);
          return (
            <>
              {address === undefined ? (
                <p>{t.setup.common.noImage}</p>
              ) : (
                <img class="logo" src={address} alt={t.setup.accountPage.theLogo} />
              )}
              <Form
                key={uploads}
                fields={['logo']}
                onSubmit={async (values) =>
                  save({ logo: await dataUrlOf(values.get('logo'), 'logo') }, shown, t.setup.accountPage.logoSaved)
                }
              >
                {({ isBusy, error }) => (
                  <>
                    <Field
                      label={t.setup.common.image}
                      name="logo"
                      type="file"
                      required
                      accept={imageTypes}
                      hint={t.setup.accountPage.imageHint}
                      error={error('logo')}
                    />
                    <div class="actions">
                      <Button type="submit" isBusy={isBusy}>
                        {t.setup.common.useImage}
                      </Button>
                    </div>
                  </>
                )}
              </Form>
              {address !== undefined && (
                <ConfirmButton
                  question={t.setup.accountPage.logoRemoval}
                  onConfirm={() => save({ removeLogo: true }, shown, t.setup.accountPage.logoRemoved)}
                >
                  {t.setup.accountPage.removeLogo}
                </ConfirmButton>
              )}
            </>
          );
        }}
      </LoadedContent>
    </section>
  );
}
