import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Field } from '../../../design/field.js';
import { Form } from '../../../design/form.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { imageTypes, pathOf, smallImageOf } from '../../records/image-file.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { readResourceImage, readServiceImage, setResourceImage, setServiceImage } from './images.operations.js';

const operations = {
  resource: { read: readResourceImage, set: setResourceImage },
  service: { read: readServiceImage, set: setServiceImage },
};

interface RecordImageProps {
  of: keyof typeof operations;
  id: number;
}

/** The image of a resource or service on the booking page, which is changed apart from its other attributes. */
export function RecordImage({ of, id }: RecordImageProps) {
  const [uploads, setUploads] = useState(0);
  const once = useRequestKey();
  const { read, set } = operations[of];
  const loaded = useData(`image of ${of} ${id}`, async () => (await execute(read, { id })).record?.image ?? null);
  const save = async (image: string | null, done: string): Promise<void> => {
    await once((key) => execute(set, { id, image }, key));
    showDone(done);
    await loaded.reload();
    setUploads(uploads + 1);
  };
  return (
    <section class="panel" aria-label={t.setup.common.image}>
      <h2>{t.setup.common.image}</h2>
      <LoadedContent label={t.setup.common.theImage} loaded={loaded}>
        {(image) => {
          const address = pathOf(image);
          return (
            <>
              {address === undefined ? (
                <p>{t.setup.common.noImage}</p>
              ) : (
                <img class="logo" src={address} alt={t.setup.common.imageAlt} />
              )}
              {can('catalog') && (
                <Form
                  key={uploads}
                  fields={['image']}
                  onSubmit={async (values) =>
                    save(await smallImageOf(values.get('image'), 'image'), t.setup.common.imageSaved)
                  }
                >
                  {({ isBusy, error }) => (
                    <>
                      <Field
                        label={t.setup.common.image}
                        name="image"
                        type="file"
                        required
                        accept={imageTypes}
                        hint={t.setup.common.imageHint}
                        error={error('image')}
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
              {address !== undefined && can('catalog') && (
                <ConfirmButton
                  question={t.setup.common.imageRemoval}
                  onConfirm={() => save(null, t.setup.common.imageRemoved)}
                >
                  {t.setup.common.removeImage}
                </ConfirmButton>
              )}
            </>
          );
        }}
      </LoadedContent>
    </section>
  );
}
