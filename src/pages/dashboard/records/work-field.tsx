import { useId, useRef, useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { describedBy, Frame } from '../../design/field.js';
import { formats } from '../format.js';
import { t } from '../texts.js';
import type { LabelledField } from './choice-fields.js';
import { endsOf, partsIn, withEnd, withGap, withoutGap, workStep } from './work-bar.rules.js';

const texts = t.records.work;

interface WorkFieldProps extends Omit<LabelledField, 'required'> {
  /** The minutes that work and gaps divide. */
  length: number;
}

/** Work and gaps in turn, as minutes and as a bar. Each changes the other. */
export function WorkField({ label, name, hint, error, text: initial, length }: WorkFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial);
  const parts = partsIn(text);
  const change = (next: readonly number[]): void => {
    if (!input.current) return;
    input.current.value = next.join(', ');
    // The draft reads the form while the event is handled.
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const gap = parts && withGap(parts, length);
  return (
    <Frame {...{ id, label, hint, error }}>
      <input
        {...{ id, name, type: 'text', maxLength: 255, defaultValue: initial, ref: input }}
        {...describedBy(id, error, hint)}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {parts && length > 0 && (
        <>
          <Bar parts={parts} length={length} onChange={change} />
          <div class="actions">
            {gap && <Button onClick={() => change(gap)}>{texts.addGap}</Button>}
            {parts.length > 2 && <Button onClick={() => change(withoutGap(parts))}>{texts.removeGap}</Button>}
          </div>
        </>
      )}
    </Frame>
  );
}

interface BarProps {
  parts: readonly number[];
  length: number;
  onChange: (parts: readonly number[]) => void;
}

/** The keys that move an end, with the steps by which they do. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -3,
  PageUp: 3,
};

/** Each end of work or of a gap is a slider. Without parts, all of it is work. */
function Bar({ parts, length, onChange }: BarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const ends = endsOf(parts);
  const all = Math.max(length, ends.at(-1) ?? 0);
  const share = (minutes: number): string => `${(minutes / all) * 100}%`;
  const shown = parts.length > 0 ? parts : [length];
  const drag = (index: number, x: number): void => {
    const { left = 0, width = 1 } = bar.current?.getBoundingClientRect() ?? {};
    onChange(withEnd(parts, index, Math.round(((x - left) / width) * (all / workStep)) * workStep, length));
  };
  return (
    <div class="work-bar" ref={bar}>
      {shown.map((minutes, index) => (
        <span key={index} class={index % 2 === 0 ? 'working' : 'gap'} style={{ width: share(minutes) }}>
          {minutes > 0 && formats().number(minutes)}
        </span>
      ))}
      {ends.map((end, index) => (
        <span
          key={index}
          role="slider"
          tabIndex={0}
          style={{ left: share(end) }}
          aria-label={(index % 2 === 0 ? texts.endOfWork : texts.endOfGap)({ number: Math.floor(index / 2) + 1 })}
          aria-valuemin={ends[index - 1] ?? 0}
          aria-valuemax={ends[index + 1] ?? Math.max(length, end)}
          aria-valuenow={end}
          aria-valuetext={t.calendar.minutes({ minutes: formats().number(end) })}
          onKeyDown={(event) => {
            const step = steps[event.key];
            if (step === undefined) return;
            event.preventDefault();
            onChange(withEnd(parts, index, end + step * workStep, length));
          }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            event.currentTarget.focus();
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(index, event.clientX);
          }}
        />
      ))}
    </div>
  );
}
