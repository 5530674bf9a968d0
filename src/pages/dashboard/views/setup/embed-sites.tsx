import { Button } from '../../../design/button.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { ServerError, staleError } from '../../graphql/server-error.js';
import { DraftedForm } from '../../records/drafted-form.js';
import type { FieldDefinition, Texts } from '../../records/record.rules.js';
import type { StoredRecord } from '../../records/record-source.js';
import { updateShown } from '../../records/update-shown.js';
import { useDraft } from '../../records/use-draft.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { siteOf } from './embed-sites.rules.js';
import { account } from './records.js';

const texts = t.setup.embed;
const fields: readonly FieldDefinition[] = [
  { name: 'site', label: texts.site, kind: 'text', required: true, maxLength: 2_000, hint: texts.siteHint },
];

const sitesOf = ({ attributes: { embedOrigins: sites } }: StoredRecord): string[] =>
  Array.isArray(sites) ? sites.map(String) : [];

/** The websites that may show the booking page: added one by one, and removed with "Undo". */
export function EmbedSites() {
  const loaded = useData('websites that embed', () => account.source.read(undefined));
  const draft = useDraft('/account/embed-sites/new', {});
  const once = useRequestKey();
  const change = async (before: StoredRecord, embedOrigins: readonly string[]): Promise<StoredRecord> => {
    const result = await updateShown({
      version: before.version,
      send: (version) => once((key) => account.source.update(undefined, { embedOrigins }, version, key)),
      read: () => account.source.read(undefined),
      isShownChanged: (now) => String(sitesOf(now)) !== String(sitesOf(before)),
    });
    await loaded.reload();
    if ('saved' in result) return result.saved;
    const { code, message } = staleError();
    throw new ServerError(code, texts.stale({ message }));
  };
  const add = async (shown: StoredRecord, { site: entered = '' }: Texts) => {
    const site = siteOf(entered);
    if (site === undefined) throw new ServerError('BAD_USER_INPUT', texts.noSite, { site: [texts.noSite] });
    const sites = sitesOf(shown);
    if (!sites.includes(site)) await change(shown, [...sites, site]);
    draft.discard();
    showDone(texts.added({ site }));
  };
  const remove = async (shown: StoredRecord, site: string) => {
    const sites = sitesOf(shown);
    const changed = await change(
      shown,
      sites.filter((one) => one !== site),
    );
    showDone(texts.removed({ site }), { label: t.setup.undo, run: () => change(changed, sites) });
  };
  return (
    <LoadedContent label={texts.sites} loaded={loaded}>
      {(shown) => (
        <>
          <Table
            caption={texts.sites}
            rows={sitesOf(shown)}
            keyOf={(site) => site}
            empty={texts.noSites}
            columns={[
              { title: texts.sites, isLong: true, cell: (site) => site },
              {
                title: t.setup.common.action,
                cell: (site) => (
                  <Button
                    kind="danger"
                    label={t.setup.common.removeOf({ name: site })}
                    onClick={() => remove(shown, site)}
                  >
                    {t.setup.common.remove}
                  </Button>
                ),
              },
            ]}
          />
          <DraftedForm
            {...{ fields, draft }}
            shown={{}}
            onDiscard={draft.discard}
            onSubmit={(entered) => add(shown, entered)}
            submitLabel={texts.add}
          />
        </>
      )}
    </LoadedContent>
  );
}
