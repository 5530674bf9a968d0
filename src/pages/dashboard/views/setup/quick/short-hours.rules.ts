/** Two times of a day as people write them: `9`, `9:30`, `9.30` or `0930`. */
const interval = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*[-–—]\s*(\d{1,2})(?:[:.]?(\d{2}))?$/;

/**
 * Reads opening hours as people write them, such as `9-17` or `9-12, 13-17:30`.
 *
 * @returns the times in pairs, as the server stores them; undefined if the text is something else
 */
export function readShortHours(text: string): string[] | undefined {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const pairs = parts.map((part) => {
    const [, fromHour, fromMinute, toHour, toMinute] = interval.exec(part) ?? [];
    return [writtenTime(fromHour, fromMinute), writtenTime(toHour, toMinute)];
  });
  const times = pairs.flat().filter((written) => written !== undefined);
  return times.length > 0 && times.length === pairs.length * 2 ? times : undefined;
}

function writtenTime(hour: string | undefined, minute = '00'): string | undefined {
  if (hour === undefined || Number(hour) > 24 || Number(minute) > 59) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
}
