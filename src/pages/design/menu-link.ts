import type { IconName } from './icon.js';

/** A link of a menu or bar. */
export interface MenuLink {
  href: string;
  title: string;
  icon?: IconName;
  /** Whether its page is shown. */
  isCurrent?: boolean;
  /** Follows the link without loading the page again. */
  onClick?: ((event: MouseEvent) => void) | undefined;
}
