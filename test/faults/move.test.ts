import { killAll } from '../process/server-process.js';
import { type MovingCells, startMovingCells } from '../support/moving-cells.js';
import { runMoves } from './move/moves.js';

let cells: MovingCells;

beforeAll(async () => {
  cells = await startMovingCells();
});
afterAll(async () => {
  killAll();
  await cells?.[Symbol.asyncDispose]();
});

describe('an account that moves between cells while it is used', () => {
  it('loses nothing, is in one place, and keeps its cursors, answers and the order of its deliveries', async () => {
    const { figures, problems } = await runMoves(cells, { moves: 2, kills: 2, seed: 3, hurry: true });
    expect(problems).toEqual([]);
    expect(figures).toMatchObject({ moves: 2 });
    expect(figures['longest pause, ms']).toBeLessThan(5_000);
  });
});
