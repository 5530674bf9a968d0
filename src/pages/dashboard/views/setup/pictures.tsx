import { useRef, useState } from 'preact/hooks';
import { Badge } from '../../../design/badge.js';
import { Button } from '../../../design/button.js';
import { ConfirmButton, Dialog } from '../../../design/dialog.js';
import { Checkbox, Field } from '../../../design/field.js';
import { Form } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import type { PictureInput } from '../../graphql/schema.types.js';
import { ServerError, staleError } from '../../graphql/server-error.js';
import { FieldsForm } from '../../records/fields-form.js';
import { imageTypes, pathOf, sizesOf, storedImageOf } from '../../records/image-file.js';
import { updateShown } from '../../records/update-shown.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { type ReadPicturesQuery, readPictures, setPictures } from './setup.operations.js';

const { pictures: texts } = t.setup;

type Picture = NonNullable<ReadPicturesQuery['account']>['pictures'][number];

/** Without the cover. */
const maxGallery = 12;

const textField = { name: 'text', label: texts.text, kind: 'text', required: true } as const;

const kept = ({ id, text, isCover }: Picture): PictureInput => ({ id, text, isCover });

const isRead = (image: string | undefined): image is string => image !== undefined;

/** @param undo writes the former pictures again */
type Save = (changed: readonly PictureInput[], done: string, undo?: () => Promise<void>) => Promise<void>;

/** The cover and the gallery of the booking page, which are changed apart from the other settings. */
export function Pictures() {
  const once = useRequestKey();
  const [uploads, setUploads] = useState(0);
  const loaded = useData('pictures', () => execute(readPictures, {}));
  const { revisionCount = 0, pictures = [] } = loaded.data?.account ?? {};
  const save: Save = async (changed, done, undo) => {
    const result = await updateShown({
      version: String(revisionCount),
      send: (version) =>
        once((key) => execute(setPictures, { pictures: [...changed], ifRevision: Number(version) }, key)),
      read: async () => {
        const { account: now } = await execute(readPictures, {});
        return { version: String(now?.revisionCount), attributes: { pictures: now?.pictures } };
      },
      // Another setting of the account may have changed, perhaps in the form above.
      isShownChanged: ({ attributes }) => JSON.stringify(attributes['pictures']) !== JSON.stringify(pictures),
    });
    await loaded.reload();
    if ('theirs' in result) {
      const { code, message } = staleError();
      throw new ServerError(code, texts.now({ message }));
    }
    showDone(done, undo && { label: t.setup.undo, run: undo });
  };
  // "Undo" comes after the removal, which has made a new version.
  const latest = useRef({ pictures, save });
  latest.current = { pictures, save };
  const remove = async (removed: Picture): Promise<void> => {
    const place = pictures.indexOf(removed);
    const images = (await Promise.all(removed.images.map(({ url }) => storedImageOf(url)))).filter(isRead);
    const putBack = () => {
      const now = latest.current;
      const isCover = removed.isCover && !now.pictures.some((one) => one.isCover);
      const former = { images, text: removed.text, isCover };
      return now.save(now.pictures.map(kept).toSpliced(place, 0, former), texts.saved);
    };
    await save(
      pictures.filter((one) => one !== removed).map(kept),
      texts.removed,
      images.length === removed.images.length ? putBack : undefined,
    );
  };
  const add = async (values: FormData): Promise<void> => {
    const images = await sizesOf(values.get('picture'), 'picture');
    const isCover = values.get('isCover') !== null;
    const others = pictures.map((one) => ({ ...kept(one), isCover: one.isCover && !isCover }));
    await save([...others, { images, text: String(values.get('text')), isCover }], texts.added);
    setUploads(uploads + 1);
  };
  const isFull = pictures.length > maxGallery;
  return (
    <section class="panel" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p>{texts.intro}</p>
      <LoadedContent label={texts.title} loaded={loaded}>
        {() => (
          <>
            {pictures.length === 0 && <p>{texts.none}</p>}
            <ul class="pictures">
              {pictures.map((picture, place) => (
                <PictureItem key={picture.id} {...{ picture, place, pictures, save, remove }} />
              ))}
            </ul>
            {isFull ? (
              <p>{texts.full}</p>
            ) : (
              <Form key={uploads} fields={['picture', 'text', 'isCover']} onSubmit={add}>
                {({ isBusy, error }) => (
                  <>
                    <Field
                      label={t.setup.common.image}
                      name="picture"
                      type="file"
                      required
                      accept={imageTypes}
                      hint={texts.hint}
                      error={error('picture')}
                    />
                    <Field
                      label={texts.text}
                      name="text"
                      required
                      maxLength={255}
                      hint={texts.textHint}
                      error={error('text')}
                    />
                    <Checkbox label={texts.isCover} name="isCover" />
                    <div class="actions">
                      <Button type="submit" isBusy={isBusy}>
                        {texts.add}
                      </Button>
                    </div>
                  </>
                )}
              </Form>
            )}
          </>
        )}
      </LoadedContent>
    </section>
  );
}

interface PictureItemProps {
  picture: Picture;
  place: number;
  pictures: readonly Picture[];
  save: Save;
  /** Its message undoes it. */
  remove: (picture: Picture) => Promise<void>;
}

function PictureItem({ picture, place, pictures, save, remove }: PictureItemProps) {
  const [isChanged, setChanged] = useState(false);
  const { id, text, isCover, images } = picture;
  const [smallest] = images;
  const all = pictures.map(kept);
  const moveTo = (index: number) => {
    const others = pictures.filter((one) => one !== picture).map(kept);
    return save(others.toSpliced(index, 0, kept(picture)), texts.saved);
  };
  const changeText = async (values: FormData) => {
    const changed = String(values.get('text'));
    await save(
      all.map((one) => (one.id === id ? { ...one, text: changed } : one)),
      texts.saved,
    );
    setChanged(false);
  };
  const makeCover = () =>
    save(
      all.map((one) => ({ ...one, isCover: one.id === id && !isCover })),
      texts.saved,
    );
  return (
    <li>
      {smallest && <img src={pathOf(smallest.url)} alt="" width={smallest.width} height={smallest.height} />}
      <div>
        <p>
          <bdi>{text}</bdi> {isCover && <Badge>{texts.cover}</Badge>}
        </p>
        <div class="actions">
          {place > 0 && (
            <Button label={texts.upOf({ name: text })} onClick={() => moveTo(place - 1)}>
              ↑
            </Button>
          )}
          {place < pictures.length - 1 && (
            <Button label={texts.downOf({ name: text })} onClick={() => moveTo(place + 1)}>
              ↓
            </Button>
          )}
          <Button onClick={makeCover}>{isCover ? texts.notCover : texts.isCover}</Button>
          <Button onClick={() => setChanged(true)}>{texts.change}</Button>
          <ConfirmButton question={texts.removal} onConfirm={() => remove(picture)}>
            {texts.remove}
          </ConfirmButton>
        </div>
      </div>
      {isChanged && (
        <Dialog title={texts.change} onClose={() => setChanged(false)}>
          <FieldsForm
            fields={[textField]}
            shown={{ text }}
            onSubmit={changeText}
            submitLabel={texts.save}
            cancel={{ label: t.business.cancel, onClick: () => setChanged(false) }}
          />
        </Dialog>
      )}
    </li>
  );
}
