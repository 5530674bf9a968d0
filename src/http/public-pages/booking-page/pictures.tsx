import type { ComponentChildren, JSX } from 'preact';
import type { Picture } from './api-answers.js';
import type { Frame } from './frame.js';

/** Shows the cover with the title on it. A shade below the title keeps its contrast on any picture. */
export function Cover({ frame, children }: { frame: Frame; children: ComponentChildren }): JSX.Element {
  const cover = frame.site.pictures.find(({ is_cover: isCover }) => isCover);
  if (!cover) return <h1>{children}</h1>;
  return (
    <div class="cover">
      <Sizes frame={frame} picture={cover} sizes="(max-width: 52rem) 100vw, 50rem" isFirst />
      <h1>{children}</h1>
    </div>
  );
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
  isFirst?: boolean;
}

/** A picture of which the browser loads the size that it needs. Its place is kept until it is there. */
function Sizes({ frame, picture: { text, images }, sizes, isFirst = false }: SizesProps): JSX.Element | null {
  const largest = images.at(-1);
  if (!largest) return null;
  return (
    <img
      src={frame.imageUrl(largest.url)}
      srcset={images.map(({ url, width }) => `${frame.imageUrl(url)} ${width}w`).join(', ')}
      sizes={sizes}
      width={largest.width}
      height={largest.height}
      alt={text}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchpriority={isFirst ? 'high' : 'auto'}
    />
  );
}
