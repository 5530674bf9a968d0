import { t } from '../texts.js';

interface ExportsProps {
  /** Such as `People`. */
  label: string;
  /** The path of the list in REST. */
  path: string;
  /** Its filters there. */
  query: Readonly<Record<string, string>>;
}

/** Links to files with all that a list shows. */
export function Exports({ label, path, query }: ExportsProps) {
  const filters = new URLSearchParams(query).toString();
  const addressOf = (format: string) => `/api/v1/${path}.${format}${filters && `?${filters}`}`;
  return (
    <p class="actions">
      <span class="hint">{t.records.export}</span>
      <a href={addressOf('csv')} download aria-label={t.records.asCsv({ label })}>
        CSV
      </a>
      <a href={addressOf('xlsx')} download aria-label={t.records.asExcel({ label })}>
        Excel
      </a>
    </p>
  );
}
