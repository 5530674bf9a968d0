import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, Stamp } from '../process/stamp.mjs';

/** The width in which a phone shows a drawing: that of 390 px without margins. One that is a little wider is made smaller. */
const phoneWidth = 324;
const smallestScale = 0.9;

/**
 * Draws the diagrams of the guides, which are written in Mermaid, into `dist/pages/diagrams/drawn.json`: SVG by source, and
 * a list beside it for phones if they would show its texts too small. The page of a guide shows the source where there is no
 * drawing. Mermaid itself was rejected: it has 3 MB, draws in browsers only, and sets styles that the policy of the pages
 * refuses.
 */
export async function drawDiagrams(root) {
  const folder = join(root, 'src', 'http', 'guides');
  const guides = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
  const output = join(root, 'dist', 'pages', 'diagrams');
  const stamp = new Stamp(join(output, 'stamp'));
  const digest = digestOf([...guides, join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]);
  if (stamp.is(digest)) return;
  const { renderMermaidSVG } = await import('beautiful-mermaid');
  const drawn = {};
  for (const guide of guides) {
    for (const { source, title } of diagramsIn(readFileSync(guide, 'utf8'))) {
      // The library draws a beginning of its own for each transition from it, so it is a state.
      const id = `diagram-${Object.keys(drawn).length + 1}`;
      const states = source.replaceAll('[*]', 'new');
      const svg = renderMermaidSVG(states, { padding: 4, nodeSpacing: 16, layerSpacing: 32 });
      drawn[source] = drawing(svg, transitionsOf(states), id, title);
    }
  }
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'drawn.json'), JSON.stringify(drawn));
  stamp.write(digest);
}

/** Returns the diagrams of a guide, each with the heading of its section. */
function diagramsIn(markdown) {
  return markdown.split(/^## /m).flatMap((section) => {
    const [title] = section.split('\n', 1);
    return [...section.matchAll(/^```mermaid\n([\s\S]*?)\n```$/gm)].map(([, source]) => ({ source, title }));
  });
}

/** Returns the transitions of a diagram in their order. */
function transitionsOf(source) {
  return [...source.matchAll(/^\s*(\w+) --> (\w+): (.+)$/gm)].map(([, from, to, by]) => ({ from, to, by }));
}

/** Returns the drawing, with a list for phones if it is too wide for them. */
function drawing(svg, transitions, id, title) {
  const [, width] = /viewBox="0 0 ([\d.]+) /.exec(svg);
  const isWide = width * smallestScale > phoneWidth;
  const drawn = adapted(svg, transitions, id, title, isWide ? 'wide' : 'fitting');
  return isWide ? `${drawn}\n${listOf(transitions)}` : drawn;
}

/** Lists the transitions below the states from which they lead: each row has what happens, and the states that follow. */
function listOf(transitions) {
  const rowsOf = (leaving) =>
    [...Map.groupBy(leaving, ({ by }) => by)].map(([by, alike]) => {
      const targets = alike.map(({ to }) => `<span class="state">${to}</span>`).join(' ');
      return `<li class="transition">${by} <span class="hidden">to</span> <span class="targets">${targets}</span></li>`;
    });
  const states = [...Map.groupBy(transitions, ({ from }) => from)].map(
    ([state, leaving]) => `<li><strong class="state">${state}</strong><ul>${rowsOf(leaving).join('')}</ul></li>`,
  );
  return `<ol class="states">${states.join('\n')}</ol>`;
}

/** The colours of the pages, by the names that the drawing gives to its parts. */
const colours = {
  '--bg': '--surface',
  '--_text': '--text',
  '--_text-sec': '--text',
  '--_line': '--control-line',
  '--_arrow': '--control-line',
  '--_inner-stroke': '--surface',
  '--_node-fill': '--shade',
  '--_node-stroke': '--control-line',
};

/**
 * Adapts a drawing to the pages: it has their colours and fonts, no style of its own, which their policy refuses, ids that are
 * its own, and a description for those who do not see it.
 */
function adapted(svg, transitions, id, title, name) {
  const [, size] = /viewBox="0 0 ([\d.]+ [\d.]+)"/.exec(svg);
  const [width, height] = size.split(' ').map(Math.ceil);
  const described = transitions.map(({ from, to, by }) => `${from} to ${to}: ${by}`).join('; ');
  const head = `<svg xmlns="http://www.w3.org/2000/svg" class="${name}" role="img" aria-labelledby="${id} ${id}-text" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title id="${id}">${title}: states</title>
<desc id="${id}-text">${described}.</desc>`;
  return svg
    .replace(/<svg [^>]*>/, head)
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/ data-[a-z-]+="[^"]*"/g, '')
    .replaceAll(/(id="|url\(#)(arrowhead[\w-]*)/g, `$1${id}-$2`)
    .replaceAll(/var\((--[\w-]+)\)/g, (_, name) => {
      if (colours[name] === undefined) throw new Error(`The drawing has the unknown colour ${name}`);
      return `var(${colours[name]})`;
    })
    .replaceAll(/\d+\.\d\d+/g, (number) => String(Math.round(Number(number) * 10) / 10))
    .replaceAll(/\n\s*/g, '\n');
}
