import { describeBadInput } from '../support/bad-input.js';

await describeBadInput('waitlist');
