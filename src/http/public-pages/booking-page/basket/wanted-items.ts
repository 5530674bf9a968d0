import type { Request } from 'express';
import { maxVisitItems } from '../../../../domain/availability/visit-slot.type.js';
import { queryText } from '../input.js';

/** A service of the basket, as URLs and forms name it. */
export interface WantedItem {
  serviceId: number;
  /** Undefined for any resource. */
  resourceId: number | undefined;
  /** Undefined for the visitor. */
  personId: number | undefined;
  /** The length in intervals of the service. */
  intervals: number;
  /** The number of people. */
  count: number;
  /** The ids of the chosen options, each as often as its units. */
  options: readonly number[];
  /** The ids of the chosen resources of needs other than the first. */
  otherResources: readonly number[];
}

const idPattern = /^\d{1,9}$/;
const itemPattern = /^(\d{1,9})((?:-[rpncoe]\d{1,9}){0,154})$/;

/**
 * Reads the items of a text such as `12-r3-n2-o7-o7_9-p5-e4`: a service, then its resource, person, intervals, count, options and other resources.
 * Leaves out what is not written so, and more items than a visit has.
 */
export function parseItems(text: string): WantedItem[] {
  return text
    .split('_')
    .flatMap((part) => parseItem(part) ?? [])
    .slice(0, maxVisitItems);
}

function parseItem(text: string): WantedItem | undefined {
  const [, serviceId, attributes = ''] = itemPattern.exec(text) ?? [];
  if (serviceId === undefined) return undefined;
  const values = attributes.split('-').map((part) => [part.slice(0, 1), Number(part.slice(1))] as const);
  const of = (wanted: string): number[] => values.flatMap(([name, value]) => (name === wanted ? value : []));
  return {
    serviceId: Number(serviceId),
    resourceId: of('r')[0],
    personId: of('p')[0],
    intervals: of('n')[0] ?? 1,
    count: of('c')[0] ?? 1,
    options: of('o'),
    otherResources: of('e'),
  };
}

/** The text of items in URLs and forms. */
export function itemsText(items: readonly WantedItem[]): string {
  return items.map(itemText).join('_');
}

function itemText(item: WantedItem): string {
  const { serviceId, resourceId, personId, intervals, count, options, otherResources } = item;
  return [
    String(serviceId),
    ...(resourceId === undefined ? [] : [`r${resourceId}`]),
    ...(personId === undefined ? [] : [`p${personId}`]),
    ...(intervals > 1 ? [`n${intervals}`] : []),
    ...(count > 1 ? [`c${count}`] : []),
    ...options.map((id) => `o${id}`),
    ...otherResources.map((id) => `e${id}`),
  ].join('-');
}

/** The beginning of the names of the fields of an item. */
export const itemField = (index: number): string => `i${index}_`;

/** Reads the items of a URL: those of the form with a field for each choice, else of the parameter that links have. */
export function askedItems(request: Request): WantedItem[] {
  if (queryText(request, 'chosen') === '') return parseItems(queryText(request, 'items'));
  const query = [...new URL(request.originalUrl, 'http://localhost').searchParams];
  return Array.from({ length: maxVisitItems }, (_, index) => index).flatMap((index) => {
    const field = itemField(index);
    const of = (name: string): number | undefined => {
      const text = queryText(request, field + name);
      return idPattern.test(text) ? Number(text) : undefined;
    };
    const serviceId = of('service');
    if (serviceId === undefined) return [];
    return {
      ...{ serviceId, resourceId: of('resource'), personId: of('person') },
      ...{ intervals: of('intervals') ?? 1, count: of('count') ?? 1 },
      options: query.flatMap(([name, value]) => unitsOf(name, value, `${field}option_`)),
      otherResources: query.flatMap(([name, value]) => resourceOf(name, value, `${field}need_`)),
    };
  });
}

/** Returns the id of an option as often as its field has units. */
function unitsOf(name: string, value: string, prefix: string): number[] {
  const id = name.slice(prefix.length);
  if (!name.startsWith(prefix) || !idPattern.test(id) || !/^\d{1,2}$/.test(value)) return [];
  return Array.from({ length: Number(value) }, () => Number(id));
}

/** Returns the resource that the field of a need names. */
function resourceOf(name: string, value: string, prefix: string): number[] {
  return name.startsWith(prefix) && idPattern.test(value) ? [Number(value)] : [];
}
