import type { NeedPer } from '../../graphql/schema.types.js';
import { attributeOf, type Texts } from '../../records/record.rules.js';

/** A part of a booking in which resources work, in minutes. */
interface Segment {
  offset: number;
  length: number;
}

interface ShownNeed {
  title: string;
  position: number;
  count: number;
  per: NeedPer;
  segments: readonly Segment[] | null;
  visitorsChoose: boolean;
  providers: { nodes: readonly { resource: { id: number } }[] };
}

/** Returns the minutes of work and of gaps in turn, work first: `30, 45, 30`. Empty for the whole length. */
export function minutesOf(segments: readonly Segment[] | null): string {
  let end = 0;
  const minutes = (segments ?? []).flatMap(({ offset, length }, index) => {
    const gap = offset - end;
    end = offset + length;
    if (index > 0) return [gap, length];
    return gap === 0 ? [length] : [0, gap, length];
  });
  return minutes.join(', ');
}

/**
 * Returns the segments of minutes that were entered; null for none. One that is no number stays a text, so that the server
 * returns its error.
 */
export function segmentsOf(text: string): Segment[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length === 0) return null;
  const minutes = parts.map((part) => attributeOf(part, 'integer') as number);
  const wrong = minutes.find((minute) => typeof minute !== 'number');
  if (wrong !== undefined) return [{ offset: 0, length: wrong }];
  let offset = 0;
  return minutes.flatMap((length, index) => {
    const start = offset;
    offset += length;
    const isWork = index % 2 === 0 && (index > 0 || length !== 0);
    return isWork ? [{ offset: start, length }] : [];
  });
}

/** Returns the texts of the form of a need, or of a new one. */
export function textsOfNeed(need: ShownNeed | undefined): Texts {
  return {
    title: need?.title ?? '',
    count: String(need?.count ?? 1),
    per: need?.per ?? 'BOOKING',
    segments: minutesOf(need?.segments ?? null),
    visitorsChoose: need?.visitorsChoose ? 'on' : '',
    position: need ? String(need.position) : '',
    resourceIds: (need?.providers.nodes ?? []).map(({ resource }) => resource.id).join(','),
  };
}

/** Returns the input of the texts of the form. */
export function needInputOf(texts: Texts) {
  return {
    title: (texts['title'] ?? '').trim(),
    count: attributeOf(texts['count'] ?? '', 'integer') as number | null,
    per: texts['per'] as NeedPer,
    segments: segmentsOf(texts['segments'] ?? ''),
    visitorsChoose: texts['visitorsChoose'] === 'on',
    position: attributeOf(texts['position'] ?? '', 'integer') as number | null,
  };
}
