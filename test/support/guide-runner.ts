import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { until } from './until.js';

export interface Block {
  language: string;
  text: string;
}

interface GuideServer {
  origin: string;
  /** API key that replaces `bk_1_…`. */
  key: string;
  databaseUrl: string;
}

/** A file that exists before the first command. */
interface SavedFile {
  name: string;
  text: string;
}

interface RunOptions {
  /** Further replacements in the commands. */
  replace?: Readonly<Record<string, string>>;
  /** Milliseconds to wait for each shown answer after the last command. */
  patience?: number;
  /** Whether a block is left out. */
  isExcluded?: (text: string) => boolean;
}

const curlSettings = 'silent\nshow-error\nfail-with-body\nmax-time = 60\nwrite-out = "\\n"\n';

/** Returns the fenced blocks of a Markdown document, in order, also those of list items. */
export function blocksOf(markdown: string): Block[] {
  const fenced = markdown.matchAll(/^( *)```([\w ]*)\n([\s\S]*?)^\1```$/gm);
  return [...fenced].map(([, indent = '', language = '', text = '']) => ({
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/**
 * Executes the commands of a guide in one shell, in a new folder, one block of `sh` after the other. A block that starts a
 * command in the background (`&`) is waited for until it has printed something. Blocks of `graphql` are sent with the
 * header `$AUTH` of the guide. Those of `js` are saved under the name that the text before them has (`Save … as name`).
 * Replaces the address and the key of the server. A block of `json` is compared with what the block before it and those
 * with a command in the background have printed; before one of `json refused`, the commands may fail.
 *
 * @returns the shown answers that were not printed, each with what was
 * @throws Error if a command fails, a response of curl is an error, or one of GraphQL has errors
 */
export async function runGuide(markdown: string, server: GuideServer, options: RunOptions = {}): Promise<string[]> {
  const saved = markdown.matchAll(/[Ss]ave [^`]*`([\w.]+\.mjs)`(?:(?!^```)[\s\S])*?^```js\n([\s\S]*?)^```$/gm);
  const files = [...saved].map(([, name = '', text = '']) => ({ name, text }));
  const { isExcluded = () => false } = options;
  const blocks = blocksOf(markdown).filter(({ text }) => !isExcluded(text));
  return runBlocks(blocks, server, { ...options, files });
}

/** Like `runGuide`, for blocks and files that are already separated. */
export async function runBlocks(
  blocks: readonly Block[],
  { origin, key, databaseUrl }: GuideServer,
  { replace = {}, patience = 300_000, files = [] }: RunOptions & { files?: readonly SavedFile[] } = {},
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-guide-'));
  const replacements = {
    '127.0.0.1:3000': new URL(origin).host,
    'bk_1_…': key,
    'npx booking-server': `node ${join(projectRoot, 'src/process/bin.mjs')}`,
    ...replace,
  };
  const used = (text: string): string =>
    Object.entries(replacements).reduce((done, [from, to]) => done.replaceAll(from, () => to), text);
  try {
    for (const name of ['node_modules', 'schema']) await symlink(join(projectRoot, name), join(folder, name));
    await writeFile(join(folder, '.curlrc'), curlSettings);
    for (const { name, text } of files) await writeFile(join(folder, name), used(text));
    const shell = new Shell(folder, { DATABASE_URL: databaseUrl }, patience);
    try {
      const commands = blocks.map(toCommand);
      return await shell.run(commands.map(({ language, text }) => ({ language, text: used(text) })));
    } finally {
      shell.kill();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a block of `graphql` as the command that sends it, and others as they are. */
function toCommand(block: Block): Block {
  if (block.language !== 'graphql') return block;
  const body = JSON.stringify({ query: block.text });
  const headers = `-H "$AUTH" -H 'Content-Type: application/json'`;
  return { language: 'sh', text: `curl ${headers} http://127.0.0.1:3000/graphql -d '${body}'\n` };
}

function isBackground({ language, text }: Block): boolean {
  return language === 'sh' && / &$/m.test(text) && !/> \w+\.txt &$/m.test(text);
}

/** A shell in a process group of its own. */
class Shell {
  #pid: number | undefined;

  constructor(
    readonly folder: string,
    readonly settings: Record<string, string>,
    readonly patience: number,
  ) {}

  async run(blocks: readonly Block[]): Promise<string[]> {
    const refused = blocks.flatMap((_block, index) => (blocks[index + 1]?.language === 'json refused' ? [index] : []));
    const commands = blocks.map((block, index) => {
      if (block.language !== 'sh') return '';
      const run = `{\n${block.text}} > ${index}.out`;
      if (refused.includes(index)) return `${run} || true`;
      return isBackground(block) ? `${run} 2>&1\nuntil [ -s ${index}.out ]; do sleep 0.05; done` : run;
    });
    await this.#execute(['set -euo pipefail', ...commands].join('\n'), refused);
    const missing: string[] = [];
    for (const [index, { language, text }] of blocks.entries()) {
      if (!language.startsWith('json')) continue;
      const shown: unknown = JSON.parse(text);
      const isPrinted = async () => (await this.#printedBefore(blocks, index)).some((one) => matches(shown, one));
      await until(isPrinted, this.patience).catch(async () =>
        missing.push(`${text}${JSON.stringify(await this.#printedBefore(blocks, index))}`),
      );
    }
    return missing;
  }

  async #execute(script: string, refused: readonly number[]): Promise<void> {
    const env = {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: this.folder,
      CURL_HOME: this.folder,
      ...this.settings,
    };
    // Background commands keep the shell's output open, so wait for its exit only.
    const child = spawn('bash', ['-c', script], {
      cwd: this.folder,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#pid = child.pid;
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const status = await new Promise((resolve, reject) => child.on('exit', resolve).on('error', reject));
    const output = await this.#outputExcept(refused);
    const hasErrors = output
      .split('\n')
      .flatMap(jsonOf)
      .some((printed) => matches({ errors: '…' }, printed));
    if (status !== 0 || hasErrors) throw new Error(`${errors}\n${output}`);
  }

  /** Returns the JSON values printed by the last command before a block and by all commands in the background. */
  async #printedBefore(blocks: readonly Block[], index: number): Promise<unknown[]> {
    const last = blocks.findLastIndex(({ language }, at) => at < index && language === 'sh');
    const background = blocks.flatMap((block, at) => (at < index && isBackground(block) ? [at] : []));
    const outputs = await Promise.all(
      [last, ...background].map((at) => readFile(join(this.folder, `${at}.out`), 'utf8')),
    );
    return outputs.join('\n').split('\n').flatMap(jsonOf);
  }

  async #outputExcept(refused: readonly number[]): Promise<string> {
    const isRead = (name: string): boolean => name.endsWith('.out') && !refused.includes(Number.parseInt(name, 10));
    const files = (await readdir(this.folder)).filter(isRead);
    return (await Promise.all(files.map((name) => readFile(join(this.folder, name), 'utf8')))).join('\n');
  }

  kill(): void {
    try {
      if (this.#pid !== undefined) process.kill(-this.#pid, 'SIGKILL');
    } catch {
      // All have ended.
    }
  }
}

/** Parses a printed line, also one of a stream of events. */
function jsonOf(line: string): unknown[] {
  try {
    return [JSON.parse(line.replace(/^data: /, ''))];
  } catch {
    return [];
  }
}

/** Compares a shown value with a printed one, which may have more properties and items. `…` stands for any value. */
function matches(shown: unknown, printed: unknown): boolean {
  if (shown === '…') return printed !== undefined && printed !== null;
  if (typeof shown !== 'object' || shown === null) return shown === printed;
  if (typeof printed !== 'object' || printed === null) return false;
  if (Array.isArray(shown) && shown.length === 0) return Array.isArray(printed) && printed.length === 0;
  const values = new Map(Object.entries(printed));
  return Object.entries(shown).every(([name, value]) => matches(value, values.get(name)));
}
