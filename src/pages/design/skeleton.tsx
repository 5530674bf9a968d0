interface SkeletonProps {
  /** Read out, such as `Loading people`. */
  label: string;
  lines?: number;
}

/** Stands where a content of lines will be. */
export function Skeleton({ label, lines = 3 }: SkeletonProps) {
  return (
    <div class="skeleton" role="status">
      <span class="hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  );
}
