import { CaptureTag, type Context, Liquid } from 'liquidjs';
import { formatLocalized } from '../../platform/time/localized.js';
import type { Zone } from '../../platform/time/zone.js';

/** What is wrong with a template, in words that may be shown: of its text and nothing of what it was given. */
export class TemplateError extends Error {}

/** Characters of a template, and of what it makes. */
const mostCharacters = 65_536;
/** Milliseconds: nothing else is done by the process meanwhile. */
const longestRender = 100;
/** Characters and items that are made on the way. */
const mostMade = 1_000_000;

/** Fills templates in for one reader. @throws TemplateError */
export type Render = (template: string, values: object) => string;

/**
 * Liquid as the texts of accounts have it (contract of messages to people): without files, bounded in time and memory,
 * and with the filter `i18n_date`, which writes a time as `formatLocalized` does, or by a pattern such as `%d.%m.%Y`.
 *
 * @param locale en, sv or nb
 */
export function liquidFor(locale: string, zone: Zone): Render {
  const liquid = new Liquid({
    templates: {},
    strictFilters: true,
    ownPropertyOnly: true,
    timezoneOffset: zone.name,
    locale,
    parseLimit: mostCharacters,
    renderLimit: longestRender,
    memoryLimit: mostMade,
  });
  liquid.registerTag('capture', BoundedCapture);
  liquid.registerFilter('i18n_date', (value: unknown, pattern?: unknown) => {
    if (typeof pattern === 'string') return liquid.evalValueSync('value | date: pattern', { value, pattern });
    const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return Number.isNaN(instant) ? value : formatLocalized(instant, locale, zone);
  });
  return (template, values) => {
    const text = attempt(() => String(liquid.parseAndRenderSync(template, values)));
    if (text.length > mostCharacters) throw new TemplateError(`makes more than ${mostCharacters} characters`);
    return text;
  };
}

/** What is captured counts as made, too: else a text could double itself for as long as there is memory. */
class BoundedCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    yield* super.render(context);
    context.memoryLimit.use(String(context.getSync([this.variable])).length);
  }
}

function attempt(render: () => string): string {
  try {
    return render();
  } catch (error) {
    throw new TemplateError(error instanceof Error ? error.message : 'cannot be read');
  }
}
