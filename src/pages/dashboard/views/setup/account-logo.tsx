import { useRequestKey } from '../../graphql/request-key.js';
import { ServerError, staleError } from '../../graphql/server-error.js';
import { dataUrlOf } from '../../records/image-file.js';
import type { StoredRecord } from '../../records/record-source.js';
import { updateShown } from '../../records/update-shown.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { ImageForm, type ImageTexts } from './image-form.js';
import { accountRecords } from './record-sources.js';

const texts: ImageTexts = {
  alt: t.setup.accountPage.theLogo,
  hint: t.setup.accountPage.imageHint,
  saved: t.setup.accountPage.logoSaved,
  removed: t.setup.accountPage.logoRemoved,
  removal: t.setup.accountPage.logoRemoval,
  remove: t.setup.accountPage.removeLogo,
};

/** The logo of the booking page and of emails, which is changed apart from the other settings. */
export function AccountLogo() {
  const once = useRequestKey();
  const loaded = useData('logo', () => accountRecords.read(undefined));
  const save = async (logo: string | null, { version, attributes }: StoredRecord): Promise<void> => {
    const change = logo === null ? { removeLogo: true } : { logo };
    const result = await updateShown({
      version,
      send: (current) => once((key) => accountRecords.update(undefined, change, current, key)),
      read: () => accountRecords.read(undefined),
      // Another setting of the account may have changed, perhaps in the form above.
      isShownChanged: (current) => current.attributes['logo'] !== attributes['logo'],
    });
    await loaded.reload();
    if ('theirs' in result) {
      const { code, message } = staleError();
      throw new ServerError(code, t.setup.accountPage.logoNow({ message }));
    }
  };
  return (
    <section class="panel" aria-label={t.setup.accountPage.logo}>
      <h2>{t.setup.accountPage.logo}</h2>
      <LoadedContent label={t.setup.accountPage.theLogo} loaded={loaded}>
        {(shown) => (
          <ImageForm
            name="logo"
            image={shown.attributes['logo']}
            texts={texts}
            canWrite
            // As it is: programs for emails do not show all types of images.
            read={dataUrlOf}
            save={(logo) => save(logo, shown)}
          />
        )}
      </LoadedContent>
    </section>
  );
}
