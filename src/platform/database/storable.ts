/** Whether PostgreSQL can keep the text: it stores neither a NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The text as PostgreSQL can keep it. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

const deepest = 16;

/** Whether all that is in a JSON value can be kept, and is nested no deeper than can be written out. */
export function isStorableJson(value: unknown, depth = deepest): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.entries(value).every(([key, item]) => isStorable(key) && isStorableJson(item, depth - 1));
}
