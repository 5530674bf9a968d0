import type { JSX } from 'preact';
import type { Picture } from './api-answers.js';
import type { Frame } from './frame.js';

/** The first picture of the page, above its title. */
export function Cover({ frame }: { frame: Frame }): JSX.Element | null {
  const cover = frame.site.pictures.find(({ is_cover: isCover }) => isCover);
  return cover ? <Sizes frame={frame} picture={cover} sizes="(max-width: 52rem) 100vw, 50rem" isCover /> : null;
}

/** The other pictures, each a link to its largest size. */
export function Gallery({ frame }: { frame: Frame }): JSX.Element | null {
  const pictures = frame.site.pictures.filter(({ is_cover: isCover }) => !isCover);
  if (pictures.length === 0) return null;
  return (
    <section>
      <h2>{frame.texts.pictures}</h2>
      <ul class="gallery">
        {pictures.map((picture) => (
          <li key={picture.images[0]?.url}>
            <a href={frame.imageUrl(picture.images.at(-1)?.url ?? '')} target="_blank" rel="noopener">
              <Sizes frame={frame} picture={picture} sizes="(max-width: 40rem) 50vw, 16rem" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SizesProps {
  frame: Frame;
  picture: Picture;
  /** The width at which the page shows it. */
  sizes: string;
  /** Whether it is in the first view: the others are loaded when they come near it. */
  isCover?: boolean;
}

/** A picture of which the browser loads the size that it needs. Its place is kept until it is there. */
function Sizes({ frame, picture: { text, images }, sizes, isCover = false }: SizesProps): JSX.Element | null {
  const largest = images.at(-1);
  if (!largest) return null;
  return (
    <img
      class={isCover ? 'cover' : undefined}
      src={frame.imageUrl(largest.url)}
      srcset={images.map(({ url, width }) => `${frame.imageUrl(url)} ${width}w`).join(', ')}
      sizes={sizes}
      width={largest.width}
      height={largest.height}
      alt={text}
      loading={isCover ? 'eager' : 'lazy'}
      fetchpriority={isCover ? 'high' : 'auto'}
    />
  );
}
