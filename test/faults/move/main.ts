import { killAll } from '../../process/server-process.js';
import { startMovingCells } from '../../support/moving-cells.js';
import { runMoves } from './moves.js';

/**
 * Moves an account to and fro under load while what takes part is killed, and fails if it finds a problem. Settings:
 * MOVE_COUNT, MOVE_KILLS (in each move) and MOVE_SEED.
 */
const { MOVE_COUNT = '10', MOVE_KILLS = '3', MOVE_SEED = String(Date.now() % 1_000_000) } = process.env;
console.log(`MOVE_SEED=${MOVE_SEED} MOVE_COUNT=${MOVE_COUNT} MOVE_KILLS=${MOVE_KILLS}`);
try {
  await using cells = await startMovingCells();
  const options = { moves: Number(MOVE_COUNT), kills: Number(MOVE_KILLS), seed: Number(MOVE_SEED) };
  const { figures, problems, notes } = await runMoves(cells, options);
  console.table(figures);
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  console.log(`what the clients noted is in ${notes}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  killAll();
}
