import type { ComponentChildren, FunctionComponent } from 'preact';
import { useSignal } from '../../../design/signal.js';
import { execute } from '../../graphql/client.js';
import { navigate, place } from '../../navigation.js';
import { listChoices } from '../../records/choices.operations.js';
import { type FieldDefinition, toOptions } from '../../records/record.rules.js';
import { RecordForm } from '../../records/record-form.js';
import type { Attributes, ListedRecord, StoredRecord } from '../../records/record-source.js';
import { recordName, useKept, useRemoved } from '../../records/removals.js';
import { RemoveButton } from '../../records/remove-button.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent, PageList } from '../../ui/loaded.js';
import { type Page, type Pages, useData, usePages } from '../../use-data.js';
import { cellText, hasNumbers, type RecordKind } from './record-kind.js';
import { listCategories, listTaxRates } from './setup.operations.js';

export interface SetupPartProps {
  /** The record that is open, or `new`; undefined for the list. */
  open: string | undefined;
  /** The part of the record that is open, such as one of its messages. */
  below?: string | undefined;
}

type PartKind = Pick<
  RecordKind,
  'path' | 'source' | 'texts' | 'fields' | 'initial' | 'permission' | 'hasOwnForm' | 'deletion' | 'isAccess'
>;

interface RecordPartProps {
  kind: PartKind;
  open: string | undefined;
  /** Shown below the form of a record. */
  details?: ((id: number) => ComponentChildren) | undefined;
  /** Shown below the form of a record that the user may write, with the record that the form shows and a function that reads it again. */
  related?: ((stored: StoredRecord, reload: () => Promise<void>) => ComponentChildren) | undefined;
  /** The list. */
  children: ComponentChildren;
}

type RecordBelow = Pick<RecordPartProps, 'details' | 'related'>;

/** Returns the part of a kind of records. */
export const partOf =
  (kind: PartKind, List: FunctionComponent, below: RecordBelow = {}): FunctionComponent<SetupPartProps> =>
  ({ open }) => (
    <RecordPart {...{ kind, open }} {...below}>
      <List />
    </RecordPart>
  );

/** The list of a kind of records, or the form of one of them. */
export function RecordPart({ kind, open, details, related, children }: RecordPartProps) {
  const path = `setup/${kind.path}`;
  const { source, texts, initial, deletion, isAccess } = kind;
  const isRemoved = useRemoved();
  const canWrite = can(kind.permission);
  const canCreate = canWrite && !kind.hasOwnForm;
  const close = () => navigate(path);
  if (open === 'new' && canCreate) {
    return (
      <>
        <h2>{texts.create}</h2>
        <WithChoices fields={kind.fields} open={open}>
          {(fields) => (
            <RecordForm
              {...{ source, fields, ...(initial && { initial }) }}
              id="new"
              label={texts.record}
              onSaved={close}
              onCancel={close}
            />
          )}
        </WithChoices>
      </>
    );
  }
  if (open === undefined || !/^\d{1,10}$/.test(open)) {
    return (
      <>
        {canCreate && (
          <p class="actions">
            <Link path={`${path}/new`} kind="button primary">
              {texts.create}
            </Link>
          </p>
        )}
        {children}
      </>
    );
  }
  const id = Number(open);
  const back = (
    <p>
      <Link path={path}>{t.setup.common.backToList}</Link>
    </p>
  );
  if (isRemoved(recordName(source.path, id))) {
    return (
      <>
        {back}
        <p class="notice">{t.records.gone}</p>
      </>
    );
  }
  const footer = (stored: StoredRecord, reload: () => Promise<void>) => (
    <>
      <RemoveButton
        {...{ source, id, texts, reload }}
        version={stored.version}
        consequence={deletion}
        isAtOnce={isAccess}
        onRemoved={close}
      />
      {related?.(stored, reload)}
    </>
  );
  return (
    <>
      {back}
      {canWrite && (
        <WithChoices key={open} fields={kind.fields} open={open}>
          {(fields) => <RecordForm {...{ source, id, fields, footer }} label={texts.record} onCancel={close} />}
        </WithChoices>
      )}
      {details?.(id)}
    </>
  );
}

interface WithChoicesProps {
  fields: readonly FieldDefinition[];
  open: string;
  children: (fields: readonly FieldDefinition[]) => ComponentChildren;
}

/** The paths of the records that fields offer. */
const pathsOfChoices = {
  resources: '/resources',
  services: '/services',
  categories: '/categories',
  taxRates: '/tax-rates',
} as const;

/** Reads the records that fields offer, and gives the fields their options. */
export function WithChoices({ fields, open, children }: WithChoicesProps) {
  const named = new Set(fields.flatMap(({ choices }) => choices ?? []));
  const isRemoved = useRemoved();
  const loaded = useData(`choices ${[...named].join()} ${open}`, async () => {
    const [listed, listedCategories, listedRates] = await Promise.all([
      named.size > 0 ? execute(listChoices, {}) : undefined,
      named.has('categories') ? execute(listCategories, {}) : undefined,
      named.has('taxRates') ? execute(listTaxRates, {}) : undefined,
    ]);
    return {
      resources: toOptions(listed?.resources.nodes ?? []),
      services: toOptions(listed?.services.nodes ?? []),
      taxRates: toOptions((listedRates?.taxRates.nodes ?? []).map(({ id, name }) => ({ id, title: name }))),
      // No category is below itself.
      categories: toOptions(listedCategories?.categories.nodes ?? []).filter(({ value }) => value !== open),
    };
  });
  if (named.size === 0) return children(fields);
  const none = { value: '', text: t.setup.common.none };
  return (
    <LoadedContent label={t.setup.common.choices} loaded={loaded}>
      {(records) =>
        children(
          fields.map((field) => {
            const { choices, kind, required } = field;
            if (choices === undefined) return field;
            const offered = records[choices].filter(
              ({ value }) => !isRemoved(recordName(pathsOfChoices[choices], Number(value))),
            );
            return { ...field, options: [...(kind === 'record' && !required ? [none] : []), ...offered] };
          }),
        )
      }
    </LoadedContent>
  );
}

/** Reads a list of a kind of records. @param variables those of its query */
export async function readList({ path, operations }: RecordKind, variables: Attributes): Promise<Page<ListedRecord>> {
  if (!operations.list) throw new Error(`${path} has no list`);
  return (await execute(operations.list, variables)).records;
}

export const useRecordList = (kind: RecordKind, variables: Attributes = {}): Pages<ListedRecord> =>
  useKept(
    kind.source.path,
    usePages(`list of ${kind.path} ${JSON.stringify(variables)}`, (after) => readList(kind, { ...variables, after })),
  );

interface RecordListProps {
  kind: RecordKind;
  pages: Pages<ListedRecord>;
  /** Shown in a last column. */
  actions?: (record: ListedRecord) => ComponentChildren;
}

/** The list of a kind of records, by its columns. Some of their cells lead to the records, to the field that was searched for. */
export function RecordList({ kind, pages, actions }: RecordListProps) {
  const { path, list } = kind;
  const field = useSignal(place).search.get('field');
  if (!list) return null;
  const columns = list.columns.map((column) => ({
    ...column,
    isNumber: hasNumbers(kind, column),
    cell: (record: ListedRecord) => {
      const text = cellText(kind, column, record);
      return column.isLink ? (
        <Link path={`setup/${path}/${record.id}`} search={field === null ? undefined : { field }}>
          {text}
        </Link>
      ) : (
        text
      );
    },
  }));
  const last = actions ? [{ title: t.setup.common.action, cell: actions }] : [];
  return (
    <PageList
      {...{ pages, label: list.caption, empty: list.empty, columns: [...columns, ...last] }}
      keyOf={({ id }) => id}
    />
  );
}

/** Returns the list of a kind of records without actions. */
export const listOf =
  (kind: RecordKind): FunctionComponent =>
  () => <RecordList kind={kind} pages={useRecordList(kind)} />;

/** Returns the part of a kind of records with that list. */
export const listedPartOf = (kind: RecordKind, below?: RecordBelow): FunctionComponent<SetupPartProps> =>
  partOf(kind, listOf(kind), below);
