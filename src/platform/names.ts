/** `bookedFrom` is `booked_from` in REST; digits stand apart, as in `open_0`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/([a-z])([A-Z0-9])/g, '$1_$2').toLowerCase();
}
