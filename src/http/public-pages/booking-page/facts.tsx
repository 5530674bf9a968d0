import type { JSX } from 'preact';

/** A term and its value. */
export type Fact = readonly [term: string, value: string];

/** A short list of facts, such as what is booked and when. */
export function Facts({ facts }: { facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="summary">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
