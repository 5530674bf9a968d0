import type { ComponentChildren } from 'preact';
import { addressOf, follow } from '../navigation.js';

interface LinkProps {
  /** Below the dashboard, such as `people/12`. */
  path: string;
  search?: Readonly<Record<string, string>> | undefined;
  /** The look: a link in a text, or a button. */
  kind?: 'button' | 'button primary' | undefined;
  /** Whether it leads to the place that is shown. */
  isCurrent?: boolean;
  /** Read out instead of the text. */
  label?: string;
  children: ComponentChildren;
}

/** A link to a place of the dashboard. */
export function Link({ path, search, kind, isCurrent = false, label, children }: LinkProps) {
  return (
    <a
      href={addressOf(path, search)}
      class={kind}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => follow(event, path, search)}
    >
      {children}
    </a>
  );
}
