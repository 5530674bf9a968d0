import { type RequestContext, today } from '../context.js';
import type { FigureArguments } from './figure.arguments.js';
import { validFigurePeriod } from './figure-period.input.js';
import { readNumbers, sumNumbers } from './figure-statements.js';
import { readFigures, type SelectedParts } from './figures.queries.js';
import type { Figures } from './figures.type.js';
import { prepareGroupings } from './groupings.queries.js';
import { type RevenueDimension, RevenueFigure } from './revenue-figures.type.js';
import { revenueStatements } from './revenue-statements.js';

/**
 * Computes amounts that were ordered and paid in a period. Reads only what the document selects.
 *
 * @throws DomainError INVALID on `to` and `groupBy`
 */
export async function revenueFigures(
  context: RequestContext,
  { during, compare }: FigureArguments,
  groupBy: readonly RevenueDimension[],
  selected: SelectedParts,
): Promise<Figures<RevenueFigure>> {
  const period = validFigurePeriod(during, context.zone);
  const groupings = await prepareGroupings(context, groupBy, period);
  const { ofGroups, ofTotal } = selected;
  const fields = new Set([...ofGroups, ...ofTotal]);
  return readFigures(
    context,
    { period, groupings, compare, selected },
    {
      empty: new RevenueFigure({}),
      read: async (side, by) => {
        const statements = revenueStatements(side, by, fields, today(context));
        const groups = await readNumbers(context.db, statements, by.length);
        return groups.map(({ keys, numbers }) => ({ keys, figure: new RevenueFigure(numbers) }));
      },
      sum: (figures) => new RevenueFigure(sumNumbers(figures.map(({ numbers }) => numbers))),
    },
  );
}
