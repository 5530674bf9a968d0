import { parseArgs } from 'node:util';
import { killAll } from '../../process/server-process.js';
import { startMovingCells } from '../../support/moving-cells.js';
import { seedOfRun } from '../../support/seed.js';
import { runMoves } from './moves.js';

/**
 * Moves an account to and fro under load while what takes part is killed, and fails if it finds a problem. Settings:
 * --seed or FAULT_SEED, MOVE_COUNT and MOVE_KILLS (in each move).
 */
const { MOVE_COUNT = '6', MOVE_KILLS = '3' } = process.env;
const seed = seedOfRun(parseArgs({ options: { seed: { type: 'string' } } }).values.seed);
console.log(`FAULT_SEED=${seed} MOVE_COUNT=${MOVE_COUNT} MOVE_KILLS=${MOVE_KILLS}`);
try {
  await using cells = await startMovingCells({ isOperated: true });
  const options = { moves: Number(MOVE_COUNT), kills: Number(MOVE_KILLS), seed, isRouted: true };
  const { figures, problems, notes } = await runMoves(cells, options);
  console.table(figures);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  console.log(`what the clients noted is in ${notes}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  killAll();
}
