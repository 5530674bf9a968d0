import { Icon, type IconName } from '../design/icon.js';
import { icons } from '../design/icons.js';
import { Part } from './part.js';

const colours = [
  'page',
  'surface',
  'raised',
  'shade',
  'line',
  'control-line',
  'accent',
  'accent-shade',
  'danger-shade',
  'good-shade',
  'warning-shade',
  'info-shade',
  'plot-1',
  'plot-2',
  'plot-3',
  'plot-4',
  'plot-5',
  'plot-6',
  'plot-7',
] as const;

const names = Object.keys(icons).filter((name): name is IconName => name in icons);

export function TokensPart() {
  return (
    <>
      <Part title="Colours">
        <ul class="swatches">
          {colours.map((name) => (
            <li key={name}>
              <span class={`swatch ${name}`} /> {name}
            </li>
          ))}
        </ul>
        <p>
          Text, <span class="hint">a hint</span>, <span class="problem">a problem</span>,{' '}
          <a href="#buttons">the buttons</a>, <code>code</code>, <kbd>?</kbd>
        </p>
      </Part>
      <Part title="Sizes">
        <h1>Heading 1</h1>
        <h2>Heading 2</h2>
        <h3>Heading 3</h3>
        <p>A text of the page, in the size of a text that is read.</p>
        <p class="hint">A hint, in the size of a text that is looked up.</p>
      </Part>
      <Part title="Icons">
        <ul class="icons">
          {names.map((name) => (
            <li key={name}>
              <Icon name={name} /> {name}
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}
