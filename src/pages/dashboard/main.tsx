import { render } from 'preact';
import { ComponentTextsProvider } from '../design/component-texts.js';
import { componentTexts } from './component-texts.js';
import { Shell } from './shell.js';
// All styles, because a browser would not load those of a view with its code.
import '@event-calendar/core/index.css';
import '../design/design.css';
import './style.css';
import './ui/ui.css';
import './records/records.css';
import './first-run/first-run.css';
import './views/figures/figures.css';
import './views/setup/setup.css';
import './views/setup/business.css';
import './views/setup/quick/quick.css';
import './bookings/bookings.css';
import './views/calendar/calendar.css';
import './views/calendar/crowds.css';
import './views/calendar/free-strip.css';
import './views/calendar/agenda.css';
import './views/today/today.css';

const root = document.getElementById('root');
if (root) {
  render(
    <ComponentTextsProvider value={componentTexts}>
      <Shell />
    </ComponentTextsProvider>,
    root,
  );
}
