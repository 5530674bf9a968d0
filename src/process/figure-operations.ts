import { join } from 'node:path';
import { stripIgnoredCharacters } from 'graphql';
import type { FigureChart, FigureText, Unit } from '../domain/figures/figure-charts.js';
import { figureKinds } from '../domain/figures/figure-kinds.js';
import type { DeclaredFigures } from '../domain/figures/figures.resolver.js';
import { projectRoot } from '../platform/project-root.js';

/** Written by `npm run schema:emit`, because the dashboard does not import code of the server. */
export const figureOperationsFile = join(projectRoot, 'src/pages/dashboard/views/figures/figures.operations.ts');

/** Returns the module with the charts of all kinds of figures, and the operations that read them. */
export function figureOperations(): string {
  const reports = figureKinds.flatMap(({ charts = [], ...kind }) =>
    [...Map.groupBy(charts, ({ plot, by }) => by?.dimension ?? plot).values()].map((together) => {
      const [first] = together;
      if (!first) throw new Error('a group has a chart');
      const { plot, by, topic, permission = kind.permission } = first;
      return {
        permission,
        topic,
        plot,
        ...(by && { by }),
        text: operationOf(kind, { plot, by }, together),
        charts: together.map((chart) => chartOf(kind, chart)),
      };
    }),
  );
  return `// Written by \`npm run schema:emit\` from src/domain/figures. Do not edit.
import type { FigureReport } from './report.rules.js';

export const figureReports: readonly FigureReport[] = [
${reports.map((report) => `  ${JSON.stringify(report)},`).join('\n')}
];
`;
}

type Kind = Omit<DeclaredFigures, 'charts'>;

/** A chart as the dashboard gets it: see `ChartDeclaration` there. */
function chartOf(kind: Kind, { name, title, titleByWeek = title, plotted, listed = {}, line }: FigureChart) {
  const columns = (titles: Readonly<Record<string, FigureText>>, isPlotted: boolean) =>
    Object.entries(titles).map(([path, column]) => ({ title: column, path, unit: unitOf(kind, path), isPlotted }));
  const [first = title] = Object.values(plotted);
  return {
    name,
    titles: { DAY: title, WEEK: titleByWeek },
    line: line ?? first,
    columns: [...columns(plotted, true), ...columns(listed, false)],
  };
}

/** @throws Error if the figure has no such measure */
function unitOf({ name, figure: { measures } }: Kind, path: string): Unit {
  const measure = measures[path.split('.')[0] ?? ''];
  if (!measure) throw new Error(`${name}Figure has no field for the column ${path} of a chart`);
  return measure.unit;
}

function operationOf(
  { name }: Kind,
  { plot, by }: Pick<FigureChart, 'plot' | 'by'>,
  charts: readonly FigureChart[],
): string {
  const paths = charts.flatMap(({ plotted, listed }) => Object.keys({ ...plotted, ...listed }));
  const byField = Map.groupBy(
    paths.map((path) => path.split('.')),
    ([field]) => field,
  );
  const fields = [...byField].map(([field, below]) => {
    const parts = below.flatMap(([, part]) => part ?? []);
    return parts.length > 0 ? `${field} { ${parts.join(' ')} }` : field;
  });
  const isByTime = plot === 'bars';
  const groupBy = isByTime ? '$step' : (by?.dimension ?? 'WEEKDAY, HOUR_OF_DAY');
  return stripIgnoredCharacters(`
    query ${name}Report${by ? `_${by.dimension}` : ''}($during: FigurePeriod!, $compare: FigureComparison${isByTime ? `, $step: ${name}Dimension!` : ''}) {
      figures: ${name.toLowerCase()}Figures(
        during: $during, compare: $compare, groupBy: [${groupBy}]
      ) {
        groups { keys { name label } figure { ...Columns } previous { ...Columns } }
        total { ...Columns }
        previousTotal { ...Columns }
      }
    }
    fragment Columns on ${name}Figure { ${fields.join(' ')} }`);
}
