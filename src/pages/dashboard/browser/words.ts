/** `Awaiting confirmation` for `AWAITING_CONFIRMATION`, `Booked from` for `bookedFrom` and for `booked_from`. */
export function inWords(name: string): string {
  const isConstant = name === name.toUpperCase();
  const spaced = isConstant ? name.toLowerCase() : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const words = spaced.replaceAll(/[_.]/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
