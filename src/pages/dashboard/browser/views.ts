import type { FunctionComponent } from 'preact';
import type { Permission } from './session.js';

/** A module of a view has it as default export. */
export interface ViewModule {
  default: FunctionComponent;
}

export interface ViewEntry {
  /** The part of the address after `/dashboard/`. */
  path: string;
  title: string;
  /** The view is shown to users who have it. */
  permission: Permission;
  load: () => Promise<ViewModule>;
}

/** The views in the order of the navigation. The first one that the user may see opens at `/dashboard`. */
export const views: readonly ViewEntry[] = [
  { path: 'calendar', title: 'Calendar', permission: 'read', load: () => import('./views/calendar/calendar.view.js') },
  { path: 'today', title: 'Today', permission: 'read', load: () => import('./views/today/today.view.js') },
  { path: 'people', title: 'People', permission: 'read', load: () => import('./views/people/people.view.js') },
  { path: 'figures', title: 'Figures', permission: 'read', load: () => import('./views/figures/figures.view.js') },
  { path: 'setup', title: 'Set-up', permission: 'exceptionDates', load: () => import('./views/setup/setup.view.js') },
];
