import type { CsvCell } from '../../../../platform/csv.rules.js';
import type { Formats } from '../../format.js';
import type { PermissionName } from '../../session.js';
import { t } from '../../texts.js';

/** The format of the values of a column: a number, an amount of money, or a share from 0 to 1. */
export type ValueKind = 'count' | 'money' | 'share';

/** The key of a text without values. */
type TextKey = {
  [Key in keyof typeof t.figures]: (typeof t.figures)[Key] extends string ? Key : never;
}[keyof typeof t.figures];

/** The parts of the page, in their order. */
export const topics = ['money', 'customers', 'use'] as const;
type Topic = (typeof topics)[number];

interface ColumnDeclaration {
  title: TextKey;
  /** The path of its values in a figure, such as `states.confirmed`. */
  path: string;
  /** Minutes are shown as hours. */
  unit: ValueKind | 'minutes';
  /** Whether it is part of the plot. */
  isPlotted: boolean;
}

interface ChartDeclaration {
  /** The first part of the name of the CSV file. */
  name: string;
  titles: Readonly<Record<'DAY' | 'WEEK', TextKey>>;
  /** The column whose values in the earlier period are drawn as a line. */
  line: TextKey;
  columns: readonly ColumnDeclaration[];
}

/** Charts that one operation reads. `figures.operations.ts` has them as the server declares them. */
export interface FigureReport {
  permission: PermissionName;
  topic: Topic;
  /** Stacked bars by day or week, shades by weekday and hour, or a table of the values of a dimension. */
  plot: 'bars' | 'heat-map' | 'table';
  by?: { dimension: string; title: TextKey };
  /** The operation. It takes `step` if it is read by day or week. */
  text: string;
  charts: readonly ChartDeclaration[];
}

/** A figure as the server sends it. Amounts are decimal texts such as `"115.0"`. */
export interface FigureValues {
  readonly [field: string]: number | string | null | FigureValues;
}

/** Returns the columns of a chart. */
export function measuresOf({ columns }: ChartDeclaration): Measure<FigureValues>[] {
  return columns.map(({ title, path, unit }) => ({
    title: t.figures[title],
    kind: unit === 'minutes' ? 'count' : unit,
    read: (figure) => {
      const value = valueAt(figure, path);
      return unit === 'minutes' && value !== null ? hoursOf(Number(value)) : value;
    },
  }));
}

function valueAt(figure: FigureValues, path: string): number | string | null {
  const [field = '', below] = path.split('.', 2);
  const value = figure[field] ?? null;
  if (typeof value !== 'object' || value === null) return value;
  return below === undefined ? null : valueAt(value, below);
}

/** Returns hours with one decimal. */
const hoursOf = (minutes: number): number => Math.round(minutes / 6) / 10;

/** A column of numbers: its title, how to write them, and where they are in a figure of the server. */
export interface Measure<Figure> {
  title: string;
  kind: ValueKind;
  read: (figure: Figure) => number | string | null;
}

/** The key that a group has in common, such as the day. */
export interface FigureKey {
  name?: string | null;
  label: string | null;
}

/** Figures as the server sends them. */
export interface Figures<Figure> {
  groups: readonly { keys: readonly FigureKey[]; figure: Figure; previous: Figure | null }[];
  total: Figure;
  previousTotal: Figure | null;
}

export interface ReportColumn {
  title: string;
  kind: ValueKind;
  /** Whether the column belongs to the compared period. */
  isPrevious: boolean;
}

export interface ReportRow {
  /** The text of each key, such as a day. */
  labels: readonly string[];
  values: readonly (number | null)[];
}

/** A table of numbers, from which plots and CSV files are made. */
export interface Report {
  keyTitles: readonly string[];
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  total: ReportRow;
}

/**
 * Makes a report. With a comparison, the earlier value follows each value. An amount that the account does not have, such as
 * VAT, has no column.
 */
export function reportOf<Figure>(
  { groups, total, previousTotal }: Figures<Figure>,
  keyTitles: readonly string[],
  all: readonly Measure<Figure>[],
): Report {
  const isCompared = previousTotal !== null;
  const figures = [total, ...(isCompared ? [previousTotal] : [])];
  const measures = all.filter(({ kind, read }) => kind !== 'money' || figures.some((figure) => read(figure) !== null));
  const columns = measures.flatMap(({ title, kind }): ReportColumn[] => [
    { title, kind, isPrevious: false },
    ...(isCompared ? [{ title: t.figures.earlier({ title }), kind, isPrevious: true }] : []),
  ]);
  const valuesOf = (figure: Figure, previous: Figure | null): (number | null)[] =>
    measures.flatMap(({ read }) => [
      numberOf(read(figure)),
      ...(isCompared ? [previous === null ? null : numberOf(read(previous))] : []),
    ]);
  return {
    keyTitles,
    columns,
    rows: groups.map(({ keys, figure, previous }) => ({
      labels: keys.map(({ label }) => label ?? ''),
      values: valuesOf(figure, previous),
    })),
    total: { labels: [t.figures.total, ...keyTitles.slice(1).map(() => '')], values: valuesOf(total, previousTotal) },
  };
}

function numberOf(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}

/** The rows of a CSV file: titles, then numbers as they are, so that a spreadsheet can calculate with them. */
export function csvRowsOf({ keyTitles, columns, rows, total }: Report): CsvCell[][] {
  return [
    [...keyTitles, ...columns.map(({ title }) => title)],
    ...[...rows, total].map(({ labels, values }) => [...labels, ...values]),
  ];
}

/** Series of a plot by the titles of their columns, in that order. */
export function seriesOf({ columns, rows }: Report, titles: readonly string[]): { title: string; values: number[] }[] {
  return titles.flatMap((title) => {
    const index = columns.findIndex((column) => column.title === title);
    if (index < 0) return [];
    return [{ title, values: rows.map(({ values }) => values[index] ?? 0) }];
  });
}

/** Cells of a heat map. */
export interface HeatMap {
  /** Titles of the columns: the hours. */
  hours: readonly string[];
  rows: readonly { weekday: string; rates: readonly (number | null)[] }[];
}

/** Arranges the rows of a report by weekday and hour. Leaves out hours in which nothing is ever open. */
export function heatMapOf({ rows, columns }: Report): HeatMap {
  const rate = columns.findIndex(({ kind }) => kind === 'share');
  const weekdays = [...new Set(rows.map(({ labels }) => labels[0] ?? ''))];
  const open = rows.filter(({ values }) => typeof values[rate] === 'number');
  const hours = [...new Set(open.map(({ labels }) => labels[1] ?? ''))].sort();
  const rates = new Map(rows.map(({ labels, values }) => [labels.join(' '), values[rate] ?? null]));
  return {
    hours,
    rows: weekdays.map((weekday) => ({
      weekday,
      rates: hours.map((hour) => rates.get(`${weekday} ${hour}`) ?? null),
    })),
  };
}

/** A value of a report, and how it differs from that of the earlier period. */
export interface Headline {
  title: string;
  kind: ValueKind;
  value: number | null;
  /** The change as a share of the earlier value, such as 0.12; the difference of two shares. Undefined if there is none. */
  change: number | undefined;
}

/** Returns the sentence that compares a value with the one of the earlier period, which it names. Undefined without one. */
export function comparisonOf(
  { kind, value, change }: Headline,
  earlier: string | undefined,
  { number, percent }: Pick<Formats, 'number' | 'percent'>,
): string | undefined {
  if (earlier === undefined || value === null || change === undefined) return undefined;
  const size = Math.abs(change);
  const rounded = Math.round(size * 100);
  if (rounded === 0) return t.figures.asMuch({ earlier });
  // The difference of two shares is no share of anything.
  if (kind === 'share') {
    return (change > 0 ? t.figures.pointsMore : t.figures.pointsLess)({ points: number(rounded), earlier });
  }
  return (change > 0 ? t.figures.moreThan : t.figures.lessThan)({ share: percent(rounded / 100), earlier });
}

/** Returns what a card shows of the totals: the first column large, the others below it. */
export function headlinesOf({ columns, total }: Report): Headline[] {
  return columns.flatMap(({ title, kind, isPrevious }, index): Headline[] => {
    if (isPrevious) return [];
    const value = total.values[index] ?? null;
    const before = columns[index + 1]?.isPrevious ? (total.values[index + 1] ?? null) : null;
    return [{ title, kind, value, change: changeOf(value, before, kind) }];
  });
}

function changeOf(value: number | null, before: number | null, kind: ValueKind): number | undefined {
  if (value === null || before === null) return undefined;
  if (kind === 'share') return value - before;
  return before === 0 ? undefined : (value - before) / before;
}
