import type { Texts } from './record.rules.js';

/**
 * The values typed into a form and not yet saved. They survive a reload of the page, a crash of the tab and navigation,
 * until the tab is closed.
 */
export interface Draft {
  read(): Texts | undefined;
  /** Replaces what is stored. Without texts, nothing is stored. */
  store(texts: Texts): void;
  clear(): void;
}

/** @param name identifies the form, with the account, such as `7/services/12` */
export function draftOf(name: string): Draft {
  const key = `booking-draft/${name}`;
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
