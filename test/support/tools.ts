import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../src/platform/project-root.js';

/** The module that installs the packages. It is no TypeScript. */
interface Tools {
  hasTools(): boolean;
  importTool<Module>(name: string): Promise<Module>;
  pathOfTool(file: string): string;
}

const tools: Tools = await import(pathToFileURL(join(projectRoot, '.ci', 'tools', 'tools.mjs')).href);

/**
 * Loads a package of `.ci/tools`. Its types are not installed where tests are compiled, so the caller declares those that it
 * uses.
 */
export const { importTool, pathOfTool } = tools;

/** Describes tests that need packages of `.ci/tools`, or skips them and prints that if these are not installed. */
export function describeWithTools(name: string, describeTests: () => void): void {
  if (tools.hasTools()) {
    describe(name, describeTests);
    return;
  }
  console.warn(`${name}: not tested, because the packages of .ci/tools are not installed. Run \`npm run tools\`.`);
  describe.skip(name, () => it('needs packages of .ci/tools', () => {}));
}
