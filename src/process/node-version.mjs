import { readFileSync } from 'node:fs';

/** Returns the message for the operator if this Node is older than `package.json` says. Runs on old versions, too. */
export function unsupportedNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const least = engines.node.replace('>=', '');
  const [major, minor] = least.split('.').map(Number);
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number);
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return undefined;
  return `Node ${least} or later is needed; this is ${process.version}`;
}
