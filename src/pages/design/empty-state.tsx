import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

interface EmptyStateProps {
  icon: IconName;
  /** A sentence about what will stand here. */
  children: ComponentChildren;
  /** The button or link that makes the first one. */
  action?: ComponentChildren;
}

/** Shown where there is nothing yet. */
export function EmptyState({ icon, children, action }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <p>{children}</p>
      {action}
    </div>
  );
}
