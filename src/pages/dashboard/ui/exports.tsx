import { showError } from '../../design/toast.js';
import { recoverSession } from '../session.js';
import { t } from '../texts.js';

interface ExportsProps {
  /** Such as `People`. */
  label: string;
  /** The path of the list in REST. */
  path: string;
  /** Its filters there. */
  query: Readonly<Record<string, string>>;
}

/**
 * Lets the browser save the file of a link. A session may have ended while the page was open: the file would then be an error, so
 * the session is checked first, and the download waits until the user has signed in again. Other clicks, such as those that open
 * a tab, are left to the browser.
 */
async function save(event: MouseEvent & { currentTarget: HTMLAnchorElement }): Promise<void> {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const link = document.createElement('a');
  link.href = event.currentTarget.href;
  link.download = '';
  try {
    await recoverSession();
    link.click();
  } catch (error) {
    showError(error);
  }
}

/** Links to files with all that a list shows. */
export function Exports({ label, path, query }: ExportsProps) {
  const filters = new URLSearchParams(query).toString();
  const addressOf = (format: string) => `/api/v1/${path}.${format}${filters && `?${filters}`}`;
  return (
    <p class="actions">
      <span class="hint">{t.records.export}</span>
      <a href={addressOf('csv')} download onClick={save} aria-label={t.records.asCsv({ label })}>
        CSV
      </a>
      <a href={addressOf('xlsx')} download onClick={save} aria-label={t.records.asExcel({ label })}>
        Excel
      </a>
    </p>
  );
}
