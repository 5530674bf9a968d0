/** Bounds of the values in a request, over REST and GraphQL. */

/** Items of a list. */
export const maxListLength = 1_000;

/** Characters of a text. The column of a stored attribute may bound it further. */
export const maxTextLength = 65_536;

/** Characters of a search text: the length of the columns with which it is compared. */
export const maxSearchLength = 255;

/** The bounds of the length of a list. */
export interface ListBounds {
  least: number;
  most: number;
}

export const tooManyItems = (maximum: number): string => `is too long (maximum is ${maximum} items)`;

export const tooManyCharacters = (maximum: number): string => `is too long (maximum is ${maximum} characters)`;
