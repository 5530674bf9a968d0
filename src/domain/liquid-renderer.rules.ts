import escapeHtml from 'escape-html';
import { CaptureTag, type Context, Drop, Liquid } from 'liquidjs';
import { formatLocalized } from '../platform/time/localized.js';
import type { Zone } from '../platform/time/zone.js';
import { maxLiquidCharacters } from './liquid-text.rules.js';

/** A template could not be parsed or rendered. The message may be shown: it quotes the template, never its values. */
export class TemplateError extends Error {}

/** In milliseconds. Rendering blocks the event loop. */
const maxRenderTime = 100;
/** In characters and list items, of all intermediate results. */
const maxMemory = 1_000_000;

/** Renders a template for one recipient. @throws TemplateError */
export type Render = (template: string, values: object) => string;

/**
 * Creates a Liquid renderer for the texts of accounts, of messages and pages. It has no access to files, its
 * time and memory are bounded, and its filter `i18n_date` formats a time as `formatLocalized` does, or by a pattern such
 * as `%d.%m.%Y`.
 *
 * @param locale en, sv or nb
 * @param isHtml whether to escape values for HTML
 */
export function createRenderer(locale: string, zone: Zone, isHtml = false): Render {
  const liquid = new Liquid({
    templates: {},
    strictFilters: true,
    ownPropertyOnly: true,
    timezoneOffset: zone.name,
    locale,
    parseLimit: maxLiquidCharacters,
    renderLimit: maxRenderTime,
    memoryLimit: maxMemory,
    ...(isHtml && { outputEscape: escapeOnce }),
  });
  if (isHtml) liquid.registerFilter('newline_to_br', withBreaks);
  liquid.registerTag('capture', BoundedCapture);
  // Liquid's own `raw` disables escaping, which would let values entered by visitors inject markup.
  liquid.registerFilter('raw', (value: unknown) => value);
  liquid.registerFilter('i18n_date', (value: unknown, pattern?: unknown) => {
    if (typeof pattern === 'string') return liquid.evalValueSync('value | date: pattern', { value, pattern });
    const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return Number.isNaN(instant) ? value : formatLocalized(instant, locale, zone);
  });
  return (template, values) => {
    const text = withTemplateErrors(() => String(liquid.parseAndRenderSync(template, values)));
    if (text.length > maxLiquidCharacters) throw new TemplateError(`makes more than ${maxLiquidCharacters} characters`);
    return text;
  };
}

/** A rendered part of a text, whose values are already escaped. */
class Captured extends Drop {
  constructor(readonly text: string) {
    super();
  }

  override valueOf(): string {
    return this.text;
  }
}

/** Counts captured text towards the memory limit. Without that, a template could double a text until memory runs out. */
class BoundedCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    yield* super.render(context);
    const text = String(context.getSync([this.variable]));
    context.memoryLimit.use(text.length);
    if (context.opts.outputEscape) context.bottom()[this.variable] = new Captured(text);
  }
}

/** Leaves escaped text alone, because templates with `| escape` are common. */
function escapeOnce(value: unknown): string {
  if (value instanceof Captured) return value.text;
  const text = value instanceof Drop ? value.valueOf() : value;
  return String(text ?? '').replace(/&(?!(?:amp|lt|gt|quot|#\d{1,7});)|[<>"']/g, (sign) => escapeHtml(sign));
}

function withBreaks(value: unknown): Captured {
  return new Captured(escapeOnce(value).replace(/\r?\n/g, '<br />\n'));
}

function withTemplateErrors(render: () => string): string {
  try {
    return render();
  } catch (error) {
    throw new TemplateError(error instanceof Error ? error.message : 'cannot be read');
  }
}
