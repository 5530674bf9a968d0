import { CaptureTag, type Context, Drop, Liquid } from 'liquidjs';
import { formatLocalized } from '../../../platform/time/localized.js';
import type { Zone } from '../../../platform/time/zone.js';
import { maxLiquidCharacters } from '../../liquid-text.rules.js';

/** What is wrong with a template, in words that may be shown: of its text and nothing of what it was given. */
export class TemplateError extends Error {}

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
 * @param isHtml whether what is filled in is escaped, as it becomes part of HTML
 */
export function liquidFor(locale: string, zone: Zone, isHtml = false): Render {
  const liquid = new Liquid({
    templates: {},
    strictFilters: true,
    ownPropertyOnly: true,
    timezoneOffset: zone.name,
    locale,
    parseLimit: maxLiquidCharacters,
    renderLimit: longestRender,
    memoryLimit: mostMade,
    ...(isHtml && { outputEscape: escapeOnce }),
  });
  if (isHtml) liquid.registerFilter('newline_to_br', withBreaks);
  liquid.registerTag('capture', BoundedCapture);
  // It would let a value bring markup: who writes templates does not know what people write.
  liquid.registerFilter('raw', (value: unknown) => value);
  liquid.registerFilter('i18n_date', (value: unknown, pattern?: unknown) => {
    if (typeof pattern === 'string') return liquid.evalValueSync('value | date: pattern', { value, pattern });
    const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return Number.isNaN(instant) ? value : formatLocalized(instant, locale, zone);
  });
  return (template, values) => {
    const text = attempt(() => String(liquid.parseAndRenderSync(template, values)));
    if (text.length > maxLiquidCharacters) throw new TemplateError(`makes more than ${maxLiquidCharacters} characters`);
    return text;
  };
}

/** Part of a text that was filled in: what it holds is escaped already. */
class Captured extends Drop {
  constructor(readonly text: string) {
    super();
  }

  override valueOf(): string {
    return this.text;
  }
}

/** What is captured counts as made, too: else a text could double itself for as long as there is memory. */
class BoundedCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    yield* super.render(context);
    const text = String(context.getSync([this.variable]));
    context.memoryLimit.use(text.length);
    if (context.opts.outputEscape) context.bottom()[this.variable] = new Captured(text);
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Not what is escaped already: templates with `| escape` are common. */
function escapeOnce(value: unknown): string {
  if (value instanceof Captured) return value.text;
  const text = value instanceof Drop ? value.valueOf() : value;
  return String(text ?? '').replace(/&(?!(?:amp|lt|gt|quot|#\d{1,7});)|[<>"']/g, (sign) => escapes[sign] ?? sign);
}

function withBreaks(value: unknown): Captured {
  return new Captured(escapeOnce(value).replace(/\r?\n/g, '<br />\n'));
}

function attempt(render: () => string): string {
  try {
    return render();
  } catch (error) {
    throw new TemplateError(error instanceof Error ? error.message : 'cannot be read');
  }
}
