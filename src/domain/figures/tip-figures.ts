import { calendarDimensions, FigureDimension } from './dimensions.js';
import type { FigureChart, FigureText } from './figure-charts.js';
import type { FigureSource } from './figure-statements.js';
import { declareFigures } from './figures.resolver.js';
import { createFigureArguments } from './figures.type.js';
import { amount, exactSumOf } from './measures.js';

const tips: FigureSource = {
  table: 'tip',
  time: 'tip.created_at',
  keys: {
    [FigureDimension.RESOURCE]: 'tip.resource_id',
    [FigureDimension.METHOD]: 'tip.method',
    [FigureDimension.RECORDED_BY]: 'tip.recorded_by',
  },
  isAdditive: true,
};

const sum = exactSumOf(tips);

const tableOf = (name: string, title: FigureText, by: FigureChart['by'] & object): FigureChart => ({
  ...{ name, title, topic: 'money', plot: 'table', by },
  plotted: { amount: 'sum' },
  listed: { received: 'received', refunded: 'refunded' },
});

export const tipFigures = declareFigures({
  name: 'Tip',
  description:
    'The tips that were given in a period, such as those of a day, by group and in total. They are no revenue, and no payments. Requires the permission for sales.',
  permission: 'sales',
  charts: [
    tableOf('tips-by-resource', 'tipsByResource', { dimension: 'RESOURCE', title: 'forWhom' }),
    tableOf('tips-by-method', 'tipsByMethod', { dimension: 'METHOD', title: 'method' }),
  ],
  arguments: createFigureArguments({
    name: 'TipDimension',
    description: 'The dimensions of tips. Weeks begin on Monday. Days, weeks and months do not combine.',
    dimensions: [...calendarDimensions, 'RESOURCE', 'METHOD', 'RECORDED_BY'],
    valuesConfig: {
      RESOURCE: {
        description: 'The resource for which the tip is. Those of orders without one are a group without it.',
      },
      METHOD: { description: 'The method. Tips whose method nobody stated have a group without a name.' },
      RECORDED_BY: { description: 'The actor who recorded the tip.' },
    },
  }),
  figure: {
    description: 'Amounts in the currency of the account.',
    measures: {
      amount: amount('The tips less what was given back.', sum('tip.amount')),
      received: amount('The tips.', sum('tip.amount', 'tip.amount > 0')),
      refunded: amount('The tips that were given back, of any date.', sum('-tip.amount', 'tip.amount < 0')),
    },
  },
});
