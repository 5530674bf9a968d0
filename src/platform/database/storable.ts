/** Whether PostgreSQL can store the text: it accepts neither NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Removes NUL from a text and replaces halves of surrogate pairs, so that PostgreSQL can store it. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

const deepest = 16;

/** Whether PostgreSQL can store all texts in a JSON value, and it is nested at most 16 levels deep. */
export function isStorableJson(value: unknown, depth = deepest): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.entries(value).every(([key, item]) => isStorable(key) && isStorableJson(item, depth - 1));
}
