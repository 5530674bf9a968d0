import escapeHtml from 'escape-html';
import { Drop, type Liquid } from 'liquidjs';
import type { FieldErrors } from '../../platform/errors.js';
import { budgetOf, takeForValue } from '../../platform/liquid/bounded-context.js';
import {
  dateInFormat,
  engineFilter,
  registerDateFilter,
  registerPlainFilter,
} from '../../platform/liquid/bounded-filters.js';
import { Captured } from '../../platform/liquid/bounded-tags.js';
import {
  createEngine,
  parseTemplate,
  renderTemplate,
  TemplateError,
  templateBudget,
} from '../../platform/liquid/engine.js';
import type { StepBudget } from '../../platform/step-budget.js';
import { formatLocalized, formatLocalizedDate, type Locale, zoneName } from '../../platform/time/localized.js';
import { type PlainDate, parsePlainDate } from '../../platform/time/plain-date.js';
import { type Zone, zoneOf } from '../../platform/time/zone.js';

/** Renders a template for one recipient. The templates of a message share a budget. @throws TemplateError */
type Render = (template: string, values: object, budget?: StepBudget) => Promise<string>;

/**
 * Creates a Liquid renderer for the texts of accounts, of messages and pages.
 *
 * @param isHtml whether to escape values for HTML
 */
export function createRenderer(locale: Locale, zone: Zone, isHtml = false): Render {
  const liquid = createTextEngine(locale, zone, isHtml);
  return (template, values, budget) => renderTemplate(liquid, template, values, budget);
}

/**
 * Creates the engine of texts. It has no access to files, its work is bounded, and its filter `i18n_date` formats a time
 * as `formatLocalized` does, or by a pattern such as `%d.%m.%Y`. Its filter `i18n_zone` names the zone at a time.
 */
export function createTextEngine(locale: Locale, zone: Zone, isHtml = false): Liquid {
  const liquid = createEngine({
    timezoneOffset: zone.name,
    locale,
    ...(isHtml && {
      outputEscape(this: { context: Parameters<typeof budgetOf>[0] }, value: unknown) {
        takeForValue(budgetOf(this.context), value);
        return escapeOnce(value);
      },
    }),
  });
  if (isHtml) registerPlainFilter(liquid, 'newline_to_br', withBreaks);
  // Liquid's own `raw` disables escaping, which would let values entered by visitors inject markup.
  registerPlainFilter(liquid, 'raw', (value: unknown) => value);
  const formatByPattern = engineFilter('date');
  registerDateFilter(liquid, 'date', function formatDate(value: unknown, ...args: unknown[]) {
    return formatByPattern.call(this, atMidnight(value, zone), ...args);
  });
  for (const name of dateFilters) {
    const format = engineFilter(name);
    const atStart = function formatDate(this: ThisParameterType<typeof format>, value: unknown, ...args: unknown[]) {
      return format.call(this, atMidnight(value, zone), ...args);
    };
    registerDateFilter(liquid, name, atStart, dateInFormat);
  }
  registerDateFilter(liquid, 'i18n_date', function i18nDate(value: unknown, pattern?: unknown) {
    if (typeof pattern === 'string') return formatByPattern.call(this, atMidnight(value, zone), pattern);
    if (isPlainDate(value)) return formatLocalizedDate(value, locale);
    const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return Number.isNaN(instant) ? value : formatLocalized(instant, locale, zone);
  });
  // Few microseconds, because the names of a zone are cached.
  registerPlainFilter(liquid, 'i18n_zone', (value: unknown) => {
    const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return Number.isNaN(instant) ? '' : zoneName(instant, locale, zone);
  });
  return liquid;
}

/** The filters of the engine that format dates by a pattern of their own. */
const dateFilters = ['date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'];

function isPlainDate(value: unknown): value is PlainDate {
  return typeof value === 'string' && parsePlainDate(value) === value;
}

/** Returns a plain date as its start in the zone: the engine takes it for midnight in UTC, which may be another day. */
function atMidnight(value: unknown, zone: Zone): unknown {
  return isPlainDate(value) ? zone.format(zone.startOfDay(value)) : value;
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

const purposes = ['Verification', 'Confirmation', 'Modification', 'Cancellation', 'WaitlistOffer'] as const;
const messages = [...purposes.flatMap((purpose) => [`mail${purpose}`, `sms${purpose}`]), 'smsReminder'];

/** The attributes of each object that contain Liquid (spec, Liquid-Text). */
export const liquidTexts = {
  service: ['bookingForm', 'mailAwaitingConfirmation', 'smsAwaitingConfirmation', ...messages],
  account: [
    ...['newUserText', 'newBookingText', 'bookingForm', 'personForm', 'resourceForm', 'serviceForm', 'eventForm'],
    ...['appointmentForm', 'categoryForm', ...purposes.map((purpose) => `mail${purpose}Subject`), ...messages],
  ],
  messageTemplate: ['subject', 'template'],
} as const satisfies Record<string, readonly string[]>;

/** Parses for any locale and zone. */
const engine = createTextEngine('en', zoneOf('UTC'));

/**
 * Returns an error, with the parser's message, for each text that cannot be parsed. Checks only texts of the request:
 * an invalid stored text must not block other changes.
 */
export async function validateLiquid(given: object, attributes: readonly string[]): Promise<FieldErrors> {
  const texts = new Map<string, unknown>(Object.entries(given));
  const errors: FieldErrors = {};
  const budget = templateBudget();
  for (const attribute of attributes) {
    const text = texts.get(attribute);
    const problem = typeof text === 'string' ? await parseError(text, budget) : undefined;
    if (problem !== undefined) errors[attribute] = ['is invalid', problem];
  }
  return errors;
}

async function parseError(text: string, budget: StepBudget): Promise<string | undefined> {
  try {
    await parseTemplate(engine, text, budget);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}
