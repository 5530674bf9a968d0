import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Field } from '../../../design/field.js';
import { Form } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { imageTypes, pathOf } from '../../records/image-file.js';
import { t } from '../../texts.js';

export interface ImageTexts {
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
export function ImageForm({ name, image, texts, canWrite, read, save }: ImageFormProps) {
  const [uploads, setUploads] = useState(0);
  const address = pathOf(image);
  const change = async (changed: string | null, done: string): Promise<void> => {
    await save(changed);
    showDone(done);
    setUploads(uploads + 1);
  };
  return (
    <>
      {address === undefined ? <p>{t.setup.common.noImage}</p> : <img class="logo" src={address} alt={texts.alt} />}
      {canWrite && (
        <Form
          key={uploads}
          fields={[name]}
          onSubmit={async (values) => change(await read(values.get(name), name), texts.saved)}
        >
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
        <ConfirmButton question={texts.removal} onConfirm={() => change(null, texts.removed)}>
          {texts.remove}
        </ConfirmButton>
      )}
    </>
  );
}
