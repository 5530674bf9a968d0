import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Field } from '../../../design/field.js';
import { Form } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { ServerError, staleError } from '../../graphql/server-error.js';
import { dataUrlOf, imageTypes, pathOf, smallImageOf, storedImageOf } from '../../records/image-file.js';
import type { StoredRecord } from '../../records/record-source.js';
import { updateShown } from '../../records/update-shown.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { account } from './records.js';
import { readResourceImage, readServiceImage, setResourceImage, setServiceImage } from './setup.operations.js';

const operations = {
  resource: { read: readResourceImage, set: setResourceImage },
  service: { read: readServiceImage, set: setServiceImage },
};

const imageTexts: ImageTexts = {
  alt: t.setup.common.imageAlt,
  hint: t.setup.common.imageHint,
  saved: t.setup.common.imageSaved,
  removed: t.setup.common.imageRemoved,
  removal: t.setup.common.imageRemoval,
  remove: t.setup.common.removeImage,
};

interface RecordImageProps {
  of: keyof typeof operations;
  id: number;
}

/** The image of a resource or service on the booking page, which is changed apart from its other attributes. */
export function RecordImage({ of, id }: RecordImageProps) {
  const once = useRequestKey();
  const { read, set } = operations[of];
  const loaded = useData(`image of ${of} ${id}`, async () => (await execute(read, { id })).record?.image ?? null);
  const save = async (image: string | null): Promise<void> => {
    await once((key) => execute(set, { id, image }, key));
    await loaded.reload();
  };
  return (
    <section class="panel" aria-label={t.setup.common.image}>
      <h2>{t.setup.common.image}</h2>
      <LoadedContent label={t.setup.common.theImage} loaded={loaded}>
        {(image) => (
          <ImageForm
            name="image"
            canWrite={can('catalog')}
            read={smallImageOf}
            {...{ image, save }}
            texts={imageTexts}
          />
        )}
      </LoadedContent>
    </section>
  );
}

const logoTexts: ImageTexts = {
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
  const loaded = useData('logo', () => account.source.read(undefined));
  const save = async (logo: string | null, { version, attributes }: StoredRecord): Promise<void> => {
    const change = logo === null ? { removeLogo: true } : { logo };
    const result = await updateShown({
      version,
      send: (current) => once((key) => account.source.update(undefined, change, current, key)),
      read: () => account.source.read(undefined),
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
            texts={logoTexts}
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

interface ImageTexts {
  /** The description of the image for those who do not see it. */
  alt: string;
  /** The files that can be chosen. */
  hint: string;
  saved: string;
  removed: string;
  /** Says what removing the image means. */
  removal: string;
  /** On the button that removes it. */
  remove: string;
}

interface ImageFormProps {
  /** The attribute of the image, by which the server names it in errors. */
  name: string;
  /** The address of the stored image. */
  image: unknown;
  texts: ImageTexts;
  canWrite: boolean;
  /** Reads the file that was chosen in a field as a data URL. */
  read: (file: FormDataEntryValue | null, field: string) => Promise<string>;
  /** Stores the image of a data URL, or removes it. */
  save: (image: string | null) => Promise<void>;
}

/** An image that is stored apart from the other attributes of its record: what it looks like, a field to replace it, a button to remove it. */
function ImageForm({ name, image, texts, canWrite, read, save }: ImageFormProps) {
  const [uploads, setUploads] = useState(0);
  const address = pathOf(image);
  // "Undo" comes after the removal, which has made a new version.
  const latestSave = useRef(save);
  latestSave.current = save;
  const change = async (data: string): Promise<void> => {
    await save(data);
    showDone(texts.saved);
    setUploads(uploads + 1);
  };
  const remove = async (): Promise<void> => {
    const former = await storedImageOf(image);
    await save(null);
    showDone(texts.removed, former ? { label: t.setup.undo, run: () => latestSave.current(former) } : undefined);
    setUploads(uploads + 1);
  };
  return (
    <>
      {address === undefined ? <p>{t.setup.common.noImage}</p> : <img class="logo" src={address} alt={texts.alt} />}
      {canWrite && (
        <Form key={uploads} fields={[name]} onSubmit={async (values) => change(await read(values.get(name), name))}>
          {({ isBusy, error }) => (
            <>
              <Field
                label={t.setup.common.image}
                name={name}
                type="file"
                required
                accept={imageTypes}
                hint={texts.hint}
                error={error(name)}
              />
              <div class="actions">
                <Button type="submit" isBusy={isBusy}>
                  {t.setup.common.useImage}
                </Button>
              </div>
            </>
          )}
        </Form>
      )}
      {address !== undefined && canWrite && (
        <ConfirmButton question={texts.removal} onConfirm={remove}>
          {texts.remove}
        </ConfirmButton>
      )}
    </>
  );
}
