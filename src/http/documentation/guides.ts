import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../platform/project-root.js';

export interface Guide {
  /** The name of the file, such as `12-webhooks.md`. */
  file: string;
  /** The last segment of the path, such as `webhooks`. */
  name: string;
  /** The heading of the file. */
  title: string;
  /** The first paragraph, without markup. It says what the guide is for. */
  lead: string;
  markdown: string;
}

/** Its Markdown files begin with a number, which gives their order. */
const folder = join(projectRoot, 'src', 'http', 'guides');
const fileName = /^\d\d-(?<name>[\w-]+)\.md$/;

/** Reads the guides, in their order. */
export function readGuides(): Guide[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const name = guideOfFile(file);
      if (name === undefined) return [];
      const markdown = readFileSync(join(folder, file), 'utf8');
      const [, title = name, lead = ''] = /^# (.+)\n\n(.+)/.exec(markdown) ?? [];
      return [{ file, name, title, lead, markdown }];
    });
}

/** Returns the text for the address of its page with `.md`: its links lead to the texts of other guides. */
export function markdownForWeb({ markdown }: Guide): string {
  return markdown.replaceAll(/\]\(\d\d-([\w-]+\.md)/g, ']($1');
}

/** @throws Error if there is no such guide */
export function guideOfName(guides: readonly Guide[], name: string): Guide {
  const guide = guides.find((one) => one.name === name);
  if (!guide) throw new Error(`there is no guide ${name}`);
  return guide;
}

/** Returns the name of the guide in a file such as `03-webhooks.md`; undefined for other files. */
export function guideOfFile(file: string): string | undefined {
  return fileName.exec(file)?.groups?.['name'];
}
