/** How much one value of a request may hold, over REST and GraphQL alike. */

/** Items of a list. */
export const longestList = 1_000;

/** Characters of a text. An attribute that is stored is bounded further by its column. */
export const longestText = 65_536;

/** Characters of a text that is searched for: no longer than the columns it is compared with. */
export const longestSearch = 255;

export const tooManyItems = `is too long (maximum is ${longestList} items)`;

export const tooManyCharacters = (maximum: number): string => `is too long (maximum is ${maximum} characters)`;
