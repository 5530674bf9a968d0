import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** An item that is being dragged. */
interface Drag {
  from: number;
  to: number;
  /** The place of the pointer at the start, in pixels of the window. */
  y: number;
  /** The height of the list at the start. */
  height: number;
}

/**
 * Reorders the items of a list by a handle, with a mouse, a pen or a finger. While an item is dragged, the class `dragging` of
 * the list makes its items rows of one height, so that many are in view, and the list shows them in their new order.
 * Nothing is changed before the item is dropped, or if Escape is pressed before.
 *
 * Drag and drop of HTML was rejected, because touch screens do not have it.
 */
export function useDragging(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  useLayoutEffect(() => {
    const element = list.current;
    const row = element?.children[drag?.from ?? -1]?.getBoundingClientRect();
    if (!drag || !element || !row) return;
    // The page keeps its height, so that it does not scroll, and the row gets below the pointer.
    element.style.minHeight = `${drag.height}px`;
    element.style.paddingTop = `${Math.max(0, drag.y - row.top - row.height / 2)}px`;
    const cancel = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setDrag(undefined);
    };
    document.addEventListener('keydown', cancel);
    return () => {
      element.removeAttribute('style');
      document.removeEventListener('keydown', cancel);
    };
  }, [drag?.from]);

  const placeAt = ({ clientY }: PointerEvent, { to }: Drag): number => {
    const rows = [...(list.current?.children ?? [])];
    const [first, second] = rows.map((row) => row.getBoundingClientRect().top);
    if (first === undefined || second === undefined) return to;
    return Math.min(Math.max(0, Math.floor((clientY - first) / (second - first))), rows.length - 1);
  };
  return {
    drag,
    start: (from: number, { button, clientY: y, pointerId }: PointerEvent) => {
      if (button !== 0 || !list.current) return;
      list.current.setPointerCapture(pointerId);
      setDrag({ from, to: from, y, height: list.current.offsetHeight });
    },
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        if (!drag) return;
        const to = placeAt(event, drag);
        if (to !== drag.to) setDrag({ ...drag, to });
        list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
      },
      onPointerUp: (event: PointerEvent) => {
        if (!drag) return;
        const to = placeAt(event, drag);
        setDrag(undefined);
        if (to !== drag.from) onDrop(drag.from, to);
      },
      // Also after `pointercancel`, when the system takes the pointer away.
      onLostPointerCapture: () => setDrag(undefined),
    },
  };
}
