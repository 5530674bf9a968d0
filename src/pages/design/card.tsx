import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

interface CardProps {
  title: ComponentChildren;
  icon?: IconName;
  children?: ComponentChildren;
  /** Buttons and links below the content. */
  actions?: ComponentChildren;
  /** The element: an item of a list of cards, or a part of the page. */
  as?: 'section' | 'li';
  /** The level of its title. */
  level?: 2 | 3;
}

/** Something that stands for itself, with its title. */
export function Card({ title, icon, children, actions, as: Element = 'section', level = 2 }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Element class="card">
      <Heading>
        {icon && <Icon name={icon} />} {title}
      </Heading>
      {children}
      {actions && <div class="actions">{actions}</div>}
    </Element>
  );
}
