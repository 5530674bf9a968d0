import { readFileSync } from 'node:fs';
import { eventChanges } from './event-changes.mjs';
import { changelogSince, commitOf, findRelease, readAt } from './former-version.mjs';
import { restChanges } from './rest-changes.mjs';

/**
 * Compares the documents of the APIs with those of the last release or of a git ref. Fails if a change breaks clients and the
 * changelog does not name its element in backticks.
 *
 *   npm run schema:check [-- <git ref>]
 */
const documents = {
  'schema/schema.graphql': compareGraphql,
  'schema/openapi.json': (former, present) => restChanges(JSON.parse(former), JSON.parse(present)),
  'schema/asyncapi.json': (former, present) => eventChanges(JSON.parse(former), JSON.parse(present)),
};

const [ref] = process.argv.slice(2);
try {
  const commit = ref === undefined ? findRelease() : commitOf(ref);
  if (commit === undefined) {
    console.log('Nothing was released yet, so there is nothing to compare with. Name a git ref to compare with that.');
  } else {
    await check(commit);
  }
} catch (error) {
  console.error(`schema:check: ${error.message}`);
  process.exitCode = 1;
}

async function check(commit) {
  const changelog = changelogSince(commit);
  const unnamed = new Map();
  let count = 0;
  for (const [file, changesOf] of Object.entries(documents)) {
    const former = readAt(commit, file);
    const changes = former === undefined ? [] : await changesOf(former, readFileSync(file, 'utf8'));
    count += changes.length;
    for (const { element, problem } of changes) {
      // AsyncAPI and OpenAPI share most of their schemas.
      if (!changelog.includes(`\`${element}\``)) unnamed.set(`\`${element}\` ${problem}`, file);
    }
  }
  if (unnamed.size === 0) {
    const named = count > 0 ? '. The changelog names them.' : '';
    console.log(`Changes since ${commit.slice(0, 8)} that break clients: ${count}${named}`);
    return;
  }
  for (const [change, file] of unnamed) console.error(`${file}: ${change}`);
  console.error(
    `\nChanges since ${commit.slice(0, 8)} that break clients and that .github/CHANGELOG.md does not name: ${unnamed.size}.\n` +
      'Undo them, or name what is in backticks above, with its backticks, under "Unreleased".',
  );
  process.exitCode = 1;
}

/** Loads its packages only when there is something to compare. */
async function compareGraphql(former, present) {
  const { graphqlChanges } = await import('./graphql-changes.mjs');
  return graphqlChanges(former, present);
}
