/** Clauses without the noun that they describe: they begin neither a sentence nor a name of what is declared. */
const pronouns = 'what|whatever|who|whom|whoever|whose|which|whichever|how|why|where|if';
const prepositions = 'about|after|at|before|by|for|from|in|on|of|since|through|to|under|until|with';
const headless = new RegExp(`^(?:${pronouns}|that of|(?:${prepositions}) (?:${pronouns}|when))\\b`, 'i');

/** Whether a text begins with such a clause, as `How long it takes.` does. */
export const isHeadless = (text: string): boolean => /^[A-Z]/.test(text) && headless.test(text);
