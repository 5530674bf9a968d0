/**
 * The licences whose works may be passed on in a copy of this program, which has the MIT licence, and whether they ask that
 * their text, or the name of the author, is passed on with it.
 */
const licences: Readonly<Record<string, { needsText: boolean }>> = {
  '0BSD': { needsText: false },
  'Apache-2.0': { needsText: true },
  // Fonts may be embedded, and passed on with other software.
  'Bitstream-Vera': { needsText: true },
  'BlueOak-1.0.0': { needsText: true },
  'BSD-2-Clause': { needsText: true },
  'BSD-3-Clause': { needsText: true },
  'CC-BY-3.0': { needsText: true },
  'CC-BY-4.0': { needsText: true },
  'CC0-1.0': { needsText: false },
  ISC: { needsText: true },
  MIT: { needsText: true },
  'MIT-0': { needsText: false },
  // It covers the files of the work alone, whose source has to be passed on: packages are in the image as they are.
  'MPL-2.0': { needsText: true },
  'PSF-2.0': { needsText: true },
  'Python-2.0': { needsText: true },
  Unlicense: { needsText: false },
  Zlib: { needsText: true },
};

/** Whether the licences of an SPDX expression let a work be passed on. No exception (`WITH`) is accepted. */
export function isAccepted(expression: string): boolean {
  return evaluate(expression, (id) => Object.hasOwn(licences, id)) ?? false;
}

/** Whether an accepted expression asks for the text of a licence. */
export function needsText(expression: string): boolean {
  return evaluate(expression, (id) => licences[id]?.needsText === false) !== true;
}

/** Evaluates an SPDX expression, in which `AND` binds more tightly than `OR`. Undefined if it is none. */
function evaluate(expression: string, isTrue: (id: string) => boolean): boolean | undefined {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  const any = (): boolean | undefined => combine(all, 'OR', (left, right) => left || right);
  const all = (): boolean | undefined => combine(one, 'AND', (left, right) => left && right);
  const combine = (
    part: () => boolean | undefined,
    operator: string,
    join: (left: boolean, right: boolean) => boolean,
  ): boolean | undefined => {
    let result = part();
    while (tokens[0] === operator) {
      tokens.shift();
      const right = part();
      result = result === undefined || right === undefined ? undefined : join(result, right);
    }
    return result;
  };
  const one = (): boolean | undefined => {
    const token = tokens.shift();
    if (token !== '(') return token !== undefined && /^[A-Za-z0-9.+-]+$/.test(token) ? isTrue(token) : undefined;
    const result = any();
    return tokens.shift() === ')' ? result : undefined;
  };
  const result = any();
  return tokens.length === 0 ? result : undefined;
}
