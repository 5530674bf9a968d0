import { loadTexts } from '../../texts/load-texts.js';

/**
 * The texts of the dashboard in the language of the page, loaded before any other code runs. A page in another language is
 * loaded anew. Rules that are tested without a browser have the English texts.
 */
export const t = await loadTexts(typeof document === 'undefined' ? 'en' : document.documentElement.lang);
