import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../../src/platform/project-root.js';
import { lastProfile, readCpuProfile } from '../../bench/cpu-profile.js';

it('of a process that has started itself anew, the last profile is read', () => {
  const former = 'CPU.20261129.105329.12535.0.001.cpuprofile';
  const last = 'CPU.20261129.105331.12535.0.001.cpuprofile';
  const ofThread = 'CPU.20261129.105332.12535.1.002.cpuprofile';
  const ofOther = 'CPU.20261129.105340.125.0.001.cpuprofile';
  expect(lastProfile([former, last, ofThread, ofOther], 12_535)).toBe(last);
  expect(lastProfile([last, former], 12_535)).toBe(last);
  expect(lastProfile([ofOther], 12_535)).toBeUndefined();
});

it('the time of functions of Node counts for the file and layer that call them, and waiting is no work', async () => {
  const url = pathToFileURL(join(projectRoot, 'src', 'platform', 'database', 'nowhere.ts')).href;
  const frame = (functionName: string, from = '') => ({
    callFrame: { functionName, url: from, lineNumber: 6, columnNumber: 0 },
  });
  const profile = {
    nodes: [
      { id: 1, ...frame('(root)'), children: [2, 3, 5] },
      { id: 2, ...frame('(idle)') },
      { id: 3, ...frame('send', url), children: [4] },
      { id: 4, ...frame('writeBuffer') },
      { id: 5, ...frame('runMicrotasks') },
    ],
    startTime: 1_000,
    samples: [3, 4, 5, 2, 3],
    timeDeltas: [0, 2_000, 3_000, 4_000, 5_000],
  };
  const folder = await mkdtemp(join(tmpdir(), 'cpu-profile-'));
  try {
    const file = join(folder, 'test.cpuprofile');
    await writeFile(file, JSON.stringify(profile));
    const { layers, modules, functions } = await readCpuProfile(file, 0, 1_000_000);
    const ofNode = { name: 'node', self: 4, total: 4 };
    expect(layers).toEqual([{ name: 'src/platform/database', self: 5, total: 5 }, ofNode]);
    expect(modules).toEqual([{ name: 'src/platform/database/nowhere.ts', self: 5, total: 5 }, ofNode]);
    expect(functions.map(({ name, self }) => [name, self])).toEqual([
      ['runMicrotasks  ', 4],
      ['writeBuffer  ', 3],
      ['send  src/platform/database/nowhere.ts:7', 2],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
