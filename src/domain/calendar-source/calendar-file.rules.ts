import type { StepBudget } from '../../platform/step-budget.js';
import { endTurn } from '../../platform/turns.js';
import {
  type ByteText,
  decodeLine,
  foldedLines,
  isParsable,
  partsOfList,
  propertyNameOf,
} from './content-lines.rules.js';
import type { Observance } from './file-zones.rules.js';
import {
  durationOf,
  type IcalPeriod,
  type Length,
  type Moment,
  momentOf,
  type Property,
  parameterOf,
  parseProperty,
  periodOf,
  textParameterOf,
} from './ical-property.rules.js';

/** A file that is not read at all. Its message is a sentence for the owner of the calendar. */
export class UnreadableCalendar extends Error {
  override readonly name = 'UnreadableCalendar';
}

/** A VEVENT with what decides when its owner is busy. */
export interface FileEntry {
  uid: string;
  sequence: number;
  summary: string;
  start: Moment | undefined;
  end: Moment | undefined;
  length: Length | undefined;
  /** Texts of RRULEs. */
  rules: string[];
  /** Texts of EXRULEs, which RFC 5545 no longer has: their times are left out. */
  exceptRules: string[];
  added: (Moment | IcalPeriod)[];
  removed: Moment[];
  /** The original start of the occurrence that this entry replaces. */
  replaced: Moment | undefined;
  /** Whether it also replaces the occurrences after it. */
  isFromThere: boolean;
  isBusy: boolean;
  /** The first property that could not be read. */
  unreadable: string | undefined;
}

export interface CalendarFile {
  name: string | undefined;
  /** By UID. An entry without one is on its own. */
  entries: Map<string | FileEntry, FileEntry[]>;
  /** Busy periods of VFREEBUSYs. */
  busy: IcalPeriod[];
  zones: Map<string, Observance[]>;
}

export interface FileOptions {
  /** The addresses of the owner, whose declined invitations do not count. */
  owner: ReadonlySet<string>;
  isOwnUid: (uid: string) => boolean;
  budget: StepBudget;
  /** Called with each line of a VEVENT, for what the entry does not have. */
  readLine?: ((entry: FileEntry, name: string, line: ByteText) => void) | undefined;
}

/** More than any program nests: a VALARM in a VEVENT in a VCALENDAR. */
const maxDepth = 10;
/** In bytes, folded. About 15,000 dates. */
const maxLineLength = 250_000;
const maxNameLength = 200;
/** More than a calendar of 10 MB has. A file to import may be larger, and each takes 250 bytes of memory. */
const maxBusyPeriods = 500_000;

/**
 * Parses the entries of an iCalendar file, or of several after another. Reads line by line, with the parser of ical.js for
 * each that matters, so that one broken line does not make the others unreadable, and the work can be divided.
 *
 * @throws UnreadableCalendar if the file is no calendar or is incomplete; LimitError, ServerBusy
 */
export async function parseCalendarFile(
  text: ByteText,
  { owner, isOwnUid, budget, readLine }: FileOptions,
): Promise<CalendarFile> {
  requireCalendar(text);
  const file: CalendarFile = { name: undefined, entries: new Map(), busy: [], zones: new Map() };
  const open: string[] = [];
  let entry: FileEntry | undefined;
  let zone: { name: string; parts: Observance[] } | undefined;
  let part: Observance | undefined;

  const begin = (component: string): void => {
    if (open.length >= maxDepth) throw new UnreadableCalendar(`the calendar nests more than ${maxDepth} components`);
    open.push(component);
    if (component === 'VEVENT') entry = newEntry();
    if (component === 'VTIMEZONE') zone = { name: '', parts: [] };
    if (component === 'STANDARD' || component === 'DAYLIGHT') part = newObservance();
  };
  const end = (component: string): void => {
    if (open.pop() !== component) throw new UnreadableCalendar(`the calendar has a wrong END:${component}`);
    if (component === 'VEVENT' && entry && !isOwnUid(entry.uid)) addTo(file.entries, entry);
    if (component === 'VTIMEZONE' && zone) file.zones.set(zone.name, zone.parts);
    if (part && (component === 'STANDARD' || component === 'DAYLIGHT')) zone?.parts.push(part);
  };
  const read = (name: string, line: ByteText): void => {
    const component = open.at(-1) ?? '';
    if (name === 'BEGIN') begin(componentOf(line));
    else if (name === 'END') end(componentOf(line));
    else if (component === 'VEVENT' && entry) {
      readEntryLine(entry, name, line, owner);
      readLine?.(entry, name, line);
    } else if (component === 'VFREEBUSY' && name === 'FREEBUSY') {
      if (file.busy.length > maxBusyPeriods) {
        throw new UnreadableCalendar(`the calendar has more than ${maxBusyPeriods} busy periods`);
      }
      pushEach(file.busy, busyPeriodsOf(line));
    } else if (component === 'VTIMEZONE' && name === 'TZID' && zone) zone.name = textAfterColon(decodeLine(line));
    else if (part && (component === 'STANDARD' || component === 'DAYLIGHT')) readObservanceLine(part, name, line);
    else if (component === 'VCALENDAR' && (name === 'X-WR-CALNAME' || name === 'NAME')) file.name ??= nameIn(line);
  };
  for (const line of foldedLines(text)) {
    const name = propertyNameOf(line);
    const isList = listNames.has(name) && isParsable(line, maxLineLength);
    const stepsOfCharacter = isList ? 3 : 1 / 4;
    for (const one of isList ? partsOfList(line) : [line]) {
      read(name, one);
      if (budget.take(stepsOfLine + one.length * stepsOfCharacter)) await endTurn(budget);
    }
  }
  if (open.length > 0) throw new UnreadableCalendar(`the calendar is incomplete: its END:${open.at(-1)} is missing`);
  return file;
}

const stepsOfLine = 30;

/** The properties that can have thousands of values. */
const listNames: ReadonlySet<string> = new Set(['RDATE', 'EXDATE', 'FREEBUSY']);

function pushEach<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}

function addTo(entries: CalendarFile['entries'], entry: FileEntry): void {
  const key = entry.uid || entry;
  const others = entries.get(key);
  if (others) others.push(entry);
  else entries.set(key, [entry]);
}

function requireCalendar(text: ByteText): void {
  const begin = text.slice(0, 1_000).trimStart().toUpperCase();
  if (begin.startsWith('BEGIN:VCALENDAR')) return;
  if (begin === '') throw new UnreadableCalendar('the address returned an empty file instead of a calendar');
  const hint = 'use the address of the calendar in iCal format, which ends in .ics in most programs';
  if (begin.startsWith('<')) {
    throw new UnreadableCalendar(`the address returned a web page instead of a calendar: ${hint}`);
  }
  throw new UnreadableCalendar(`the address returned no calendar, which would begin with BEGIN:VCALENDAR: ${hint}`);
}

function componentOf(line: ByteText): string {
  return textAfterColon(line.slice(0, 100)).toUpperCase();
}

/** Returns the value of an unfolded line without parameters. */
function textAfterColon(line: string): string {
  return line.slice(line.indexOf(':') + 1).trim();
}

function nameIn(line: ByteText): string | undefined {
  const [name] = propertyIn(line)?.values ?? [];
  return typeof name === 'string' ? shown(name) || undefined : undefined;
}

/** Returns a text without control characters, of a length that can be shown. */
function shown(text: string): string {
  return text
    .slice(0, maxNameLength)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

function propertyIn(line: ByteText): Property | undefined {
  return isParsable(line, maxLineLength) ? parseProperty(decodeLine(line)) : undefined;
}

const newEntry = (): FileEntry => ({
  uid: '',
  sequence: 0,
  summary: '',
  start: undefined,
  end: undefined,
  length: undefined,
  rules: [],
  exceptRules: [],
  added: [],
  removed: [],
  replaced: undefined,
  isFromThere: false,
  isBusy: true,
  unreadable: undefined,
});

/** Reads a line of a VEVENT. Lines of other names are not parsed. */
function readEntryLine(entry: FileEntry, name: string, line: ByteText, owner: ReadonlySet<string>): void {
  switch (name) {
    case 'UID':
      entry.uid = shortValueOf(line);
      return;
    case 'SEQUENCE':
      entry.sequence = Number.parseInt(shortValueOf(line), 10) || 0;
      return;
    case 'SUMMARY':
      entry.summary = nameIn(line) ?? '';
      return;
    case 'RRULE':
      entry.rules.push(shortValueOf(line));
      return;
    case 'EXRULE':
      entry.exceptRules.push(shortValueOf(line));
      return;
    case 'STATUS':
      entry.isBusy &&= shortValueOf(line).toUpperCase() !== 'CANCELLED';
      return;
    case 'TRANSP':
      entry.isBusy &&= shortValueOf(line).toUpperCase() !== 'TRANSPARENT';
      return;
    case 'X-MICROSOFT-CDO-BUSYSTATUS':
      entry.isBusy &&= !freeInOutlook.has(shortValueOf(line).toUpperCase());
      return;
    case 'ATTENDEE':
      entry.isBusy &&= !isDeclined(line, owner);
      return;
    case 'DTSTART':
    case 'DTEND':
    case 'DURATION':
    case 'RDATE':
    case 'EXDATE':
    case 'RECURRENCE-ID':
      if (!readTimes(entry, name, line)) entry.unreadable ??= name;
  }
}

/** TENTATIVE, BUSY and OOF, out of office, are busy. */
const freeInOutlook = new Set(['FREE', 'WORKINGELSEWHERE']);

/** Returns the value of a line that ical.js need not parse, because it has no parameters that matter. */
function shortValueOf(line: ByteText): string {
  if (line.length > maxShortLength) return '';
  const unfolded = decodeLine(line);
  return unfolded[propertyNameOf(line).length] === ':'
    ? textAfterColon(unfolded)
    : String(parseProperty(unfolded)?.values[0] ?? '');
}

/** Longer than a rule with all of its parts. */
const maxShortLength = 5_000;

function isDeclined(line: ByteText, owner: ReadonlySet<string>): boolean {
  if (owner.size === 0 || line.length > maxShortLength) return false;
  if (!/declined/i.test(decodeLine(line))) return false;
  const attendee = propertyIn(line);
  if (!attendee || parameterOf(attendee, 'partstat') !== 'DECLINED') return false;
  const addresses = [String(attendee.values[0] ?? ''), textParameterOf(attendee, 'email')];
  return addresses.some((address) =>
    owner.has(
      address
        .trim()
        .toLowerCase()
        .replace(/^mailto:/, ''),
    ),
  );
}

/** Returns false if the line cannot be read. */
function readTimes(entry: FileEntry, name: string, line: ByteText): boolean {
  const property = propertyIn(line);
  if (!property) return false;
  const moments = (): Moment[] => property.values.flatMap((value) => momentOf(value, property) ?? []);
  const [first] = property.values;
  switch (name) {
    case 'DTSTART':
      entry.start = momentOf(first, property);
      return entry.start !== undefined;
    case 'DTEND':
      entry.end = momentOf(first, property);
      return entry.end !== undefined;
    case 'DURATION':
      entry.length = durationOf(first);
      return entry.length !== undefined;
    case 'RECURRENCE-ID':
      entry.replaced = momentOf(first, property);
      entry.isFromThere = parameterOf(property, 'range') === 'THISANDFUTURE';
      return entry.replaced !== undefined;
    case 'EXDATE':
      return pushAll(entry.removed, moments(), property);
    default:
      return pushAll(entry.added, [...moments(), ...periodsOf(property)], property);
  }
}

/** Returns false if a value of the property is missing. An empty list is written as one empty value. */
function pushAll<Item>(list: Item[], items: readonly Item[], { values }: Property): boolean {
  pushEach(list, items);
  return items.length === values.length || values.every((value) => !/\d/.test(String(value)));
}

function periodsOf(property: Property): IcalPeriod[] {
  return property.values.flatMap((value) => periodOf(value, property) ?? []);
}

function busyPeriodsOf(line: ByteText): IcalPeriod[] {
  const property = propertyIn(line);
  return property && parameterOf(property, 'fbtype') !== 'FREE' ? periodsOf(property) : [];
}

const newObservance = (): Observance => ({
  start: undefined,
  offsetFrom: undefined,
  offsetTo: undefined,
  rules: [],
  dates: [],
});

/** The maximum number of lines of each kind. */
const maxObservanceLines = 200;

function readObservanceLine(part: Observance, name: string, line: ByteText): void {
  if (line.length > maxShortLength) return;
  if (name === 'TZOFFSETFROM') part.offsetFrom = offsetOf(shortValueOf(line));
  else if (name === 'TZOFFSETTO') part.offsetTo = offsetOf(shortValueOf(line));
  else if (name === 'RRULE' && part.rules.length < maxObservanceLines) part.rules.push(shortValueOf(line));
  else if (name === 'DTSTART' || (name === 'RDATE' && part.dates.length < maxObservanceLines)) {
    const property = propertyIn(line);
    const walls = property?.values.flatMap((value) => momentOf(value, property)?.wall ?? []) ?? [];
    if (name === 'DTSTART') part.start = walls[0];
    else part.dates.push(...walls);
  }
}

/** Returns the minutes of an offset such as `+0100`, rounded; undefined if it is none. */
function offsetOf(text: string): number | undefined {
  const [, sign, hours = '', minutes = '', seconds = '0'] = /^([+-])?(\d\d):?(\d\d):?(\d\d)?$/.exec(text) ?? [];
  if (hours === '') return undefined;
  const offset = Number(hours) * 60 + Number(minutes) + Math.round(Number(seconds) / 60);
  return sign === '-' ? -offset : offset;
}
