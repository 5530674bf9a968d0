import { useTexts } from './component-texts.js';

interface ProgressProps {
  label: string;
  /** The finished part of `total`. Undefined if it is unknown. */
  done?: number | undefined;
  total?: number | undefined;
}

/** Shows that something takes time, and if known, how far it is. */
export function Progress({ label, done, total }: ProgressProps) {
  const texts = useTexts();
  const isKnown = done !== undefined && total !== undefined;
  return (
    <div class="progress" role="status">
      <span>{isKnown ? texts.progress({ label, done, total }) : label}</span>
      <progress aria-label={label} {...(isKnown && { value: done, max: Math.max(1, total) })} />
    </div>
  );
}
