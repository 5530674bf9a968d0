import { loadTexts } from '../../texts/load-texts.js';

/**
 * The texts of the dashboard in the language of the page, with the words of the trade of its account, loaded before any other
 * code runs. A page in another language or for another trade is loaded anew. Rules that are tested without a browser have the English texts.
 */
export const t = await (typeof document === 'undefined'
  ? loadTexts('en')
  : loadTexts(document.documentElement.lang, document.documentElement.dataset['trade']));
