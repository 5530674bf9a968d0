import { useId } from 'preact/hooks';
import { Link } from './link.js';

interface SideMenuProps {
  label: string;
  /** The path below which the entries are, such as `setup`. */
  path: string;
  /** The name of the entry that is open. */
  current: string;
  groups: readonly {
    name: string;
    title: string;
    entries: readonly { name: string; title: string }[];
  }[];
}

/** A menu of links in groups: a column beside the content, or a list that fills a phone. */
export function SideMenu({ label, path, current, groups }: SideMenuProps) {
  const id = useId();
  return (
    <nav class="side-menu" aria-label={label}>
      {groups.map(({ name, title, entries }) => (
        <div key={name} class="group">
          <p id={`${id}-${name}`}>{title}</p>
          <ul aria-labelledby={`${id}-${name}`}>
            {entries.map((entry) => (
              <li key={entry.name}>
                <Link path={`${path}/${entry.name}`} isCurrent={entry.name === current}>
                  {entry.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
