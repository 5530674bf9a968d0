import { useId } from 'preact/hooks';
import { Icon } from './icon.js';
import type { MenuLink } from './menu-link.js';

interface SideMenuProps {
  label: string;
  /** The links of a folded group are shown when its title is clicked, or if one of them is current. */
  groups: readonly { title: string; links: readonly MenuLink[]; isFolded?: boolean }[];
}

/** A menu of links in groups: a column beside the content, or a list that fills a phone. */
export function SideMenu({ label, groups }: SideMenuProps) {
  const id = useId();
  return (
    <nav class="side-menu" aria-label={label}>
      {groups.map(({ title, links, isFolded = false }, index) => {
        const list = (
          <ul aria-labelledby={`${id}-${index}`}>
            {links.map(({ href, title: text, icon, isCurrent, onClick }) => (
              <li key={href}>
                <a href={href} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
                  {icon && <Icon name={icon} />}
                  {text}
                </a>
              </li>
            ))}
          </ul>
        );
        return isFolded ? (
          <details key={title} class="group" open={links.some(({ isCurrent }) => isCurrent)}>
            <summary id={`${id}-${index}`}>{title}</summary>
            {list}
          </details>
        ) : (
          <div key={title} class="group">
            <p id={`${id}-${index}`}>{title}</p>
            {list}
          </div>
        );
      })}
    </nav>
  );
}
