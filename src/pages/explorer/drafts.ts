/** The contents of a tab of the explorer. */
export interface Draft {
  query: string;
  /** JSON. */
  variables: string;
  /** JSON: headers of the request by name. */
  headers: string;
}

export const emptyDraft: Draft = { query: '', variables: '', headers: '' };

/** The drafts are kept as long as the key: until the tab of the browser is closed. They may contain secrets. */
const storedDrafts = 'booking-explorer-drafts';
const storedHistory = 'booking-explorer-history';
const maxHistory = 50;

export function readDrafts(): Draft[] {
  const drafts = read(sessionStorage, storedDrafts);
  return drafts.length > 0 ? drafts : [{ ...emptyDraft, query: '{ account { name timeZone } }\n' }];
}

export function keepDrafts(drafts: readonly Draft[]): void {
  sessionStorage.setItem(storedDrafts, JSON.stringify(drafts));
}

/** Returns what was executed in this browser, the latest first, without headers. */
export function readHistory(): Draft[] {
  return read(localStorage, storedHistory);
}

export function addToHistory({ query, variables }: Draft): void {
  const others = readHistory().filter((draft) => draft.query !== query || draft.variables !== variables);
  const all = [{ query, variables, headers: '' }, ...others].slice(0, maxHistory);
  localStorage.setItem(storedHistory, JSON.stringify(all));
}

export const clearHistory = (): void => localStorage.removeItem(storedHistory);

/** Returns the list that is stored. None if it was stored by another version, or has been changed. */
function read(storage: Storage, key: string): Draft[] {
  try {
    const drafts: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(drafts) ? drafts.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(value: unknown): value is Draft {
  const names = Object.keys(emptyDraft);
  return (
    typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string')
  );
}
