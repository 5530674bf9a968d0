import type { JSX } from 'preact';
import type { Frame } from './frame.js';
import { type StructuredData, toScript, toSharedImage } from './structured-data.js';

interface SharingProps {
  frame: Frame;
  /** The path of the page at the site. */
  path: string;
  title: string;
  description: string;
  /** The URL of a picture; null for the one of the business. */
  image: string | null;
  data: StructuredData;
}

/** Programs that show links cut longer descriptions. */
const maxDescription = 200;

/**
 * The elements of the head for programs that show a link to the page, and for search engines: Open Graph, Twitter cards,
 * the canonical address and schema.org. For pages that everybody may see.
 */
export function SharingTags({ frame, path, title, data, ...about }: SharingProps): JSX.Element {
  const { site, absoluteUrl } = frame;
  const url = absoluteUrl(path);
  const image = toSharedImage(about.image ?? site.picture);
  const description = [...about.description.replaceAll(/\s+/g, ' ').trim()].slice(0, maxDescription).join('');
  const properties: readonly (readonly [name: string, value: string | undefined])[] = [
    ['og:type', 'website'],
    ['og:site_name', site.name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image],
  ];
  return (
    <>
      <meta name="description" content={description} />
      {url !== undefined && <link rel="canonical" href={url} />}
      {properties.map(([name, value]) => value !== undefined && <meta key={name} property={name} content={value} />)}
      <meta name="twitter:card" content={image === undefined ? 'summary' : 'summary_large_image'} />
      <script
        type="application/ld+json"
        // As markup, because a script has no entities. `toScript` escapes what could end it.
        dangerouslySetInnerHTML={{ __html: toScript(data) }}
      />
    </>
  );
}
