import { useState } from 'preact/hooks';
import { CsvError, decodeCsv, parseCsv } from '../../../../platform/read-csv.rules.js';
import { Button } from '../../../design/button.js';
import { Field } from '../../../design/field.js';
import { Table } from '../../../design/table.js';
import { downloadCsv } from '../../download.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { randomKey } from '../../graphql/request-key.js';
import { reasonOf } from '../../long-work/item-error.js';
import { useParts } from '../../long-work/use-parts.js';
import { WorkProgress } from '../../long-work/work-progress.js';
import { currentSession } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { digestOf, type ImportItem, type ImportPlan, partSize, partsOf, planImport } from './import.rules.js';
import { type ImportPeopleMutation, importPeople } from './people.operations.js';

interface ChosenFile {
  name: string;
  plan: ImportPlan;
  /** A warning for the user to check before the import. */
  notice: string | undefined;
  /** Recognises the file when it is chosen again. */
  digest: string;
}

function sentenceOf({ problem, line }: CsvError): string {
  switch (problem) {
    case 'quote':
      return t.records.csvQuote({ line });
    case 'lost':
      return t.records.csvLost({ line });
    case 'cells':
    case 'length':
      return t.records.csvLong({ line });
  }
}

/** Imports people from a CSV file, part by part, with a report of each line. */
export function ImportPeople() {
  const [file, setFile] = useState<ChosenFile>();
  const [problem, setProblem] = useState<string>();
  const choose = async (chosen: File | undefined) => {
    setFile(undefined);
    setProblem(undefined);
    if (!chosen) return;
    try {
      const { text, doubtful } = decodeCsv(new Uint8Array(await chosen.arrayBuffer()));
      const notice = doubtful === undefined ? undefined : t.records.csvEncoding({ sample: doubtful });
      const plan = planImport(parseCsv(text));
      if (plan.problem === undefined) setFile({ name: chosen.name, plan, notice, digest: digestOf(text) });
      else setProblem(plan.problem);
    } catch (error) {
      setProblem(error instanceof CsvError ? sentenceOf(error) : t.people.import.unreadable);
    }
  };
  return (
    <>
      <p>
        <Link path="people">{t.people.all}</Link>
      </p>
      <h1>{t.people.import.title}</h1>
      <p>{t.people.import.text}</p>
      <Field
        label={t.people.import.file}
        name="file"
        type="file"
        accept=".csv,text/csv"
        hint={t.people.import.fileHint}
        error={problem}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      {file && <ImportWork key={file.digest} file={file} />}
    </>
  );
}

type PartResult = NonNullable<ImportPeopleMutation['importPeople']>;

/** A part of the file with the key under which the server does it once. */
interface Part {
  items: readonly ImportItem[];
  key: string;
}

interface LineReport {
  line: number;
  who: string;
  result: string;
  isFailure: boolean;
  /** The phone number of a line that was imported although nobody can call it. */
  uncallable: string | undefined;
}

function ImportWork({ file: { name, plan, notice, digest } }: { file: ChosenFile }) {
  const { number } = formats();
  const [storage] = useState(() => `booking-import/${currentSession().account.id}/${digest}`);
  const [importKey] = useState(() => keyIn(storage));
  const [parts] = useState(() =>
    partsOf(plan.items, partSize).map((items, index): Part => ({ items, key: `${importKey}-${index}` })),
  );
  const work = useParts(parts, async ({ items, key }): Promise<PartResult> => {
    const answer = await execute(importPeople, { items: items.map(({ attributes }) => attributes), key });
    if (!answer.importPeople) throw new Error(t.people.import.noReport);
    if (key === parts.at(-1)?.key) localStorage.removeItem(storage);
    return answer.importPeople;
  });
  const lines = work.results.flatMap((result, index) => reportsOf(parts[index], result));
  const failed = lines.filter(({ isFailure }) => isFailure);
  const uncallable = lines.filter((line) => line.uncallable !== undefined);
  const counted = (result: string) => number(lines.filter((line) => line.result === result).length);
  return (
    <>
      <p>
        {t.people.import.people({ file: name, count: number(plan.items.length) })}
        {plan.ignored.length > 0 && t.people.import.ignored({ columns: plan.ignored.join(', ') })}
      </p>
      {notice && <p role="alert">{notice}</p>}
      <WorkProgress
        label={t.people.import.importing}
        work={work}
        done={lines.length}
        total={plan.items.length}
        start={t.people.import.start}
        ifClosed={t.people.import.ifClosed}
      />
      {lines.length > 0 && (
        <>
          <p role="status">
            {t.people.import.counts({
              created: counted(effects.CREATED),
              updated: counted(effects.UPDATED),
              unchanged: counted(effects.UNCHANGED),
              failed: number(failed.length),
            })}
          </p>
          {failed.length > 0 && (
            <Table
              caption={t.people.import.failedLines}
              rows={failed.slice(0, 200)}
              keyOf={({ line }) => line}
              columns={[
                { title: t.people.import.line, isNumber: true, cell: ({ line }) => line },
                { title: t.people.import.who, cell: ({ who }) => who },
                { title: t.people.import.why, cell: ({ result }) => result },
              ]}
            />
          )}
          {uncallable.length > 0 && (
            <>
              <Table
                caption={t.people.import.uncallable}
                rows={uncallable.slice(0, 200)}
                keyOf={({ line }) => line}
                columns={[
                  { title: t.people.import.line, isNumber: true, cell: ({ line }) => line },
                  { title: t.people.import.who, cell: ({ who }) => who },
                  { title: t.people.phone, cell: (line) => line.uncallable },
                ]}
              />
              <p class="hint">{t.people.import.uncallableWhy}</p>
            </>
          )}
          <Button
            onClick={() =>
              downloadCsv('import-report.csv', [
                [t.people.import.line, t.people.import.who, t.people.import.result],
                ...lines.map(({ line, who, result }) => [line, who, result]),
              ])
            }
          >
            {t.people.import.report}
          </Button>
        </>
      )}
    </>
  );
}

/** Returns the key of an import of this file that was not finished, or a new one. */
function keyIn(storage: string): string {
  const stored = localStorage.getItem(storage);
  if (stored !== null && /^[0-9a-f]{32}$/.test(stored)) return stored;
  const key = randomKey();
  localStorage.setItem(storage, key);
  return key;
}

const effects = {
  CREATED: t.people.import.created,
  UPDATED: t.people.import.updated,
  UNCHANGED: t.people.import.unchanged,
} as const;

function reportsOf(part: Part | undefined, { items }: PartResult): LineReport[] {
  return items.flatMap(({ index, effect, person, error }) => {
    const item = part?.items[index];
    if (!item) return [];
    const { name, email, phoneNumber } = item.attributes;
    const uncallable = person && person.phoneNumberFormatted === null ? phoneNumber : undefined;
    const result = effect ? effects[effect] : error ? reasonOf(error) : t.people.import.failed;
    return [{ line: item.line, who: name ?? email ?? phoneNumber ?? '', result, isFailure: !effect, uncallable }];
  });
}
