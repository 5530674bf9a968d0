import type { ComponentChildren } from 'preact';
import { addressOf, follow } from '../navigation.js';

interface LinkProps {
  /** Below the dashboard, such as `people/12`. */
  path: string;
  children: ComponentChildren;
}

/** A link to a place of the dashboard. */
export function Link({ path, children }: LinkProps) {
  return (
    <a href={addressOf(path)} onClick={(event) => follow(event, path)}>
      {children}
    </a>
  );
}
