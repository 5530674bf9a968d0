import type { Texts } from './record.rules.js';

/**
 * The values typed into a form and not yet saved. They survive a reload of the page, a crash of the tab and navigation,
 * until the tab is closed, or the user signs out or another one signs in.
 */
export interface Draft {
  read(): Texts | undefined;
  /** Replaces what is stored. Without texts, nothing is stored. */
  store(texts: Texts): void;
  clear(): void;
}

const prefixOfAll = 'booking-draft/';
/** With the version of the names of fields: a draft from before it changed is not read. */
const prefix = `${prefixOfAll}2/`;

/**
 * @param owner identifies the user, such as `7/3`
 * @param name identifies the form, such as `/services/12`
 */
export function draftOf(owner: string, name: string): Draft {
  const key = `${prefix}${owner}${name}`;
  return {
    read: () => parse(sessionStorage.getItem(key)),
    store: (texts) => {
      if (Object.keys(texts).length === 0) {
        sessionStorage.removeItem(key);
        return;
      }
      try {
        sessionStorage.setItem(key, JSON.stringify(texts));
      } catch {
        // The storage is full or switched off: the form still has the texts.
      }
    },
    clear: () => sessionStorage.removeItem(key),
  };
}

/** Removes the drafts of all users but `owner`. Undefined removes all. */
export function removeDrafts(owner?: string): void {
  for (const key of Object.keys(sessionStorage)) {
    const isKept = owner !== undefined && key.startsWith(`${prefix}${owner}/`);
    if (key.startsWith(prefixOfAll) && !isKept) sessionStorage.removeItem(key);
  }
}

function parse(stored: string | null): Texts | undefined {
  if (stored === null) return undefined;
  try {
    const texts: unknown = JSON.parse(stored);
    if (typeof texts !== 'object' || texts === null) return undefined;
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, String(text)]));
  } catch {
    return undefined;
  }
}
