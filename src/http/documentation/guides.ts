import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../platform/project-root.js';

export interface Guide {
  /** Last part of its path, such as `webhooks`. */
  name: string;
  /** Its heading. */
  title: string;
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
      const [, title = name] = /^# (.+)/.exec(markdown) ?? [];
      return [{ name, title, markdown }];
    });
}

/** Returns the name of the guide in a file such as `03-webhooks.md`; undefined for other files. */
export function guideOfFile(file: string): string | undefined {
  return fileName.exec(file)?.groups?.['name'];
}
