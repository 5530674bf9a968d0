import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = new URL('../../src/process/import/', import.meta.url);

/** In MB, as the guide promises. */
const maxMemory = 500;

/** Reads a file as `account import` does before it writes, in a process of its own, and returns the MB that it took. */
async function memoryOf(begin: string, line: string, end: string): Promise<number> {
  const script = `
    import 'reflect-metadata';
    import '${new URL('../import-command.js', folder)}';
    import { requireReadable, rowsOf, textOf } from '${new URL('table.rules.js', folder)}';
    import { calendarLines } from '${new URL('calendar-lines.rules.js', folder)}';
    import { StepBudget } from '${new URL('../../platform/step-budget.js', folder)}';
    import { zoneOf } from '${new URL('../../platform/time/zone.js', folder)}';
    const [begin, line, end] = ${JSON.stringify([begin, line, end])};
    const bytes = Buffer.concat([Buffer.from(begin), Buffer.alloc(48_000_000, line), Buffer.from(end)]);
    const budget = new StepBudget();
    if (end) await calendarLines(bytes, zoneOf('UTC'), new Date('2027-03-01')).catch(() => undefined);
    else await requireReadable(rowsOf(textOf(bytes), budget), budget).catch(() => undefined);
    console.log(process.resourceUsage().maxRSS);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  return Number(stdout) / 1_024;
}

const [beginning, ending] = ['BEGIN:VCALENDAR\r\n', 'END:VCALENDAR\r\n'];

it.each<[string, string, string, string?]>([
  // With a letter that is not of Latin-1, a text takes two bytes for each.
  ['empty lines', 'a,→\r\n', '\r\n'],
  ['lines without a value', 'a,→\r\n', ',\r\n'],
  ['empty lines between tabs', 'a\t→\r\n', '\r\n'],
  ['quotes', 'a,→\r\n', '"'],
  ['commas', 'a,→\r\n', ','],
  ['lines of notes', 'a,→\r\n', `${'x'.repeat(480)},y\n`],
  ['empty lines of a calendar', beginning, '\r\n', ending],
  [
    'busy periods',
    `${beginning}BEGIN:VFREEBUSY\r\n`,
    'FREEBUSY:20270302T100000Z/PT1S\r\n',
    `END:VFREEBUSY\r\n${ending}`,
  ],
])('a file of 48 MB of %s fits into memory', async (_name, begin, line, end = '') => {
  expect(await memoryOf(begin, line, end)).toBeLessThan(maxMemory);
});
