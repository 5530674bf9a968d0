import type { JSX } from 'preact';
import type { Frame } from './frame.js';

/** The steps of a booking, in their order. */
export type Step = 'service' | 'time' | 'details' | 'code';

interface StepsProps {
  frame: Frame;
  current: Step;
  /** Whether the account verifies bookings. */
  hasCode: boolean;
}

/** The steps of a booking, and the present one. */
export function Steps({ frame: { texts }, current, hasCode }: StepsProps): JSX.Element {
  const steps: readonly Step[] = ['service', 'time', 'details', ...(hasCode ? (['code'] as const) : [])];
  return (
    <ol class="steps" aria-label={texts.steps.label}>
      {steps.map((step, index) => (
        <li
          key={step}
          class={index < steps.indexOf(current) ? 'past' : undefined}
          aria-current={step === current ? 'step' : undefined}
        >
          <span>{texts.steps[step]}</span>
        </li>
      ))}
    </ol>
  );
}
