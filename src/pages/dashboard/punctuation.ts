import { t } from './texts.js';

/** Empty parts are left out. */
type Parts = readonly (string | false | null | undefined)[];

const { labelled, followed } = t.punctuation;

/** `Sent: the address does not exist`: each part is what the next one is about. */
export function labelledText(parts: Parts): string {
  return join(parts, (label, value) => labelled({ label, value }));
}

/** `Role: admin; Firefox`: parts that have commas themselves. */
export function followedText(parts: Parts): string {
  return join(parts, (text, next) => followed({ text, next }));
}

function join(parts: Parts, add: (text: string, next: string) => string): string {
  const [first = '', ...others] = parts.flatMap((part) => part || []);
  return others.reduce(add, first);
}
