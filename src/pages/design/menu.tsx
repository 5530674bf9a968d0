import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';
import { showError } from './toast.js';

interface MenuItem {
  title: string;
  icon?: IconName;
  /** An item with an address is a link, one without is a button. */
  href?: string;
  /** An error is shown as a toast. */
  onClick?: (event: MouseEvent) => unknown;
  isDangerous?: boolean;
}

interface MenuProps {
  /** The content of the button that opens it. */
  children: ComponentChildren;
  /** Read out instead of the content, if that is an icon. */
  label?: string;
  items: readonly MenuItem[];
}

const moves: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A button with a menu by the pattern of WAI-ARIA. The browser closes it by Escape and by a click beside it. */
export function Menu({ children, label, items }: MenuProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const elements = () => [...(panel.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Tab') panel.current?.hidePopover();
    const found = elements();
    const target = moves[event.key]?.(found.indexOf(event.target as HTMLElement), found.length);
    if (target === undefined) return;
    event.preventDefault();
    found[target]?.focus();
  };
  const choose = async (item: MenuItem, event: MouseEvent) => {
    panel.current?.hidePopover();
    try {
      await item.onClick?.(event);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <span class="menu">
      <button type="button" class="button" popovertarget={id} aria-haspopup="menu" aria-label={label}>
        {children}
      </button>
      <div id={id} ref={panel} popover="auto" role="menu" tabIndex={-1} onKeyDown={move}>
        {items.map((item, index) => {
          const content = (
            <>
              {item.icon && <Icon name={item.icon} />}
              {item.title}
            </>
          );
          const common = {
            role: 'menuitem' as const,
            tabIndex: -1,
            // The browser moves the focus here as it opens the menu, before another key can be pressed.
            autofocus: index === 0,
            class: item.isDangerous ? 'danger' : undefined,
            onClick: (event: MouseEvent) => void choose(item, event),
          };
          return item.href === undefined ? (
            <button key={item.title} type="button" {...common}>
              {content}
            </button>
          ) : (
            <a key={item.title} href={item.href} {...common}>
              {content}
            </a>
          );
        })}
      </div>
    </span>
  );
}
