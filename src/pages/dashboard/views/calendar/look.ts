import { signal } from '../../../design/signal.js';
import { isRowMinutes, type RowMinutes } from './calendar.rules.js';

/** The look of the calendar that a user has chosen. It is kept in the browser. */
export interface Look {
  /** The time between two lines of a grid with hours. */
  rowMinutes: RowMinutes;
  /** The meaning of the colours of entries. */
  colourBy: 'service' | 'resource';
  /** Whether the hours are shown in which nobody works. */
  hasAllHours: boolean;
}

const key = 'calendar-look';
const usual: Look = { rowMinutes: 30, colourBy: 'service', hasAllHours: false };

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
    return {
      rowMinutes: 'rowMinutes' in found && isRowMinutes(found.rowMinutes) ? found.rowMinutes : usual.rowMinutes,
      colourBy: 'colourBy' in found && found.colourBy === 'resource' ? 'resource' : 'service',
      hasAllHours: 'hasAllHours' in found && found.hasAllHours === true,
    };
  } catch {
    return usual;
  }
}
