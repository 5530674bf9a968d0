import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

export type Kind = 'info' | 'good' | 'warning' | 'danger';

const icons: Record<Kind, IconName> = {
  info: 'info',
  good: 'circle-check',
  warning: 'triangle-alert',
  danger: 'circle-alert',
};

interface BannerProps {
  kind: Kind;
  /** The text. A banner that appears while the user works is `isNew`, so that it is read out. */
  children: ComponentChildren;
  /** Buttons and links for what to do about it. */
  actions?: ComponentChildren;
  isNew?: boolean;
}

/** A message about the page as a whole. */
export function Banner({ kind, children, actions, isNew = false }: BannerProps) {
  const role = kind === 'danger' ? 'alert' : 'status';
  return (
    <div class={`banner ${kind}`} role={isNew ? role : undefined}>
      <Icon name={icons[kind]} />
      <div>{children}</div>
      {actions && <div class="actions">{actions}</div>}
    </div>
  );
}
