import { signal } from '../../../design/signal.js';
import { zooms } from './calendar.rules.js';

/** The look of the calendar that a user has chosen. It is kept in the browser. */
export interface Look {
  /** The index of one of `zooms`. */
  zoom: number;
  /** Whether the hours are shown in which nobody works. */
  hasAllHours: boolean;
}

const key = 'calendar-look';
const usual: Look = { zoom: 1, hasAllHours: false };

export const look = signal<Look>(stored());

export function setLook(changes: Partial<Look>): void {
  look.value = { ...look.value, ...changes };
  localStorage.setItem(key, JSON.stringify(look.value));
}

/** Reads the look from the browser, where anything can be. */
function stored(): Look {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof found !== 'object' || found === null) return usual;
    const zoom = 'zoom' in found && typeof found.zoom === 'number' && found.zoom in zooms ? found.zoom : usual.zoom;
    return { zoom, hasAllHours: 'hasAllHours' in found && found.hasAllHours === true };
  } catch {
    return usual;
  }
}
