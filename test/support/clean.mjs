import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

// Otherwise compiled files of deleted tests would still run.
await rm(`${root}/dist/test`, { recursive: true, force: true });
// Coverage of an earlier run would be added to that of the next.
await rm(`${root}/dist/coverage`, { recursive: true, force: true });
// Guards read compiled sources. Those of existing sources stay, because a running server may still load them.
const compiled = existsSync(`${root}/dist/src`) ? await readdir(`${root}/dist/src`, { recursive: true }) : [];
for (const file of compiled.filter((name) => /\.js(\.map)?$/.test(name))) {
  const source = `${root}/src/${file.replace(/\.js(\.map)?$/, '.ts')}`;
  if (!existsSync(source)) await rm(`${root}/dist/src/${file}`);
}
