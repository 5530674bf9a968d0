import type { JSX } from 'preact';
import { Icon } from '../../../pages/design/icon.js';
import type { Resource } from './api-answers.js';
import type { Frame } from './frame.js';

interface ResourceCardsProps {
  frame: Frame;
  resources: readonly Resource[];
  /** The chosen one; undefined for all. */
  resourceId: number | undefined;
  /** Returns the URL of the page with the times of a resource, or of all. */
  resourceUrl(id: number | undefined): string;
}

/** The resources to choose from as cards with their pictures. The first one stands for all. */
export function ResourceCards({ frame, resources, resourceId, resourceUrl }: ResourceCardsProps): JSX.Element {
  const { texts } = frame;
  return (
    <section aria-labelledby="whom">
      <h2 id="whom">{texts.who}</h2>
      <ul class="people">
        <Card
          href={resourceUrl(undefined)}
          isChosen={resourceId === undefined}
          title={texts.anyone}
          picture={<All />}
        />
        {resources.map(({ id, title, description, image }) => (
          <Card
            key={id}
            href={resourceUrl(id)}
            isChosen={id === resourceId}
            title={title}
            description={description}
            picture={<Portrait frame={frame} title={title} image={image} />}
          />
        ))}
      </ul>
    </section>
  );
}

interface CardProps {
  href: string;
  isChosen: boolean;
  title: string;
  description?: string | null;
  picture: JSX.Element;
}

function Card({ href, isChosen, title, description, picture }: CardProps): JSX.Element {
  return (
    <li>
      <a href={href} aria-current={isChosen ? 'true' : undefined}>
        {picture}
        <span>
          <strong>
            <bdi>{title}</bdi>
          </strong>
          {description != null && (
            <small class="clamped" dir="auto">
              {description}
            </small>
          )}
        </span>
      </a>
    </li>
  );
}

interface PortraitProps {
  frame: Frame;
  title: string;
  /** The URL that the API returns. */
  image: string | null;
  isLarge?: boolean;
}

/** The picture of a resource; without one, the first letter of its name. */
export function Portrait({ frame, title, image, isLarge = false }: PortraitProps): JSX.Element {
  const size = isLarge ? 96 : 48;
  const shape = isLarge ? 'portrait large' : 'portrait';
  if (image !== null) {
    return <img class={shape} src={frame.imageUrl(image)} alt="" width={size} height={size} loading="lazy" />;
  }
  return (
    <span class={shape} aria-hidden="true">
      {[...title.trim()][0]?.toLocaleUpperCase(frame.formats.locale)}
    </span>
  );
}

const All = (): JSX.Element => (
  <span class="portrait">
    <Icon name="users" />
  </span>
);
