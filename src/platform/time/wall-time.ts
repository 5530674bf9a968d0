const wallTimePattern = /^(\d\d?):(\d\d)(?::00)?$/;
const minutesPerDay = 1440;

/** 36:00, noon of the next date, in minutes: the last time of opening hours, which may pass midnight. */
export const lastMinuteOfHours = 2160;

const writtenTimes = Array.from(
  { length: lastMinuteOfHours + 1 },
  (_, minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
);

/**
 * Parses a time of day: `HH:MM`, `H:MM` or `HH:MM:00` (spec, Opening hours array).
 * @param last the last time that is accepted, in minutes: by default `24:00`, the end of a day
 * @returns minutes since midnight; undefined if the text is not a time up to `last`
 */
export function parseWallTime(text: string, last = minutesPerDay): number | undefined {
  const match = wallTimePattern.exec(text);
  const minute = Number(match?.[2]);
  const minutes = Number(match?.[1]) * 60 + minute;
  return minute < 60 && minutes <= last ? minutes : undefined;
}

/** Formats minutes since midnight, 0 to 2160, as `HH:MM`. @throws RangeError for other numbers */
export function formatWallTime(minutes: number): string {
  const written = writtenTimes[minutes];
  if (written === undefined) throw new RangeError(`${minutes} is not a minute of opening hours`);
  return written;
}
