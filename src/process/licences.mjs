import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The licences of the packages that the image and the pages contain: most require their text in every copy. Run by
 * the build, it writes those of the packages in production to `dist/licences.txt`.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const licenceFile = /^(licen[cs]e|copying|copyright|notice)|third-?party-?notice|\.licen[cs]e\.txt$/i;
const separator = `\n${'-'.repeat(80)}\n\n`;

/** Returns the folders of the packages that `npm ci --omit=dev --omit=optional` installs. */
export function productionPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([folder, { dev, optional, devOptional }]) => folder !== '' && !dev && !optional && !devOptional)
    .map(([folder]) => folder);
}

/** Returns the folders of the packages of source files, such as the inputs of a bundle. */
export function packagesOf(files) {
  const folders = files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/**
 * Returns the name, version and licence of each package, with the texts of the licence and of those of other works that it
 * contains. A package without a text is named with its author, and has the text of its licence if that is MIT or ISC.
 */
export function licencesOf(folders) {
  return folders.map((folder) => sectionOf(join(root, folder))).join(separator);
}

function sectionOf(folder) {
  const {
    name,
    version,
    licenses,
    license = licenses?.[0].type,
    author,
    contributors,
    homepage,
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const stated = identifiers[name] ?? license;
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  const holder = nameOf(author) ?? contributors?.map(nameOf).join(', ') ?? `The authors of ${name}`;
  const origin = [holder, homepage].filter(Boolean).join(', ');
  const own = texts.length > 0 ? [...new Set(texts)] : [origin, ...(knownTexts[stated]?.() ?? [])];
  return [`${name} ${version}: ${stated}`, ...own].join('\n\n');
}

/** The SPDX identifiers of the licences that packages name in other words, or only by their text. */
const identifiers = { 'dejavu-fonts-ttf': 'Bitstream-Vera', 'png-js': 'MIT' };

const nameOf = (person) => (typeof person === 'string' ? person : person?.name);

const knownTexts = { MIT: () => [mitText()], ISC: () => [iscText] };

const iscText = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** Returns the text of the MIT licence without a name, from that of this program. */
function mitText() {
  return readFileSync(join(root, 'LICENSE'), 'utf8')
    .replace(/^Copyright .*\n\n/m, '')
    .trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(root, 'dist');
  if (!existsSync(dist)) mkdirSync(dist);
  writeFileSync(join(dist, 'licences.txt'), licencesOf(productionPackages()));
}
