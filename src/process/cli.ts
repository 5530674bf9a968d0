import { bundled } from './bundled.js';
import { printResult } from './print-result.js';

const { runAccountCommand }: typeof import('./account-command.js') = await import(bundled('account-command.js'));
printResult(await runAccountCommand(process.argv.slice(2), undefined, console.log));
