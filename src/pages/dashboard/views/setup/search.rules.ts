/** A setting or a part of the set-up that a search can find. */
export interface FoundSetting {
  title: string;
  /** The part that has it; empty for the part itself. */
  detail: string;
  /** The place below the dashboard, such as `setup/rules`. */
  path: string;
  /** The field to show there. */
  field?: string;
  /** Other words that people use for it. */
  words: string;
}

/** The most results that a search shows. */
const maxFound = 8;

/** Small letters without accents, so that `offnung` finds `Öffnungszeiten`. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the settings that have each word of a search at the beginning of one of theirs: first those whose title begins with the
 * search, then by title, then by other words.
 */
export function findSettings(text: string, settings: readonly FoundSetting[]): FoundSetting[] {
  const wanted = plain(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const ranked = settings.flatMap((setting) => {
    const title = plain(setting.title);
    if (title.startsWith(wanted.join(' '))) return [{ setting, rank: 0 }];
    if (hasAll(title, wanted)) return [{ setting, rank: 1 }];
    return hasAll(`${title} ${plain(setting.detail)} ${plain(setting.words)}`, wanted) ? [{ setting, rank: 2 }] : [];
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, maxFound)
    .map(({ setting }) => setting);
}

function hasAll(text: string, wanted: readonly string[]): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u);
  return wanted.every((part) => words.some((word) => word.startsWith(part)));
}
