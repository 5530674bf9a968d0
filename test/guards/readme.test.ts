import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bookingSchema } from '../../src/graphql/schema.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { fieldsWithoutRoute } from '../support/graphql-only.js';
import { settingNames } from '../support/settings.js';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');

/** Returns the names in backticks in the first column of a table. */
function tabledNames(markdown: string): string[] {
  return [...markdown.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z_]+/g) ?? [],
  );
}

describe("README's table of settings", () => {
  it('has every setting that is read, and no other', () => {
    expect(tabledNames(readme).toSorted()).toEqual(settingNames().toSorted());
  });

  it.each([
    ['| `PORT` | `3000` | where |\n| `HOST` | x | y |', ['PORT', 'HOST']],
    ['| `PORT`, `HOST` | `X` | `Y` |', ['PORT', 'HOST']],
    ['| name | `PORT` |\nSet `PORT`.', []],
  ])('is found in %j', (markdown, names) => expect(tabledNames(markdown)).toEqual(names));
});

/** Root fields of the schema, including subscriptions, that no operation of REST, the public API or webhooks uses. */
function graphqlOnly(): string[] {
  return [...fieldsWithoutRoute(), ...Object.keys(bookingSchema().getSubscriptionType()?.getFields() ?? {})];
}

describe("README's list of what only GraphQL offers", () => {
  it('has every field that REST does not use, and no other', () => {
    const [, list = ''] = /Only GraphQL offers\n\n((?:- .*\n)+)/.exec(readme) ?? [];
    const names = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(graphqlOnly().toSorted());
  });
});

describe("README's layout of the code", () => {
  it('names files and folders that exist', () => {
    const [, layout = ''] = /## How the code is laid out\n\n```\n([^`]+)```/.exec(readme) ?? [];
    const first = [...layout.matchAll(/^((?:[\w-]+\/)*)([\w.-]+)(?:\/<feature>)?(?: ([\w.-]+\.ts))?/gm)];
    const paths = first.flatMap(([, folder = '', name = '', second]) => [
      folder + name,
      ...(second === undefined ? [] : [folder + second]),
    ]);
    expect(paths).toEqual(
      expect.arrayContaining(['schema/operations', 'src/domain', 'src/process/main.ts', 'src/process/cli.ts']),
    );
    expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });
});
