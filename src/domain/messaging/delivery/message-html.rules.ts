import escapeHtml from 'escape-html';
import { accentsOf, type Colour, parseColour } from '../../../platform/colours.js';
import { languageOf, type Wording } from '../../../platform/language.js';
import { siteAddress } from '../../account/site-address.rules.js';
import type { RequestContext } from '../../context.js';
import { myBookingsLink } from './my-bookings-link.rules.js';

interface Link {
  label: string;
  href: string;
}

/** The content of an HTML email: a text of the server, and around it the logo, colour and details of the account. */
export interface HtmlContent {
  subject?: string | undefined;
  /** The plain text. Its links to this server become links. */
  body: string;
  /** The language of the text; absent if it is unknown. */
  language?: Wording | undefined;
  /** The language of the customer to whom it goes, for a link to all bookings. Undefined for others, who have none. */
  customer?: Wording | undefined;
  /** Shown as a table, in this order. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** The first one stands out. */
  buttons?: readonly Link[];
  /** The links that stand in the text instead of an address. */
  links?: ReadonlyMap<string, readonly Link[]>;
}

type Sender = Pick<RequestContext, 'account' | 'address' | 'siteDomain'>;

/** `--accent` of `src/pages/design/tokens.css`. */
const builtInColour: Colour = [0x1f, 0x5f, 0xbf];

/**
 * Returns the HTML of an email: the text with the logo and the colour of the account. Everything else is escaped, and
 * nothing but the logo is loaded from a server. Most programs read the styles of elements only, so the styles at the top
 * are what they may lack: the dark form and that of phones.
 */
export function messageHtml(
  { account, address, siteDomain }: Sender,
  { subject = '', body, language, customer, facts = [], buttons = [], links = new Map() }: HtmlContent,
): string {
  const { light, dark } = accentsOf(parseColour(account.accentColour ?? '') ?? builtInColour);
  const bases = [address, siteAddress(address, account, { siteDomain })].filter(Boolean);
  const mine = customer === undefined ? undefined : myBookingsLink({ account, address, siteDomain }, customer);
  const lang = language === undefined ? '' : ` lang="${languageOf(language)}"`;
  const logo =
    account.logo !== null && address !== ''
      ? `<img src="${escapeHtml(`${address}/logos/${account.id}/${account.logo}`)}" alt="${escapeHtml(account.name)}" style="max-width:200px;max-height:64px;border:0">`
      : `<strong style="font-size:20px">${escapeHtml(account.name)}</strong>`;
  return `<!doctype html>
<html${lang}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #12161c !important; color: #e8ecf1 !important; }
  .card { background: #1b222c !important; border-top-color: ${dark.accent} !important; }
  .label { color: #a9b4c2 !important; }
  .fact { border-color: #36414f !important; }
  .link { color: ${dark.accent} !important; }
  .main { background: ${dark.accent} !important; color: ${dark.onAccent} !important; border-color: ${dark.accent} !important; }
  .other { color: ${dark.accent} !important; border-color: ${dark.accent} !important; }
}
@media (max-width: 480px) {
  .card { padding: 20px !important; }
  .button { display: block !important; margin-right: 0 !important; text-align: center !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:16px 8px;background:#eceff3;color:#1a2330;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div class="card" style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border-top:4px solid ${light.accent};border-radius:8px">
<div style="margin-bottom:20px">${logo}</div>
${paragraphs(body, { bases, links, colour: light.accent })}${table(facts)}${buttonRow(buttons, light)}${lastLink(mine, light.accent)}</div>
</body>
</html>
`;
}

function lastLink(link: Link | undefined, colour: string): string {
  if (!link) return '';
  const [href, label] = [escapeHtml(link.href), escapeHtml(link.label)];
  return `<p style="margin:8px 0 0"><a class="link" href="${href}" style="color:${colour}">${label}</a></p>\n`;
}

interface TextLinks {
  /** The addresses of this server, without a trailing slash. */
  bases: readonly string[];
  links: NonNullable<HtmlContent['links']>;
  colour: string;
}

function paragraphs(body: string, textLinks: TextLinks): string {
  return body
    .split(/\n{2,}/)
    .filter((text) => text.trim() !== '')
    .map((text) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${linked(text.trim(), textLinks)}</p>\n`)
    .join('');
}

/** Makes links of the addresses of this server only: a name or note that a visitor has written stays a text. */
function linked(text: string, { bases, links, colour }: TextLinks): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part) => {
      const shown = escapeHtml(part).replaceAll('\n', '<br>');
      const isOwn = bases.some((base) => part.startsWith(`${base}/`));
      if (!isOwn) return shown;
      const link = (address: string, label: string, space = ''): string =>
        `<a class="link" href="${escapeHtml(address)}" style="${space}color:${colour}">${escapeHtml(label)}</a>`;
      const instead = links.get(part);
      if (!instead) return link(part, part);
      // On a line of their own, with the height of a finger.
      const row = instead.map(({ label, href }) => link(href, label, 'display:inline-block;padding:4px 16px 4px 0;'));
      return `<span style="display:block">${row.join(' ')}</span>`;
    })
    .join('');
}

function table(facts: NonNullable<HtmlContent['facts']>): string {
  if (facts.length === 0) return '';
  const border = 'border-top:1px solid #d5dbe3';
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th class="fact label" align="left" valign="top" style="padding:8px 16px 8px 0;${border};color:#56616f;font-weight:normal">${escapeHtml(label)}</th>` +
      `<td class="fact" valign="top" style="padding:8px 0;${border};overflow-wrap:anywhere">${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>\n`,
  );
  return `<table cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;margin:0 0 20px">\n${rows.join('')}</table>\n`;
}

function buttonRow(buttons: readonly Link[], { accent, onAccent }: { accent: string; onAccent: string }): string {
  const shape = `display:inline-block;margin:0 8px 10px 0;padding:10px 18px;border:2px solid ${accent};border-radius:6px;text-decoration:none;font-weight:600`;
  return buttons
    .map(({ label, href }, index) => {
      const [kind, colours] =
        index === 0 ? ['main', `background:${accent};color:${onAccent}`] : ['other', `color:${accent}`];
      return `<a class="button ${kind}" href="${escapeHtml(href)}" style="${shape};${colours}">${escapeHtml(label)}</a>\n`;
    })
    .join('');
}
