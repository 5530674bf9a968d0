import { Icon } from './icon.js';
import type { MenuLink } from './menu-link.js';

interface BottomBarProps {
  label: string;
  /** At most five, each with an icon and a title of one word. */
  links: readonly MenuLink[];
}

/** The main links at the bottom of a phone. It is hidden on wider pages. Put the class `with-bottom-bar` on the body's content. */
export function BottomBar({ label, links }: BottomBarProps) {
  return (
    <nav class="bottom-bar" aria-label={label}>
      {links.map(({ href, title, icon, isCurrent, onClick }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
          {icon && <Icon name={icon} />}
          <span>{title}</span>
        </a>
      ))}
    </nav>
  );
}
