import './page.css';
import { startSwapping } from './swap.js';

startSwapping();
