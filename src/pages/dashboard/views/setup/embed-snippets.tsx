import { CopyField } from '../../../design/copy.js';
import { serverUrl } from '../../addresses.js';
import { currentSession } from '../../session.js';
import { t } from '../../texts.js';
import { EmbedSites } from './embed-sites.js';

/** The websites that may show the booking page, and the lines that put it there, to copy. */
export function EmbedSnippets() {
  const { embed } = t.setup;
  const { subdomain } = currentSession().account;
  const script = `<script src="${new URL('embed.js', serverUrl)}" data-site="${subdomain}"`;
  const page = new URL(`sites/${subdomain}/`, serverUrl);
  return (
    <section class="panel" aria-label={embed.title}>
      <h2>{embed.title}</h2>
      <p>{embed.why}</p>
      <EmbedSites />
      <p>{embed.intro}</p>
      <CopyField label={embed.inline} name="inline" value={`${script} async></script>`} />
      <CopyField label={embed.button} name="button" value={`${script} data-button="${embed.book}" async></script>`} />
      <CopyField label={embed.link} name="link" value={`<a href="${page}">${embed.book}</a>`} />
    </section>
  );
}
