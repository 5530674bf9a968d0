/** Drawings of 24 by 24, as the path of an SVG. */
export const viewIcons = {
  calendar: 'M5 5h14v15H5zM5 10h14M9 3v4M15 3v4',
  today: 'M4 7l1.5 1.5L8 6M4 17l1.5 1.5L8 16M12 7h8M12 12h8M12 17h8',
  people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2.5.8 3.5 3 3.5 5.5',
  figures: 'M4 4v16h16M9 16v-4M13 16V8M17 16v-6',
  setup: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
};

export const searchIcon = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20';

/** A drawing beside a text that says the same. */
export function ShellIcon({ drawing }: { drawing: string }) {
  return (
    <svg class="shell-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawing} />
    </svg>
  );
}
