/** Names up to this length are misspelt by one typing error at most, longer ones by two: HOME is not a misspelt HOST. */
const maxShortLength = 8;

/**
 * Returns warnings about variables that look like a misspelt setting. Settings share no prefix, and most variables of an
 * environment are not ours, so a name is reported only if it resembles a setting: closely if that is set, too, because
 * other programs have settings like ours.
 */
export function misspeltSettings(names: readonly string[], settings: ReadonlySet<string>): string[] {
  return names
    .filter((name) => !settings.has(name))
    .flatMap((name) => {
      const given = name.toUpperCase();
      const meant = [...settings].find((setting) => isAlmost(given, setting, names.includes(setting)));
      return meant ? [`${name} is not a setting; did you mean ${meant}?`] : [];
    });
}

function isAlmost(name: string, setting: string, isSet: boolean): boolean {
  const maxDistance = setting.length > maxShortLength && !isSet ? 2 : 1;
  return Math.abs(name.length - setting.length) <= maxDistance && distance(name, setting) <= maxDistance;
}

/**
 * The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. fastest-levenshtein
 * was rejected: it counts a swap as two, so PROT would not be a misspelt PORT, and it would be another package.
 */
function distance(from: string, to: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last ?? [], current];
  }
  return at(last, to.length);
}

const at = (row: readonly number[] | undefined, column: number): number => row?.[column] ?? Number.POSITIVE_INFINITY;
