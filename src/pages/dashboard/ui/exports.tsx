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
      <span class="hint">Export:</span>
      <a href={addressOf('csv')} download aria-label={`${label} as CSV`}>
        CSV
      </a>
      <a href={addressOf('xlsx')} download aria-label={`${label} as an Excel file`}>
        Excel
      </a>
    </p>
  );
}
