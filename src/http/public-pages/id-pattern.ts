/** Matches the ids that URLs and forms of pages name. */
export const idPattern = /^\d{1,9}$/;
