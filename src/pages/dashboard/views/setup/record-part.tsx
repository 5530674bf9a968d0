import type { ComponentChildren, FunctionComponent } from 'preact';
import { type Column, Table } from '../../../design/table.js';
import { execute } from '../../graphql/client.js';
import { navigate } from '../../navigation.js';
import { listChoices } from '../../records/choices.operations.js';
import { type FieldDefinition, toOptions } from '../../records/record.rules.js';
import { RecordForm } from '../../records/record-form.js';
import type { StoredRecord } from '../../records/record-source.js';
import { RemoveButton } from '../../records/remove-button.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent, PageList } from '../../ui/loaded.js';
import { type Page, useData, usePages } from '../../use-data.js';
import type { RecordKind } from './records.js';
import { listCategories, listTaxRates } from './setup.operations.js';

export interface SetupPartProps {
  /** The record that is open, or `new`; undefined for the list. */
  open: string | undefined;
  /** The part of the record that is open, such as one of its messages. */
  below?: string | undefined;
}

type PartKind = Pick<
  RecordKind,
  'path' | 'source' | 'texts' | 'fields' | 'initial' | 'permission' | 'hasOwnForm' | 'deletion'
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

/** Returns the part of a kind of records. */
export const partOf =
  (
    kind: PartKind,
    List: FunctionComponent,
    below: Pick<RecordPartProps, 'details' | 'related'> = {},
  ): FunctionComponent<SetupPartProps> =>
  ({ open }) => (
    <RecordPart {...{ kind, open }} {...below}>
      <List />
    </RecordPart>
  );

/** The list of a kind of records, or the form of one of them. */
export function RecordPart({ kind, open, details, related, children }: RecordPartProps) {
  const path = `setup/${kind.path}`;
  const { source, texts, initial, deletion } = kind;
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
  const footer = (stored: StoredRecord, reload: () => Promise<void>) => (
    <>
      <RemoveButton
        {...{ source, id, texts, reload }}
        version={stored.version}
        consequence={deletion}
        onRemoved={close}
      />
      {related?.(stored, reload)}
    </>
  );
  return (
    <>
      <p>
        <Link path={path}>{t.setup.common.backToList}</Link>
      </p>
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

/** Reads the records that fields offer, and gives the fields their options. */
function WithChoices({ fields, open, children }: WithChoicesProps) {
  const named = new Set(fields.flatMap(({ choices }) => choices ?? []));
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
            return { ...field, options: [...(kind === 'record' && !required ? [none] : []), ...records[choices]] };
          }),
        )
      }
    </LoadedContent>
  );
}

interface ListedRecord {
  id: number;
}

interface List<Row> {
  caption: string;
  /** Shown instead of an empty list. */
  empty?: string;
  columns: readonly ListColumn<Row>[];
}

interface ListColumn<Row> extends Column<Row> {
  /** Whether the cell leads to the record. */
  isLink?: boolean;
}

const keyOf = ({ id }: ListedRecord) => id;

function columnsOf<Row extends ListedRecord>(path: string, columns: readonly ListColumn<Row>[]): Column<Row>[] {
  return columns.map(({ isLink = false, cell, ...column }) => ({
    ...column,
    cell: isLink ? (row) => <Link path={`setup/${path}/${row.id}`}>{cell(row)}</Link> : cell,
  }));
}

interface TableProps<Row> extends List<Row> {
  path: string;
  rows: readonly Row[];
}

/** A table of records whose cells lead to them. */
export function RecordTable<Row extends ListedRecord>({ path, columns, ...table }: TableProps<Row>) {
  return <Table {...{ ...table, keyOf }} columns={columnsOf(path, columns)} />;
}

interface LabelledList<Row> extends List<Row> {
  /** The name of the records while they are read, such as `The services`. */
  label: string;
}

/** Returns the list of a kind of records, which is read as a whole. */
export const listOf =
  <Row extends ListedRecord>(
    path: string,
    read: () => Promise<readonly Row[]>,
    { label, ...list }: LabelledList<Row>,
  ): FunctionComponent =>
  () => (
    <LoadedContent label={label} loaded={useData(`list of ${path}`, read)}>
      {(rows) => <RecordTable {...{ path, rows, ...list }} />}
    </LoadedContent>
  );

/** Returns the list of a kind of records, which is read page by page. */
export const pagesOf =
  <Row extends ListedRecord>(
    path: string,
    read: (after: string | null) => Promise<Page<Row>>,
    { caption, columns, ...list }: List<Row>,
  ): FunctionComponent =>
  () => (
    <PageList
      {...{ ...list, label: caption, keyOf, columns: columnsOf(path, columns) }}
      pages={usePages(`list of ${path}`, read)}
    />
  );
