import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { smallImageOf } from '../../records/image-file.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { ImageForm, type ImageTexts } from './image-form.js';
import { readResourceImage, readServiceImage, setResourceImage, setServiceImage } from './setup.operations.js';

const operations = {
  resource: { read: readResourceImage, set: setResourceImage },
  service: { read: readServiceImage, set: setServiceImage },
};

const texts: ImageTexts = {
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
          <ImageForm name="image" canWrite={can('catalog')} read={smallImageOf} {...{ image, texts, save }} />
        )}
      </LoadedContent>
    </section>
  );
}
