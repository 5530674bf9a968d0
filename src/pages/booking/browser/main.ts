import './page.css';
import './form.css';
import { startCountdown } from './countdown.js';
import { reportHeight } from './embedded.js';
import { sendOnce } from './once.js';
import { startSwapping } from './swap.js';

startSwapping();
sendOnce();
startCountdown();
reportHeight();
