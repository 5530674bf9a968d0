import type { Texts } from '../../texts/messages.js';
import type { DimensionName } from './dimensions.js';

type FigureTexts = Texts['figures'];
/** A text without values in the section `figures` of the catalogues. */
export type FigureText = {
  [Key in keyof FigureTexts]: FigureTexts[Key] extends string ? Key : never;
}[keyof FigureTexts];

/** The form of values: a number, minutes as hours, an amount of money, or a share from 0 to 1. */
export type Unit = 'count' | 'minutes' | 'money' | 'share';

/** The titles of columns by the path of their values in a figure, such as `states.confirmed`. */
type Columns = Readonly<Record<string, FigureText>>;

/** The parts of the page of figures, in their order. */
export type FigureTopic = 'money' | 'customers' | 'use';

/** A chart on the page of figures of the dashboard, with its totals, its numbers as a table, and its CSV file. */
export interface FigureChart {
  /** The first part of the name of the CSV file. */
  readonly name: string;
  readonly title: FigureText;
  readonly topic: FigureTopic;
  /** The permission to see the chart, if it is another than that of its figures: amounts of bookings are for sales. */
  readonly permission?: 'sales';
  /** The title of a chart by week. Default: that of a chart by day. */
  readonly titleByWeek?: FigureText;
  /**
   * `bars` are stacked, by day or week. A `heat-map` has the share of each weekday and hour. A `table` has a row for each value
   * of a dimension.
   */
  readonly plot: 'bars' | 'heat-map' | 'table';
  /** The dimension of a table, and the title of its column. */
  readonly by?: { readonly dimension: DimensionName; readonly title: FigureText };
  /** The columns that are drawn. */
  readonly plotted: Columns;
  /** The columns that only the totals, the table and the CSV file have. */
  readonly listed?: Columns;
  /** The column whose values in the compared period are drawn as a line. Default: the first. */
  readonly line?: FigureText;
}
