import { type SourceFunction, watchFunctions } from './executed-functions.js';
import type { Walk } from './walk.js';

watchFunctions();
// Sources that are imported before are not watched.
const { filesOfAll, walkAll } = await import('./walk.js');
const [key] = process.argv.slice(2);
const walks = await walkAll();
if (key === undefined) printOverview(walks);
else printWalk(key, walks);
// Background tasks of the server's parts need not end.
process.exit();

function printOverview(walks: readonly Walk[]): void {
  const rows = walks.map(({ way, files, functions }) => ({
    key: way.key,
    way: way.name,
    files: files.length,
    functions: functions.length,
    lines: linesRead(functions),
  }));
  console.table(rows);
  console.log(`common to all: ${filesOfAll(walks).length} files`);
  console.log('npm run walk -- <key> lists the files of a way in the order in which a request enters them');
}

/** @throws Error if no way has that key */
function printWalk(key: string, walks: readonly Walk[]): void {
  const walk = walks.find(({ way }) => way.key === key);
  if (!walk) throw new Error(`takes one of ${walks.map(({ way }) => way.key).join(', ')}`);
  const common = new Set(filesOfAll(walks));
  console.log(`${walk.way.name}: ${walk.files.length} files, those of every way with *`);
  for (const [index, file] of walk.files.entries()) {
    const entered = walk.functions.filter((one) => one.file === file);
    const number = `${index + 1}`.padStart(3);
    const lines = `${linesRead(entered)}`.padStart(4);
    console.log(`${number} ${common.has(file) ? '*' : ' '}${lines} lines  ${file}: ${names(entered)}`);
  }
}

/** Returns the number of source lines in the functions. A line of a function within another counts once. */
function linesRead(functions: readonly SourceFunction[]): number {
  const lines = functions.flatMap(({ file, firstLine, lastLine }) =>
    Array.from({ length: lastLine - firstLine + 1 }, (_, index) => `${file}:${firstLine + index}`),
  );
  return new Set(lines).size;
}

function names(functions: readonly SourceFunction[]): string {
  return functions.map(({ name }) => name).join(', ');
}
