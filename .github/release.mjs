import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Run by `npm version` when package.json has the new version: writes it where files outside of the program name it, and
 * makes the unreleased changes those of the version. `npm_old_version` and `npm_new_version` are set by npm.
 */
const { npm_old_version: former, npm_new_version: next } = process.env;
const date = new Date().toISOString().slice(0, 10);

replace('docker-compose.yml', `\${VERSION:-${former}}`, `\${VERSION:-${next}}`);
replace('.github/deploy/kubernetes/kustomization.yaml', `newTag: "${former}"`, `newTag: "${next}"`);
replace('.github/CHANGELOG.md', '## [Unreleased]\n', `## [Unreleased]\n\n## [${next}] - ${date}\n`);

/** @throws Error if the file does not have the text */
function replace(file, text, by) {
  const content = readFileSync(file, 'utf8');
  if (!content.includes(text)) throw new Error(`${file} lacks ${JSON.stringify(text)}`);
  writeFileSync(file, content.replaceAll(text, by));
}
