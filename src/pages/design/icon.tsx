import { h } from 'preact';
import { type IconName, icons } from './icons.js';

export type { IconName };

interface IconProps {
  name: IconName;
  /** Read out. An icon without it is decoration beside a text that says the same. */
  label?: string;
}

/** A drawing of one line, in the colour and size of the text around it. */
export function Icon({ name, label }: IconProps) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {icons[name].map(([element, attributes], index) => h(element, { key: index, ...attributes }))}
    </svg>
  );
}
