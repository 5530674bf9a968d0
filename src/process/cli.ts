import { bundled } from './bundled.js';

const { runAccountCommand }: typeof import('./account-command.js') = await import(bundled('account-command.js'));
const { status, lines, error } = await runAccountCommand(process.argv.slice(2));
for (const line of lines) console.log(line);
if (error !== undefined) console.error(error);
process.exitCode = status;
