import type { Language } from '../../platform/language.js';
import { type Texts, textsIn } from '../../texts/texts.js';
import { type Html, html } from '../html.js';
import { documentationPage } from './page.js';

interface Home {
  language: Language;
  /** The path of the guide that says how an account is created. */
  accountGuide: string;
  demo: Demo | undefined;
  developers: Html;
}

interface Demo {
  /** The subdomain of the demo account. */
  site: string;
  /** The path that signs the visitor in to it, if there is one. */
  link: string | undefined;
}

/** Creates the page at the root: what owners and customers look for, then what developers do. */
export function homePage({ language, accountGuide, demo, developers }: Home): string {
  const { home } = textsIn(language);
  const content = html`<h1>${home.heading}</h1>
<p class="lead">${home.lead}</p>
<ul class="cards entrances">
${demo ? demoEntrances(home, demo) : ''}<li><a href="${accountGuide}">${home.create}</a> <span>${home.createHint}</span></li>
<li><a href="dashboard">${home.signIn}</a> <span>${home.signInHint}</span></li>
</ul>
<h2>${home.developers}</h2>
<p>${home.developersText}</p>
${developers}`;
  return documentationPage({ title: home.title, content, language });
}

/** The ways into the demo account: as its owner, if the visitor may be signed in by a link, and as a customer. */
function demoEntrances(home: Texts['home'], { site, link }: Demo): Html {
  const page = html`sites/${site}/`;
  if (link === undefined) {
    return html`<li><a href="${page}">${home.openDemo}</a> <span>${home.asCustomer}</span></li>\n`;
  }
  return html`<li><a href="${link}">${home.openDemo}</a> <span>${home.asOwner}</span></li>
<li><a href="${page}">${home.bookInDemo}</a> <span>${home.bookInDemoHint}</span></li>\n`;
}
