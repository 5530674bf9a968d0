/** Converts `bookedFrom` to `booked_from`. Digits become a part of their own: `open0` to `open_0`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/([a-z])([A-Z0-9])/g, '$1_$2').toLowerCase();
}
