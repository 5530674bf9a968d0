import { bookingFigures } from './booking-figures.js';
import type { DeclaredFigures } from './figures.resolver.js';
import { operationFigures } from './operation-figures.js';
import { paymentFigures } from './payment-figures.js';
import { peopleFigures } from './people-figures.js';
import { revenueFigures } from './revenue-figures.js';
import { tipFigures } from './tip-figures.js';
import { utilisationFigures } from './utilisation-figures.js';

/** All kinds of figures, in the order of their charts within each topic on the dashboard. */
export const figureKinds: readonly DeclaredFigures[] = [
  revenueFigures,
  paymentFigures,
  tipFigures,
  peopleFigures,
  bookingFigures,
  utilisationFigures,
  operationFigures,
];
