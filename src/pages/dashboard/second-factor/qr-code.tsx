import { useEffect, useState } from 'preact/hooks';

interface QrCodeProps {
  text: string;
  /** The purpose of the code, for screen readers. */
  label: string;
}

/** A QR code, black on white in the dark, too: not all cameras read the opposite. Its package is loaded when one is shown. */
export function QrCode({ text, label }: QrCodeProps) {
  const [modules, setModules] = useState<readonly (readonly boolean[])[]>();
  useEffect(() => {
    import('uqr').then(
      ({ encode }) => setModules(encode(text).data),
      // Without it, the key is shown as text.
      () => setModules(undefined),
    );
  }, [text]);
  if (!modules) return null;
  const squares = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="qr-code" viewBox={`0 0 ${modules.length} ${modules.length}`} role="img" aria-label={label}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={squares.join('')} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
