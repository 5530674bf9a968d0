import { render } from 'preact';
import { ComponentTextsProvider } from '../design/component-texts.js';
import { englishTexts } from '../design/english-texts.js';
import { Toasts } from '../design/toast.js';
import { ControlsPart, FormPart } from './controls.js';
import { OverlaysPart } from './overlays.js';
import { MessagesPart, NavigationPart, RecordsPart } from './parts.js';
import { TokensPart } from './tokens.js';
import '../design/design.css';
import './gallery.css';

/** Every component of the design in its states, for developers and for the test that compares its pictures. */
function Gallery() {
  return (
    <ComponentTextsProvider value={englishTexts}>
      <main class="gallery">
        <h1>Design of the pages</h1>
        <TokensPart />
        <ControlsPart />
        <FormPart />
        <MessagesPart />
        <RecordsPart />
        <NavigationPart />
        <OverlaysPart />
      </main>
      <Toasts />
    </ComponentTextsProvider>
  );
}

const root = document.getElementById('root');
if (root) render(<Gallery />, root);
