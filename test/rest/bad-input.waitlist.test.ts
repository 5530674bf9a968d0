import { describeBadInput } from '../support/bad-input.js';

describeBadInput('waitlist');
