import type { ComponentChildren } from 'preact';
import type { Kind } from './banner.js';

/** A word about a record, such as its state. Its colour repeats what the word says. */
export function Badge({ kind, children }: { kind?: Kind; children: ComponentChildren }) {
  return <span class={kind ? `badge ${kind}` : 'badge'}>{children}</span>;
}
