/** Arrow keys, with the direction in which they go: right and down are positive. */
const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A step to the side counts more than one along the direction of the key. */
const aside = 3;

/** Moves the focus from one entry of the grid to the nearest in the direction of an arrow key. */
export function moveByKey(event: KeyboardEvent, grid: HTMLElement): void {
  const direction = directions[event.key];
  const from = event.target instanceof Element ? event.target.closest('.ec-event') : null;
  if (!direction || !from || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const [x, y] = direction;
  const start = middleOf(from);
  const distances = [...grid.querySelectorAll<HTMLElement>('.ec-event[tabindex]')].flatMap((entry) => {
    const to = middleOf(entry);
    const [across, down] = [to.x - start.x, to.y - start.y];
    const along = across * x + down * y;
    const off = Math.abs(across * y) + Math.abs(down * x);
    return entry === from || along < 1 ? [] : [{ entry, distance: along + aside * off }];
  });
  const nearest = distances.sort((one, other) => one.distance - other.distance)[0];
  nearest?.entry.focus();
  nearest?.entry.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function middleOf(element: Element): { x: number; y: number } {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
