import { signal } from '../design/signal.js';
import { dashboardPath } from './addresses.js';
import { leavePlace } from './unsaved.js';

export interface Place {
  /** The first part of the path below the dashboard: the view. Empty for the first view. */
  view: string;
  /** The other parts, decoded. */
  rest: readonly string[];
  search: URLSearchParams;
}

/** The place in the dashboard that the page shows. */
export const place = signal(readPlace());

addEventListener('popstate', () => {
  place.value = readPlace();
});

function readPlace(): Place {
  const { pathname, search } = location;
  const [view = '', ...rest] = pathname.slice(dashboardPath.length).split('/').filter(Boolean).map(decodeURIComponent);
  return { view, rest, search: new URLSearchParams(search) };
}

/** Returns the address of a place: its path below the dashboard, and its query. */
export function addressOf(path: string, search: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(search).toString();
  return `${dashboardPath}/${path}${query ? `?${query}` : ''}`;
}

/** Goes to a place; from a form with changes that are not saved once the user has agreed. @param replace whether "back" skips the current one */
export function navigate(path: string, search: Readonly<Record<string, string>> = {}, replace = false): void {
  const address = addressOf(path, search);
  const go = () => {
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    place.value = readPlace();
  };
  if (address.split('?', 1)[0] === location.pathname) go();
  else leavePlace(go);
}

/** Handles a click on a link to a place of the dashboard. Leaves clicks that open a new tab to the browser. */
export function follow(event: MouseEvent, path: string, search?: Readonly<Record<string, string>>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigate(path, search);
}
