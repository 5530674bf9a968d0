import type { ComponentChildren, JSX } from 'preact';
import type { Language, Wording } from '../../../platform/language.js';
import type { Texts } from '../../../texts/texts.js';
import type { Picture } from './api-answers.js';
import type { Formats } from './formats.js';

/** The properties that every page of a site needs. */
export interface Frame {
  language: Language;
  /** Of all texts. */
  wording: Wording;
  texts: Texts['booking'];
  formats: Formats;
  site: {
    name: string;
    /** The postal address. */
    address: string | null;
    phone: string | null;
    /** The text about what to know before booking. */
    policies: string | null;
    footer: string | null;
    /** URL of the image; null without one. */
    logo: string | null;
    /** The cover and the gallery. */
    pictures: readonly Picture[];
    /** URL of the picture that the API returns of the business, its cover or logo; null without one. */
    picture: string | null;
    /** ISO 3166-1 alpha-2. */
    countryCode: string;
    /** URL of the icon in the browser's tab. */
    icon: string;
    /** Whether visitors may see all that they have. */
    hasMyBookings: boolean;
    /** By ISO 4217; null without one. */
    currency: string | null;
  };
  /** The language that the visitor chose; undefined if it is that of the browser or the account. */
  chosenLanguage: Language | undefined;
  /** The URLs of this page in all languages. Empty for a form that is shown again, which would lose what was typed. */
  languageUrls: readonly { language: Language; url: string }[];
  /** Returns the URL of a page of this site, such as `/services/1`. Values that are undefined are left out. */
  url(path: string, query?: Readonly<Record<string, string | number | undefined>>): string;
  /** Returns the absolute URL of a page of this site, for programs and other sites. Undefined if the server does not know its address. */
  absoluteUrl(path: string): string | undefined;
  /** Returns the URL of an image of the account at this site, by the one that the API returns. */
  imageUrl(image: string): string;
  /** Origins whose pages may show the pages of the site in a frame. */
  embedOrigins: readonly string[];
  /** Whether the dashboard has the origin of the pages, and may preview them in a frame. */
  isWithDashboard: boolean;
  styles: readonly string[];
  /** Undefined if the scripts were not built. The pages work without. */
  script: string | undefined;
}

interface PageProps {
  frame: Frame;
  title: string;
  /** The id of the booking that was made. The script reports it to the page around a frame. */
  booked?: number;
  /** Further elements of the head, such as those for search engines. */
  head?: JSX.Element | undefined;
  children: ComponentChildren;
}

/** The document of a page: header with the account's name and logo, content, footer. */
export function Page({ frame, title, booked, head, children }: PageProps): JSX.Element {
  const { language, texts, site, url, embedOrigins, styles, script } = frame;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {embedOrigins.length > 0 && <meta name="embed-origins" content={embedOrigins.join(' ')} />}
        {booked !== undefined && <meta name="booked" content={String(booked)} />}
        <title>{`${title} – ${site.name}`}</title>
        {head}
        <link rel="icon" href={site.icon} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {script !== undefined && <script type="module" src={script} />}
      </head>
      <body>
        <a class="skip" href="#content">
          {texts.skip}
        </a>
        <header>
          <a href={url('/')} class="site">
            {site.logo !== null && <img src={site.logo} alt="" height="48" />}
            <bdi>{site.name}</bdi>
          </a>
          {/* An embedded page leaves its frame, in which browsers do not send the cookie of the session. */}
          {site.hasMyBookings && (
            <a href={url('/me')} class="mine" target="_top">
              {texts.myBookings}
            </a>
          )}
        </header>
        <main id="content" tabindex={-1}>
          {children}
        </main>
        <footer>
          {site.footer !== null && <Text text={site.footer} />}
          <Languages frame={frame} />
        </footer>
      </body>
    </html>
  );
}

const languageNames = new Map<Language, string>();

/** The name of a language in that language. */
function nameOf(language: Language): string {
  const name = languageNames.get(language) ?? new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? '';
  languageNames.set(language, name);
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Links to this page in the other languages. The choice is kept in the URLs of the pages that follow. */
function Languages({ frame: { language: current, languageUrls, texts } }: { frame: Frame }): JSX.Element | null {
  if (languageUrls.length === 0) return null;
  return (
    <nav aria-label={texts.language}>
      <ul class="languages">
        {languageUrls.map(({ language, url }) => (
          <li key={language}>
            <a href={url} lang={language} hreflang={language} aria-current={language === current ? 'true' : undefined}>
              {nameOf(language)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shows a text of the account: never as markup, in its own direction, with its line breaks. A short one has two lines. */
export function Text({ text, isShort = false }: { text: string; isShort?: boolean }): JSX.Element {
  return (
    <p class={isShort ? 'clamped' : 'text'} dir="auto">
      {text}
    </p>
  );
}

/** Says for sighted users where a card leads. The title of the card is the link, and the whole card opens it. */
export const CardAction = ({ text }: { text: string }): JSX.Element => (
  <span class="action button" aria-hidden="true">
    {text}
  </span>
);

/** A link to another site, which opens beside the page. */
export function Outside({ href, children }: { href: string; children: string }): JSX.Element {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** A sentence with a name in it, which does not turn the direction of the words around it. */
export function SentenceWithName({
  sentence,
  name,
}: {
  sentence: (name: string) => string;
  name: string;
}): JSX.Element {
  const [before, after] = sentence('\0').split('\0');
  return (
    <p>
      {before}
      <bdi>{name}</bdi>
      {after}
    </p>
  );
}

/** A term and its value. */
export type Fact = readonly [term: string, value: string | JSX.Element];

/** A short list of facts, such as what is booked and when. */
export function Facts({ facts }: { facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="summary">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
